import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { letterSaying } from '../support/letters.ts'
import { registeredBusiness, registeredClient } from '../support/people.ts'
import { freePort } from '../support/ports.ts'
import { visitor, type Visitor } from '../support/visitor.ts'
import { seats } from './people.ts'
import { startGarbo } from './process.ts'

/** Reviews that came within a day, from people who had come the same day. */
const wave = [
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
const houses = [
  ['rosa', 'Locanda Rosa'],
  ['mario', 'Masseria Mario'],
  ['lia', 'Villa Lia'],
] as const
const guests = [
  ['ana', 'Ana', 'Bianchi'],
  ['giulia', 'Giulia', 'Ferri'],
  ['tommaso', 'Tommaso', 'De Santis'],
] as const

type House = (typeof houses)[number][0]
type Guest = (typeof guests)[number][0]
type Who = House | Guest | Lowercase<(typeof wave)[number][0]>

export interface Person {
  readonly browser: Visitor
  readonly email: string
  /** Of the account of a business, of the client otherwise. */
  readonly id: string
}

export const does = async <A = { readonly id: string }>(
  { browser }: Person,
  method: 'POST' | 'PATCH' | 'PUT',
  path: string,
  body: object,
): Promise<A> => {
  const answer = await browser.send(method, path, body, browser.intent())
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body as A
}

export const reviewed = (who: Person, house: Person, rating: number, comment: string, reasonCode = 'SERVICE') =>
  does(who, 'POST', '/api/reviews', { targetType: 'BUSINESS', targetId: house.id, rating, comment, reasonCode })

/** Two days of a venue: yesterday a wave broke over it; this morning Garbo is started again. */
export const twoDays = async () => {
  const database = await testDatabase()
  const settings = { DATABASE_URL: database.url, GARBO_MASTER_KEY: randomBytes(32).toString('base64') }
  const yesterday = await startGarbo({ ...settings, PORT: String(await freePort()), GARBO_CLOCK_OFFSET_DAYS: '-1' })
  const people = await register(yesterday)
  const cast = (name: Who): Person => people.get(name) ?? nobody(name)
  for (const [name, comment] of wave) await reviewed(cast(lower(name)), cast('rosa'), 1, comment, 'OTHER')
  for (const name of ['mario', 'lia'] as const)
    await yesterday.operator('role', 'grant', cast(name).email, 'MODERATORE')
  await yesterday.stop()
  const garbo = await startGarbo({ ...settings, PORT: new URL(yesterday.address).port })
  return {
    address: garbo.address,
    cast,
    /** Sits down before a screen of their own, signed in already. */
    seats: (page: Page, who: Person) => seats(page, garbo.address, who.browser),
    letter: (who: Person, what: RegExp) => letterSaying(who.browser, who.email, what),
    sweep: async () => {
      await garbo.sweep()
      await database.drop()
    },
  }
}

const lower = <S extends string>(name: S) => name.toLowerCase() as Lowercase<S>
const nobody = (name: string): never => {
  throw new Error(`nobody is called ${name}`)
}

const register = async ({ address }: { readonly address: string }) => {
  const door = { visitor: () => visitor(address) }
  const people = new Map<string, Person>()
  const all = [
    ...houses.map(([key, businessName]) => async () => {
      people.set(key, await registeredBusiness(door, key, { businessName }))
    }),
    ...[...guests, ...wave.map(([name]) => [lower(name), name, 'Rossi'] as const)].map(
      ([key, firstName, lastName]) =>
        async () => {
          const { clientId, ...person } = await registeredClient(door, key, { firstName, lastName })
          people.set(key, { ...person, id: clientId })
        },
    ),
  ]
  await Promise.all(all.map((one) => one()))
  return people
}
