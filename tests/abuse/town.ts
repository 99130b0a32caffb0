import { runOperatorCommand, type startTestGarbo } from '../support/test-garbo.ts'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'

/** What the rules are in production, where they are off or shorter elsewhere. */
export const productionRules = {
  VENUE_COUNTS_AFTER_DAYS: '14',
  FLAGGER_MIN_AGE_DAYS: '7',
  BURST_GUARD: 'on',
  WALLET_HOLD_HOURS: '48',
  RATING_STAY_MAX_DAYS: '90',
  RATING_COUNTS_EVERY_DAYS: '30',
  RATINGS_PER_VENUE_DAY: '50',
  REVIEW_INTERVAL_DAYS: '7',
} as const

export type AttackedGarbo = Pick<Awaited<ReturnType<typeof startTestGarbo>>, 'address' | 'config'>

export interface Person {
  readonly browser: ApiClient
  readonly email: string
  /** Account id of a business, client id of a client. */
  readonly id: string
}

/** The accounts of one scheme, and what it has cost so far. */
export const townOf = (garbo: AttackedGarbo, scheme: string) => {
  const readAfter = { position: '' }
  const cost = { accounts: 0, requests: 0 }
  const visitor = (): ApiClient => counted(apiClient(garbo.address, garbo.address, readAfter), () => cost.requests++)
  const named = (name: string) => `${scheme}.${name}`
  const business = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<Person> => {
    cost.accounts++
    return signUpBusiness({ visitor }, named(name), more)
  }
  const client = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<Person> => {
    cost.accounts++
    const { clientId, ...person } = await signUpClient({ visitor }, named(name), more)
    return { ...person, id: clientId }
  }
  return {
    cost,
    visitor,
    business,
    client,
    clients: async (count: number, name: string): Promise<readonly Person[]> => {
      const people: Person[] = []
      for (let n = 0; n < count; n++) people.push(await client(`${name}${n}`))
      return people
    },
    /** Only the operator appoints staff. */
    moderator: async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<Person> => {
      const person = await business(name, more)
      await runOperatorCommand(garbo, 'role', 'grant', person.email, 'MODERATORE')
      return person
    },
  }
}
export type Town = ReturnType<typeof townOf>

const counted = (client: ApiClient, count: () => void): ApiClient => ({
  ...client,
  get: (path) => (count(), client.get(path)),
  post: (path, body, headers) => (count(), client.post(path, body, headers)),
  patch: (path, body) => (count(), client.patch(path, body)),
  send: (method, path, body, headers) => (count(), client.send(method, path, body, headers)),
})
