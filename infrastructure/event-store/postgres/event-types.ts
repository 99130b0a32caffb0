import type { NewEvent } from '../../../application/ports/event-store.ts'
import { addEventTypes, listEventTypes, type RunQuery } from './statements.ts'

/** Caches the numbers the log assigns to event types. */
export interface EventTypes {
  /** Names of these numbers, loaded if one is not cached; empty if the log does not know the number. */
  readonly namesOf: (query: RunQuery, numbers: readonly number[]) => Promise<readonly string[]>
  /** Numbers for the types of these events; null if one is not cached. */
  readonly numbersOf: (appends: AppendedEvents) => NumberOf | null
  /** Adds missing types to the log and returns the numbers. */
  readonly add: (query: RunQuery, appends: AppendedEvents) => Promise<NumberOf>
  /** Empties the cache: the database may contain a different log. */
  readonly clear: () => void
}

type AppendedEvents = readonly { readonly events: readonly NewEvent[] }[]
type NumberOf = (type: string) => number

export const eventTypes = (): EventTypes => {
  let known = emptyTypes()
  return {
    namesOf: async (query, numbers) => {
      // as in `add`: `clear` must not take away the names that the query has loaded
      const queried = known
      if (numbers.some((number) => !queried.names.has(number))) await load(query, queried)
      return numbers.map((number) => queried.names.get(number) ?? '')
    },
    numbersOf: (appends) => {
      const { numbers } = known
      return appends.every(({ events }) => events.every(({ type }) => numbers.has(type))) ? numberLookup(known) : null
    },
    add: async (query, appends) => {
      // `clear` may replace `known` in the meantime; these numbers belong to the log that was queried.
      const queried = known
      const names = new Set(appends.flatMap(({ events }) => events.map(({ type }) => type)))
      await query(addEventTypes, [[...names].filter((type) => !queried.numbers.has(type))])
      await load(query, queried)
      return numberLookup(queried)
    },
    clear: () => {
      known = emptyTypes()
    },
  }
}

const load = async (query: RunQuery, { numbers, names }: KnownTypes) => {
  for (const [number, name] of await query(listEventTypes, [])) {
    if (typeof number !== 'string' || typeof name !== 'string') continue
    numbers.set(name, Number(number))
    names.set(Number(number), name)
  }
}

const numberLookup =
  ({ numbers }: KnownTypes): NumberOf =>
  (type) => {
    const number = numbers.get(type)
    if (number === undefined) throw new Error(`the log does not know the event type ${type}`)
    return number
  }

const emptyTypes = () => ({ numbers: new Map<string, number>(), names: new Map<number, string>() })
type KnownTypes = ReturnType<typeof emptyTypes>
