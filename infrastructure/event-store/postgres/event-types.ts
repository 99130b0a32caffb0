import type { NewEvent } from '../../../application/ports/event-store.ts'
import type { Query } from './query.ts'
import { addTypes, types } from './statements.ts'

/** Event types by number, as the log keeps them: known ones are never asked for twice. */
export interface EventTypes {
  readonly nameOf: (number: number) => string | undefined
  /** Afterwards every type of the log is known. */
  readonly learn: (query: Query) => Promise<void>
  /** The number of each type of these events; null when the log may not know one of them. */
  readonly numbersOf: (appends: Appends) => NumberOf | null
  /** The same; afterwards they are types of the log. */
  readonly add: (query: Query, appends: Appends) => Promise<NumberOf>
  /** This may be another log by now. */
  readonly forget: () => void
}

type Appends = readonly { readonly events: readonly NewEvent[] }[]
type NumberOf = (type: string) => number

export const eventTypes = (): EventTypes => {
  let known = nothing()
  const learn = async (query: Query, { numbers, names } = known) => {
    for (const [number, name] of await query(types, [])) {
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
      return appends.every(({ events }) => events.every(({ type }) => numbers.has(type))) ? numberIn(known) : null
    },
    add: async (query, appends) => {
      // Whatever is forgotten meanwhile: these are the numbers of the log that was asked.
      const asked = known
      const named = new Set(appends.flatMap(({ events }) => events.map(({ type }) => type)))
      await query(addTypes, [[...named].filter((type) => !asked.numbers.has(type))])
      await learn(query, asked)
      return numberIn(asked)
    },
    forget: () => {
      known = nothing()
    },
  }
}

const numberIn =
  ({ numbers }: Known): NumberOf =>
  (type) => {
    const number = numbers.get(type)
    if (number === undefined) throw new Error(`the log does not know the event type ${type}`)
    return number
  }

const nothing = () => ({ numbers: new Map<string, number>(), names: new Map<number, string>() })
type Known = ReturnType<typeof nothing>
