import { catalogue, type DomainEvent } from '../../application/catalogue.ts'
import { faultsFound } from '../../application/audit/faults.ts'
import type { History, Unreadable } from '../../application/history.ts'
import type { RecordedEvent } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { unreadable } from '../projections/opened.ts'

type Decoded = E.Either<Unreadable, Recorded<DomainEvent>>

/** Reads every event as today's code would, personal fields left sealed. */
export const readabilityOf = (history: Pick<History, 'decode'>) => {
  const faults = faultsFound()
  const types = new Set<string>()

  /** Text that is no JSON throws: then each is tried by itself. */
  const decoded = async (events: readonly RecordedEvent[]): Promise<readonly Decoded[] | null> => {
    try {
      const outcome = await history.decode(catalogue, events, 'blank')()
      return E.isRight(outcome) ? outcome.right : null
    } catch {
      return null
    }
  }
  const oneByOne = async (events: readonly RecordedEvent[]): Promise<readonly (Decoded | null)[]> =>
    Promise.all(events.map(async (event) => (await decoded([event]))?.[0] ?? null))

  return {
    faults,
    types: () => types.size,
    /** Those that can be read. */
    read: async (events: readonly RecordedEvent[]): Promise<readonly Recorded<DomainEvent>[]> => {
      const all = (await decoded(events)) ?? (await oneByOne(events))
      return events.flatMap(({ stream, position, type }, n) => {
        types.add(type)
        const one = all[n] ?? null
        if (one !== null && E.isRight(one)) return [one.right]
        faults.add({ stream, position, what: one === null ? `${type} is not written as JSON` : unreadable(one.left) })
        return []
      })
    },
  }
}
