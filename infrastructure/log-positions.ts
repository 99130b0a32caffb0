import type { EventStore } from '../application/ports/event-store.ts'
import type { LogPositions } from '../application/ports/log-positions.ts'
import type { Position } from '../domain/kernel/event-envelope.ts'
import { E } from '../domain/kernel/fp.ts'

/**
 * Remembers the highest known position. Beyond it one query is in flight at a time, and one more serves those who ask
 * in the meantime: the result is never older than the question.
 */
export const logPositions = (store: Pick<EventStore, 'head'>): LogPositions => {
  let highest: Position = ''
  let inFlight: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  const record = (position: Position) => {
    if (position > highest) highest = position
  }
  const loadHead = async () => {
    next = null
    const head = await store.head()()
    if (E.isLeft(head)) throw new Error('The event log is unavailable', { cause: head.left })
    if (head.right !== null) record(head.right)
  }
  const refresh = () => {
    next ??= inFlight.catch(() => undefined).then(loadHead)
    inFlight = next
    return next
  }

  return {
    record,
    isReached: async (position) => {
      if (position > highest) await refresh()
      return position <= highest
    },
  }
}
