import { setImmediate as turn } from 'node:timers/promises'
import type { EventStore, RecordedEvent } from '../../application/ports/event-store.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'

export interface LogPage {
  readonly events: readonly RecordedEvent[]
  /** More of the log is known to lie behind this page; once false, the reader had caught up. */
  readonly more: boolean
}

/**
 * The log after a position: first what is there, in pages of `limit`, the next one read while this one is worked on;
 * then one page with `more: false`, which may be empty; then what happens, as it happens.
 */
export async function* readLogPages(
  store: Pick<EventStore, 'readAll' | 'subscribe'>,
  after: Position | null,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<LogPage> {
  let reached = after
  let next = store.readAll(reached, limit)()
  for (let more = true; more && !signal.aborted;) {
    const page = await next
    if (E.isLeft(page)) throw new Error(`the log cannot be read: ${page.left.type}`, { cause: page.left })
    const events = page.right
    reached = events.at(-1)?.position ?? reached
    more = events.length === limit
    if (more) {
      next = store.readAll(reached, limit)()
      // sent before work on this page begins: it sets out at the next turn, and whoever works takes none
      await turn()
    }
    if (!signal.aborted) yield { events, more }
  }
  for await (const events of store.subscribe(reached, signal)) yield { events, more: false }
}
