import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Passkeys, Registrant } from '../../../application/accounts/ports.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresPasskeys } from '../../../infrastructure/accounts/passkeys.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { newId } from '../../../infrastructure/clock-and-ids.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import {
  type CeremonyRequest,
  certifiedAttestation,
  selfAttestation,
  softwareAuthenticator,
  type Tampering,
} from '../../support/accounts/authenticator.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const origin = 'http://localhost:3000'
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 10, 0, seconds)).toISOString() as Instant
const ana: Registrant = { accountId: 'ana', kind: 'client', session: 'session-1' }

let database: TestDatabase
let passkeys: Passkeys
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [accessMigrations])
  passkeys = postgresPasskeys(database.queries, { site: () => ({ origin, rpId: 'localhost' }), newId })
})
afterAll(() => database.drop())

type Authenticator = ReturnType<typeof softwareAuthenticator>
type Sent = ReturnType<Authenticator['register']>
type Signed = ReturnType<Authenticator['authenticate']>

const right = async <A>(task: () => Promise<E.Either<unknown, A>>): Promise<A> => {
  const done = await task()
  if (E.isLeft(done)) throw new Error('The store failed', { cause: done.left })
  return done.right
}
const asked = async (from: ReturnType<Passkeys['beginSignIn']>): Promise<CeremonyRequest> => {
  const { challenge, sessionId } = await right(from)
  return { challenge: Buffer.from(challenge).toString('base64'), sessionId }
}
const registration = (who = ana, seconds = 0) => asked(passkeys.beginRegistration(who, at(seconds)))
const signIn = (seconds = 0, kind: 'business' | 'client' = 'client') => asked(passkeys.beginSignIn(kind, at(seconds)))
const send = ({ sessionId, deviceName, ...bytes }: Sent, who = ana, seconds = 0, device = 'browser-1') =>
  right(
    passkeys.register(
      who,
      {
        sessionId,
        deviceName,
        device,
        credentialId: Uint8Array.from(bytes.credentialId),
        attestationObject: Uint8Array.from(bytes.attestationObject),
        clientDataJSON: Uint8Array.from(bytes.clientDataJSON),
      },
      at(seconds),
    ),
  )
const judge = ({ sessionId, userHandle, ...bytes }: Signed, seconds = 0) =>
  right(
    passkeys.verify(
      {
        sessionId,
        credentialId: Uint8Array.from(bytes.credentialId),
        authenticatorData: Uint8Array.from(bytes.authenticatorData),
        clientDataJSON: Uint8Array.from(bytes.clientDataJSON),
        signature: Uint8Array.from(bytes.signature),
        userHandle: userHandle === null ? null : Uint8Array.from(userHandle),
      },
      at(seconds),
    ),
  )
/** An authenticator with a registered passkey. */
const known = async (who = ana, options: Partial<Parameters<typeof softwareAuthenticator>[0]> = {}) => {
  const authenticator = softwareAuthenticator({ origin, ...options })
  expect(await send(authenticator.register(await registration(who)), who)).toBe('registered')
  return authenticator
}

describe('Registering a passkey (Q-15, A-19)', () => {
  it.each(['ES256', 'RS256'] as const)('C-07: %s keys are stored and can sign in', async (algorithm) => {
    const authenticator = await known(ana, { algorithm })
    expect(await judge(authenticator.authenticate(await signIn()))).toBe('ana')
  })

  const lies: readonly (readonly [string, Tampering])[] = [
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another origin that begins alike', { origin: 'http://localhost:3000.example' }],
    ['another domain', { rpId: 'example.it' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64') }],
    ['the other ceremony', { type: 'webauthn.get' }],
    ['nobody recognised (V-33)', { userVerified: false }],
    ['a credential the attestation does not name', { credentialId: Buffer.alloc(32, 7) }],
    ['an attestation nobody can read', { attestation: () => ({ fmt: 'unheard-of', attStmt: new Map() }) }],
  ]
  it.each(lies)('%s is refused', async (_, lie) => {
    const authenticator = softwareAuthenticator({ origin })
    expect(await send(authenticator.register(await registration(), lie))).toBe('refused')
    expect(await judge(authenticator.authenticate(await signIn()))).toBeNull()
  })

  it('C-07: a key with an algorithm that was not offered is refused', async () => {
    const authenticator = softwareAuthenticator({ origin, algorithm: 'EdDSA' })
    expect(await send(authenticator.register(await registration()))).toBe('refused')
  })

  it('self-attestation is accepted, a manufacturer’s certificate is refused', async () => {
    const own = softwareAuthenticator({ origin })
    const vouched = own.register(await registration(), { attestation: selfAttestation(own.privateKey) })
    expect(await send(vouched)).toBe('registered')
    const another = softwareAuthenticator({ origin })
    const forged = another.register(await registration(), { attestation: selfAttestation(own.privateKey) })
    expect(await send(forged)).toBe('refused')
    expect(await send(another.register(await registration(), { attestation: certifiedAttestation() }))).toBe('refused')
  })

  it('malformed bytes are refused without an error', async () => {
    const sent = softwareAuthenticator({ origin }).register(await registration())
    expect(await send({ ...sent, attestationObject: [1, 2, 3] })).toBe('refused')
    expect(await send({ ...sent, clientDataJSON: [0] })).toBe('refused')
  })

  it('a challenge can be used once, even with the right response', async () => {
    const challenge = await registration()
    const authenticator = softwareAuthenticator({ origin })
    expect(await send(authenticator.register(challenge, { origin: 'http://elsewhere.example' }))).toBe('refused')
    expect(await send(authenticator.register(challenge))).toBe('refused')
  })

  it('C-04: a challenge is valid for less than 60 seconds', async () => {
    const authenticator = softwareAuthenticator({ origin })
    expect(await send(authenticator.register(await registration()), ana, 60)).toBe('refused')
    expect(await send(authenticator.register(await registration()), ana, 59)).toBe('registered')
  })

  it.each<[string, Registrant]>([
    ['another session of the same account', { ...ana, session: 'session-2' }],
    ['another account', { ...ana, accountId: 'eva' }],
  ])('a challenge cannot be used by %s', async (_, thief) => {
    const authenticator = softwareAuthenticator({ origin })
    expect(await send(authenticator.register(await registration()), thief)).toBe('refused')
  })

  it('a sign-in challenge cannot register a passkey, and vice versa', async () => {
    const authenticator = await known()
    expect(await send(softwareAuthenticator({ origin }).register(await signIn()))).toBe('refused')
    expect(await judge(authenticator.authenticate(await registration()))).toBeNull()
  })

  it('an existing credential cannot be registered again and stays with its owner', async () => {
    const authenticator = await known()
    const eva: Registrant = { accountId: 'eva', kind: 'client', session: 'session-9' }
    expect(await send(authenticator.register(await registration(eva)), eva)).toBe('taken')
    expect(await judge(authenticator.authenticate(await signIn()))).toBe('ana')
  })
})

describe('Signing in with a passkey (Q-15, A-21)', () => {
  const lies: readonly (readonly [string, (authenticator: Authenticator) => Tampering])[] = [
    ['another origin', () => ({ origin: 'https://localhost:3000' })],
    ['another domain', () => ({ rpId: 'localhost.example' })],
    ['another challenge', () => ({ challenge: Buffer.alloc(32, 1).toString('base64') })],
    ['the other ceremony', () => ({ type: 'webauthn.create' })],
    ['nobody recognised (V-33)', () => ({ userVerified: false })],
    ['a count that went back', () => ({ counter: 0 })],
    ['a count that stands still', () => ({ counter: 1 })],
    ['somebody else’s name', () => ({ userHandle: 'eva' })],
    ['a credential nobody has', () => ({ credentialId: Buffer.alloc(32, 9) })],
    ['another key', () => ({ signedBy: softwareAuthenticator({ origin }).privateKey })],
  ]
  it.each(lies)('%s is refused, and the owner can still sign in', async (_, lie) => {
    const authenticator = await known()
    expect(await judge(authenticator.authenticate(await signIn(), lie(authenticator)))).toBeNull()
    expect(await judge(authenticator.authenticate(await signIn(), { userHandle: 'ana' }))).toBe('ana')
  })

  it('a repeated response is refused', async () => {
    const authenticator = await known()
    const signed = authenticator.authenticate(await signIn())
    expect([await judge(signed), await judge(signed)]).toEqual(['ana', null])
    const later = await signIn()
    expect(await judge({ ...signed, sessionId: later.sessionId })).toBeNull()
  })

  it('C-04: an expired challenge is refused', async () => {
    const authenticator = await known()
    expect(await judge(authenticator.authenticate(await signIn()), 60)).toBeNull()
    expect(await judge(authenticator.authenticate(await signIn()), 59)).toBe('ana')
  })

  it('P-02: a client’s passkey cannot sign a business in', async () => {
    const authenticator = await known()
    expect(await judge(authenticator.authenticate(await signIn(0, 'business')))).toBeNull()
  })

  it('synced passkeys have no counter and can sign in repeatedly', async () => {
    const authenticator = await known(ana, { countsUses: false })
    for (let n = 0; n < 3; n++) expect(await judge(authenticator.authenticate(await signIn()))).toBe('ana')
  })

  it('of two responses with the same counter one is refused as a copy', async () => {
    const authenticator = await known()
    const challenges = await Promise.all(Array.from({ length: 10 }, () => signIn()))
    const judged = await Promise.all(challenges.map((one) => judge(authenticator.authenticate(one, { counter: 2 }))))
    expect(judged.filter((whose) => whose === 'ana')).toHaveLength(1)
  })

  it('a removed passkey cannot sign in, and only its owner can remove it', async () => {
    const iris: Registrant = { ...ana, accountId: 'iris' }
    const authenticator = await known(iris)
    const [own] = await right(passkeys.listOf('iris'))
    expect(own).toMatchObject({ deviceName: 'Chrome su Android', createdAt: at(0), usedAt: null })
    expect(await right(passkeys.remove('ana', own?.id ?? ''))).toBe(false)
    expect(await judge(authenticator.authenticate(await signIn(5)), 5)).toBe('iris')
    expect(await right(passkeys.listOf('iris'))).toMatchObject([{ usedAt: at(5) }])
    expect(await right(passkeys.remove('iris', own?.id ?? ''))).toBe(true)
    expect(await judge(authenticator.authenticate(await signIn()))).toBeNull()
  })

  it('Q-17: passkeys made in one browser are removed together', async () => {
    const olga: Registrant = { ...ana, accountId: 'olga' }
    const [here, there] = [softwareAuthenticator({ origin }), softwareAuthenticator({ origin })]
    await send(here.register(await registration(olga)), olga, 0, 'browser-1')
    await send(there.register(await registration(olga)), olga, 0, 'browser-2')
    await right(passkeys.removeFromDevice('olga', 'browser-1'))
    expect(await judge(here.authenticate(await signIn()))).toBeNull()
    expect(await judge(there.authenticate(await signIn()))).toBe('olga')
    await right(passkeys.deleteAllOf('olga'))
    expect(await right(passkeys.listOf('olga'))).toEqual([])
  })
})

describe('Stored challenges', () => {
  it('reveal neither the challenge nor the account, and expired ones are deleted', async () => {
    await database.pool.query('delete from access.passkey_challenges')
    const { challenge, sessionId } = await registration()
    const { rows } = await database.pool.query<{ row: string }>(
      'select c::text as row from access.passkey_challenges c',
    )
    const bytes = Buffer.from(challenge, 'base64')
    for (const form of [challenge, bytes.toString('hex'), sessionId, Buffer.from(sessionId).toString('hex')])
      expect(rows[0]?.row).not.toContain(form)
    expect(await right(passkeys.sweep(at(59)))).toBe(0)
    expect(await right(passkeys.sweep(at(60)))).toBe(1)
  })
})
