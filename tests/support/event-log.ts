import type { DomainEvent } from '../../application/event-registry.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { TE } from '../../domain/kernel/fp.ts'

export type ReadLog = () => Promise<readonly EventEnvelope<DomainEvent>[]>

export type DataOf = <T extends DomainEvent['type']>(
  type: T,
) => readonly Extract<DomainEvent, { readonly type: T }>['data'][]

/** Queries over the events of a log. */
export interface EventLog {
  readonly read: ReadLog
  readonly query: <A>(answer: (dataOf: DataOf) => A) => TE.TaskEither<never, A>
}

/** Indexes the events by type as the log grows. */
export const eventLog = (read: ReadLog): EventLog => {
  const dataByType = new Map<string, unknown[]>()
  let indexed = 0
  const dataOf: DataOf = (type) => (dataByType.get(type) ?? []) as never
  const indexNewEvents = async () => {
    for (const { event } of (await read()).slice(indexed)) {
      indexed++
      const sameType = dataByType.get(event.type)
      if (sameType) sameType.push(event.data)
      else dataByType.set(event.type, [event.data])
    }
  }
  return {
    read,
    query: (answer) =>
      TE.fromTask(async () => {
        await indexNewEvents()
        return answer(dataOf)
      }),
  }
}
