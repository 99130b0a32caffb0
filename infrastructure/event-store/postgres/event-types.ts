import type { NewEvent } from '../../../application/ports/event-store.ts'
import type { Query } from './query.ts'
import { addTypes, types } from './statements.ts'

/** Event types by number, as the log keeps them: known ones are never asked for twice. */
export interface EventTypes {
  /** Of a type that was added. */
  readonly numberOf: (name: string) => number
  readonly nameOf: (number: number) => string | undefined
  /** Afterwards every type of the log is known. */
  readonly learn: (query: Query) => Promise<void>
  /** Afterwards the types of all these events are types of the log. */
  readonly add: (query: Query, appends: readonly { readonly events: readonly NewEvent[] }[]) => Promise<void>
}

export const eventTypes = (): EventTypes => {
  const numbers = new Map<string, number>()
  const names = new Map<number, string>()
  const learn = async (query: Query) => {
    for (const [number, name] of await query(types, [])) {
      if (typeof number !== 'string' || typeof name !== 'string') continue
      numbers.set(name, Number(number))
      names.set(Number(number), name)
    }
  }
  return {
    numberOf: (name) => {
      const number = numbers.get(name)
      if (number === undefined) throw new Error(`the log does not know the event type ${name}`)
      return number
    },
    nameOf: (number) => names.get(number),
    learn,
    add: async (query, appends) => {
      const unknown = new Set<string>()
      for (const { events } of appends) for (const { type } of events) if (!numbers.has(type)) unknown.add(type)
      if (unknown.size === 0) return
      await query(addTypes, [[...unknown]])
      await learn(query)
    },
  }
}
