import type { Query } from './query.ts'
import { addTypes, types } from './statements.ts'

/** Event types by number, as the log keeps them: known ones are never asked for twice. */
export interface EventTypes {
  /** Of a type that was added. */
  readonly numberOf: (name: string) => number
  readonly nameOf: (number: string) => string | undefined
  /** Afterwards every type of the log is known. */
  readonly learn: (query: Query) => Promise<void>
  /** Afterwards these are types of the log. */
  readonly add: (query: Query, names: readonly string[]) => Promise<void>
}

export const eventTypes = (): EventTypes => {
  const numbers = new Map<string, number>()
  const names = new Map<string, string>()
  const learn = async (query: Query) => {
    for (const [number, name] of await query(types, [])) {
      if (typeof number !== 'string' || typeof name !== 'string') continue
      numbers.set(name, Number(number))
      names.set(number, name)
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
    add: async (query, wanted) => {
      const unknown = new Set(wanted.filter((name) => !numbers.has(name)))
      if (unknown.size === 0) return
      await query(addTypes, [[...unknown]])
      await learn(query)
    },
  }
}
