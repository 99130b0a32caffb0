import { setImmediate as turn } from 'node:timers/promises'
import type { EventStore, RecordedEvent } from '../../application/ports/event-store.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'

export interface LogPage {
  readonly events: readonly RecordedEvent[]
  /** True if more of the log follows; false means the reader has caught up. */
  readonly more: boolean
}

/**
 * Pages of the log after a position: existing events in pages of `limit`, prefetching the next; then one page with
 * `more: false`, possibly empty; then new events as they arrive.
 */
export async function* readLogPages(
  store: Pick<EventStore, 'readAll' | 'subscribe'>,
  after: Position | null,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<LogPage> {
  let position = after
  let next = store.readAll(position, limit)()
  for (let more = true; more && !signal.aborted;) {
    const page = await next
    if (E.isLeft(page)) {
      const { type } = page.left
      const reason = type === 'Detached' ? page.left.why : `the event log is unavailable: ${type}`
      throw new Error(reason, { cause: page.left })
    }
    const events = page.right
    position = events.at(-1)?.position ?? position
    more = events.length === limit
    if (more) {
      next = store.readAll(position, limit)()
      // lets the prefetch be sent before the consumer occupies the event loop
      await turn()
    }
    if (!signal.aborted) yield { events, more }
  }
  for await (const events of store.subscribe(position, signal)) yield { events, more: false }
}
