import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { apiClient, type ApiClient } from '../support/api-client.ts'
import { testDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { waitForMessageMatching } from '../support/dev-mailbox.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { startGarboProcess } from './sandbox.ts'
import { useSessionOf } from './steps.ts'

/** Reviews submitted within a day by accounts created the same day. */
const waveReviews = [
  ['Carlo', 'Visto il video: mai e poi mai in un posto così.'],
  ['Elena', 'Non ci sono stata, ma il video dice tutto.'],
  ['Fabio', 'Una vergogna.'],
  ['Gianna', 'Boicottate questa locanda!'],
  ['Ivan', 'Una stella è già troppo.'],
  ['Laura', 'Condivido quello che scrivono gli altri.'],
  ['Marco', 'Dopo il video nessuno ci metterà più piede.'],
  ['Oscar', 'Zero rispetto per gli ospiti, si vede dal video.'],
  ['Paola', 'Da chiudere.'],
  ['Renzo', 'Mai stato, mai ci andrò.'],
] as const
const businesses = [
  ['rosa', 'Locanda Rosa'],
  ['mario', 'Masseria Mario'],
  ['lia', 'Villa Lia'],
] as const
const guests = [
  ['ana', 'Ana', 'Bianchi'],
  ['giulia', 'Giulia', 'Ferri'],
  ['tommaso', 'Tommaso', 'De Santis'],
] as const

type BusinessName = (typeof businesses)[number][0]
type ClientName = (typeof guests)[number][0]
type ParticipantName = BusinessName | ClientName | Lowercase<(typeof waveReviews)[number][0]>

export interface Participant {
  readonly browser: ApiClient
  readonly email: string
  /** Account id of a business, client id of a client. */
  readonly id: string
}

export const sendAs = async <A = { readonly id: string }>(
  { browser }: Participant,
  method: 'POST' | 'PATCH' | 'PUT',
  path: string,
  body: object,
): Promise<A> => {
  const answer = await browser.send(method, path, body, browser.idempotencyKey())
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body as A
}

export const postReview = (
  who: Participant,
  business: Participant,
  rating: number,
  comment: string,
  reasonCode = 'SERVICE',
) => sendAs(who, 'POST', '/api/reviews', { targetType: 'BUSINESS', targetId: business.id, rating, comment, reasonCode })

/** Two days of a business: it was review-bombed yesterday, and Garbo is restarted this morning. */
export const startReviewBombing = async () => {
  const database = await testDatabase()
  const settings = { DATABASE_URL: database.url, GARBO_MASTER_KEY: randomBytes(32).toString('base64') }
  const yesterday = await startGarboProcess({
    ...settings,
    PORT: String(await freePort()),
    GARBO_CLOCK_OFFSET_DAYS: '-1',
  })
  const people = await signUpParticipants(yesterday)
  const participant = (name: ParticipantName): Participant => people.get(name) ?? unknownParticipant(name)
  for (const [name, comment] of waveReviews)
    await postReview(participant(toLower(name)), participant('rosa'), 1, comment, 'OTHER')
  for (const name of ['mario', 'lia'] as const)
    await yesterday.operator('role', 'grant', participant(name).email, 'MODERATORE')
  await yesterday.stop()
  const garbo = await startGarboProcess({ ...settings, PORT: new URL(yesterday.address).port })
  return {
    address: garbo.address,
    participant,
    /** Signs a browser in as a participant. */
    signIn: (page: Page, who: Participant) => useSessionOf(page, garbo.address, who.browser),
    email: (who: Participant, what: RegExp) => waitForMessageMatching(who.browser, who.email, what),
    sweep: async () => {
      await garbo.sweep()
      await database.drop()
    },
  }
}

const toLower = <S extends string>(name: S) => name.toLowerCase() as Lowercase<S>
const unknownParticipant = (name: string): never => {
  throw new Error(`nobody is called ${name}`)
}

const signUpParticipants = async ({ address }: { readonly address: string }) => {
  const connection = { visitor: () => apiClient(address) }
  const people = new Map<string, Participant>()
  const all = [
    ...businesses.map(([key, businessName]) => async () => {
      // staff do not compete with the venue
      const businessType = key === 'rosa' ? 'hotel' : 'agriturismo'
      people.set(key, await signUpBusiness(connection, key, { businessName, businessType }))
    }),
    ...[...guests, ...waveReviews.map(([name]) => [toLower(name), name, 'Rossi'] as const)].map(
      ([key, firstName, lastName]) =>
        async () => {
          const { clientId, ...person } = await signUpClient(connection, key, { firstName, lastName })
          people.set(key, { ...person, id: clientId })
        },
    ),
  ]
  await Promise.all(all.map((one) => one()))
  return people
}
