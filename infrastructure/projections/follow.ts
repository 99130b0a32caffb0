import type { Cursor } from './checkpoint.ts'
import type { Lease } from './leases.ts'
import { pagesAfter, type Page } from './pages.ts'
import type { Outcome } from './projector.ts'
import type { Reading } from './reading.ts'

export interface Follower {
  readonly lease: Lease
  readonly cursor: Cursor
  readonly take: (page: Page) => Promise<Outcome>
  /** Events read at once while catching up. */
  readonly pageSize: number
  /** Asked whenever all there was has been read; true ends it. */
  readonly caughtUp?: () => Promise<boolean>
}

/** Takes page after page until the checkpoint is lost, an event cannot be taken, `caughtUp` is content or `signal` aborts. */
export const follow = async (reading: Reading, follower: Follower, signal: AbortSignal): Promise<Outcome> => {
  const { lease, cursor, take, pageSize, caughtUp } = follower
  const until = AbortSignal.any([signal, lease.lost, cursor.outrun.signal])
  for await (const page of pagesAfter(reading.store, cursor.stored, pageSize, until)) {
    const outcome = await take(page)
    if (outcome.type !== 'Moved') return outcome
    if (!page.more && (await caughtUp?.())) return outcome
  }
  return { type: 'Overtaken' }
}
