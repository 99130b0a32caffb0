import type { NewEvent } from '../../../application/ports/event-store.ts'
import { addEventTypes, listEventTypes, type RunQuery } from './statements.ts'

/** Event types by number, as the log keeps them: known ones are never asked for twice. */
export interface EventTypes {
  readonly nameOf: (number: number) => string | undefined
  /** Afterwards every type of the log is known. */
  readonly learn: (query: RunQuery) => Promise<void>
  /** The number of each type of these events; null when the log may not know one of them. */
  readonly numbersOf: (appends: AppendedEvents) => NumberOf | null
  /** The same; afterwards they are types of the log. */
  readonly add: (query: RunQuery, appends: AppendedEvents) => Promise<NumberOf>
  /** This may be another log by now. */
  readonly forget: () => void
}

type AppendedEvents = readonly { readonly events: readonly NewEvent[] }[]
type NumberOf = (type: string) => number

export const eventTypes = (): EventTypes => {
  let known = emptyTypes()
  const learn = async (query: RunQuery, { numbers, names } = known) => {
    for (const [number, name] of await query(listEventTypes, [])) {
      if (typeof number !== 'string' || typeof name !== 'string') continue
      numbers.set(name, Number(number))
      names.set(Number(number), name)
    }
  }
  return {
    nameOf: (number) => known.names.get(number),
    learn: (query) => learn(query),
    numbersOf: (appends) => {
      const { numbers } = known
      return appends.every(({ events }) => events.every(({ type }) => numbers.has(type))) ? numberLookup(known) : null
    },
    add: async (query, appends) => {
      // Whatever is forgotten meanwhile: these are the numbers of the log that was asked.
      const asked = known
      const named = new Set(appends.flatMap(({ events }) => events.map(({ type }) => type)))
      await query(addEventTypes, [[...named].filter((type) => !asked.numbers.has(type))])
      await learn(query, asked)
      return numberLookup(asked)
    },
    forget: () => {
      known = emptyTypes()
    },
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
