import type { NewEvent } from '../../../application/ports/event-store.ts'
import type { Query } from './query.ts'
import { addTypes, types } from './statements.ts'

/** Event types by number, as the log keeps them: known ones are never asked for twice. */
export interface EventTypes {
  readonly nameOf: (number: number) => string | undefined
  /** Afterwards every type of the log is known. */
  readonly learn: (query: Query) => Promise<void>
  /** Afterwards the types of all these events are types of the log; answers the number of each. */
  readonly add: (
    query: Query,
    appends: readonly { readonly events: readonly NewEvent[] }[],
  ) => Promise<(name: string) => number>
  /** This may be another log by now. */
  readonly forget: () => void
}

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
    add: async (query, appends) => {
      // Whatever is forgotten meanwhile: these are the numbers of the log that was asked.
      const asked = known
      const unknown = new Set<string>()
      for (const { events } of appends) for (const { type } of events) if (!asked.numbers.has(type)) unknown.add(type)
      if (unknown.size > 0) {
        await query(addTypes, [[...unknown]])
        await learn(query, asked)
      }
      return (name) => {
        const number = asked.numbers.get(name)
        if (number === undefined) throw new Error(`the log does not know the event type ${name}`)
        return number
      }
    },
    forget: () => {
      known = nothing()
    },
  }
}

const nothing = () => ({ numbers: new Map<string, number>(), names: new Map<number, string>() })
