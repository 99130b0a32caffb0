import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '../../infrastructure/docs-generator/role-matrix.ts'
import { partsOfNote } from '../../infrastructure/audit/tree/checkpoint-note.ts'
import { cosign } from '../../infrastructure/audit/tree/cosignatures.ts'
import { knownSigner, verifierKeyOf } from '../support/audit/test-witness.ts'
import { clientsByRole } from '../support/accounts/role-clients.ts'
import { type ApiClient, csrfTokenOf } from '../support/api-client.ts'
import { runOperatorCommand, type startTestGarbo } from '../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../support/users.ts'
import { type Cast, must, prepareSignIns, useAccounts } from './world-accounts.ts'
import { moderate, useTheRest, writeReviews } from './world-contents.ts'

const witness = knownSigner('fuzz.example/witness', 5)

/**
 * Settings with which more examples are valid: letters are not delayed, permanent suspensions are proposed, and a witness is
 * known.
 */
export const fuzzedSettings = {
  NOTIFICATION_PAUSE_MINUTES: '0',
  PERMANENT_NEEDS_TWO: 'on',
  AUDIT_WITNESSES: verifierKeyOf(witness),
} as const

/** A Garbo that a run sends requests to, in this process or another one. */
export type FuzzedGarbo = Pick<Awaited<ReturnType<typeof startTestGarbo>>, 'address' | 'visitor' | 'config'>

/** Who sends a request: an account of each role, a client whose account may be deleted, and one with a sanction. */
export type Caller = Role | 'leaver' | 'sanctioned'

/** A signed-in account. */
interface Person {
  readonly cookie: string
  readonly csrfToken: string
}

/** Accounts and what they have written. The values of `ids` are parts of valid requests. */
export interface World {
  readonly people: Record<Caller, Person>
  readonly ids: Record<string, string>
  /** Parts of the bodies of single endpoints. */
  readonly bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** A position that the log has reached. */
  readonly position: string
}

/** Prepares worlds on one Garbo; staff and the accounts without rights are the same in all of them. */
export const worldMaker = async (garbo: FuzzedGarbo) => {
  const fixed = await clientsByRole(garbo as never)
  await importAdvertisement(garbo)
  let staff = await signInStaff(garbo)
  let count = 0
  return {
    /** A world with a new business and new clients. */
    next: async (): Promise<World> => {
      const name = `fuzz${++count}`
      staff = await signInStaff(garbo)
      const cast = await signUpCast(garbo, name, staff)
      const { ids, bodies } = await writeEverything(garbo, name, cast)
      const clients: Readonly<Record<Caller, ApiClient>> = {
        ...fixed,
        ...staff,
        business: cast.venue.browser,
        client: cast.guest.browser,
        leaver: cast.leaver.browser,
        sanctioned: cast.other.browser,
      }
      const people = Object.entries(clients).map(async ([role, client]) => [role, await personOf(client)] as const)
      return {
        people: Object.fromEntries(await Promise.all(people)) as World['people'],
        ids: { ...ids, draftId: await latestDraft(staff.admin) },
        bodies,
        position: ids.position,
      }
    },
    /**
     * Signs the caller in again, as a request may have ended the session; a deleted account is replaced. Also notes the
     * draft that a request may have written.
     */
    renew: async (world: World, caller: Caller): Promise<void> => {
      world.ids['draftId'] = await latestDraft(staff.admin)
      const email = emailsOf(world)[caller]
      const browser = garbo.visitor()
      const path = caller in staffEmails || caller === 'business' ? '/api/auth/login' : '/api/auth/login-client'
      const { status } = await browser.post(path, { username: email, email, password })
      if (status === 200) world.people[caller] = await personOf(browser)
      else if (caller === 'leaver')
        world.people.leaver = await personOf((await signUpClient(garbo, `gone${++count}`)).browser)
    },
  }
}

const staffEmails = { auditor: 'rita@example.it', moderator: 'mario@example.it', admin: 'ada@example.it' }

/** Signs them in anew, as a request may have ended a session. */
const signInStaff = async (garbo: FuzzedGarbo) => {
  const signIn = async (email: string) => {
    const browser = garbo.visitor()
    must(await browser.post('/api/auth/login', { username: email, password }))
    return browser
  }
  const { auditor, moderator, admin } = staffEmails
  return { auditor: await signIn(auditor), moderator: await signIn(moderator), admin: await signIn(admin) }
}

const emailsOf = ({ ids }: World): Partial<Readonly<Record<Caller, string | undefined>>> => ({
  ...staffEmails,
  business: ids['businessEmail'],
  client: ids['clientEmail'],
  sanctioned: ids['otherEmail'],
  leaver: ids['leaverEmail'],
})

const personOf = async (client: ApiClient): Promise<Person> => ({
  csrfToken: await csrfTokenOf(client),
  cookie: client.cookie(),
})

/** Of a rule set; it belongs to Garbo, not to a world, and the example that writes one is the first. */
const latestDraft = async (admin: ApiClient): Promise<string> => {
  const books = (await admin.get('/api/admin/rulebooks')).body as readonly {
    readonly drafts: readonly { readonly id: string }[]
  }[]
  return books[0]?.drafts[0]?.id ?? randomUUID()
}

const importAdvertisement = async (garbo: FuzzedGarbo): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-ads-'))
  const file = join(folder, 'ads.json')
  const advertisement = {
    linkId: 'vino',
    advertiserName: 'Cantina Bellavista',
    name: 'Vino',
    clickUrl: 'https://vino.example/',
  }
  writeFileSync(file, JSON.stringify([advertisement]))
  await runOperatorCommand(garbo, 'ads', 'import', file)
  rmSync(folder, { recursive: true })
}

const signUpCast = async (garbo: FuzzedGarbo, name: string, staff: Cast['staff']): Promise<Cast> => {
  const client = (suffix: string) => signUpClient(garbo, name + suffix)
  const [venue, secondVenue] = [await signUpBusiness(garbo, `${name}v`), await signUpBusiness(garbo, `${name}w`)]
  const [guest, other, leaver] = [await client('c'), await client('d'), await client('e')]
  return {
    venue,
    secondVenue,
    guest,
    other,
    leaver,
    spare: await client('f'),
    suspects: [await client('g'), await client('h')],
    staff,
  }
}

/** What the witness posts about the newest checkpoint. */
const cosignNewest = async (garbo: FuzzedGarbo) => {
  const { body } = await garbo.visitor().get('/api/audit/checkpoints?limit=1')
  const [{ treeSize, note } = { treeSize: 0, note: '' }] = body as { treeSize: number; note: string }[]
  return { treeSize, line: cosign(partsOfNote(note)?.text ?? '', witness, Date.now()) }
}

/** Lets the accounts use every part of Garbo once, and returns the ids of what they wrote. */
const writeEverything = async (garbo: FuzzedGarbo, name: string, cast: Cast) => {
  const { venue, guest, other, leaver } = cast
  const accounts = await useAccounts(garbo, name, cast)
  const reviews = await writeReviews(cast)
  const contents = { ...reviews, ...(await moderate(cast, reviews)), ...(await useTheRest(cast)) }
  const signIns = await prepareSignIns(garbo, cast)
  return {
    ids: {
      businessId: venue.id,
      businessEmail: venue.email,
      clientId: guest.clientId,
      clientEmail: guest.email,
      otherEmail: other.email,
      leaverEmail: leaver.email,
      ...accounts,
      ...contents,
      ...signIns.ids,
    },
    bodies: { ...signIns.bodies, addCosignature: await cosignNewest(garbo) },
  }
}
