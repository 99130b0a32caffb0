import type { History, Unreadable } from '../../application/history.ts'
import type { RecordedEvent } from '../../application/ports/event-store.ts'
import type { AnyEvent, EventFamily } from '../../domain/kernel/event.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { reasonOf } from './fold.ts'

/** Opens and decodes events; a left says why one of them can never be read. Throws when the keys are out of reach. */
export const opened = async (
  history: Pick<History, 'decode'>,
  family: EventFamily<AnyEvent>,
  events: readonly RecordedEvent[],
  privacy: 'open' | 'blank',
): Promise<E.Either<string, readonly Recorded[]>> => {
  const decoded = E.tryCatch(() => history.decode(family, events, privacy), reasonOf)
  if (E.isLeft(decoded)) return decoded
  const outcome = await decoded.right()
  if (E.isLeft(outcome)) throw new Error(`events cannot be opened: ${outcome.left.type}`, { cause: outcome.left })
  return E.mapLeft(unreadable)(E.sequenceArray(outcome.right))
}

/** Names the fields, never what stands in them. */
export const unreadable = ({ eventType, errors }: Unreadable): string => {
  const places = (errors ?? []).map(({ context }) => context.flatMap(({ key }) => (key === '' ? [] : [key])).join('.'))
  return places.length === 0
    ? `${eventType} is unknown here`
    : `${eventType} cannot be read: ${[...new Set(places)].slice(0, 5).join(', ')}`
}
