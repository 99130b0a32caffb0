import { setTimeout as sleep } from 'node:timers/promises'
import { moveOver, stop, type Cursor, type Poison } from './checkpoint.ts'
import { reasonOf } from './fold.ts'
import type { Lease } from './leases.ts'
import type { Reading } from './reading.ts'

/** How many milliseconds to wait before serving again. */
export type Rest = number

/** Serves whenever this process leads, until `signal` aborts; what is thrown is reported, and tried again after a pause. */
export const lead = async (
  reading: Reading,
  name: string,
  signal: AbortSignal,
  serve: (lease: Lease, until: AbortSignal) => Promise<Rest>,
): Promise<void> => {
  let failures = 0
  let failedAt = -Infinity
  while (!signal.aborted) {
    const lease = await reading.leases.hold(name, signal)
    if (lease === null) return
    const until = AbortSignal.any([signal, lease.lost])
    let rest = 0
    try {
      while (!until.aborted) await pause(await serve(lease, until), until)
    } catch (cause) {
      failures = performance.now() - failedAt > 60_000 ? 1 : failures + 1
      failedAt = performance.now()
      rest = Math.min(100 * 2 ** failures, 10_000)
      if (!until.aborted) reading.report({ reader: name, type: 'Unavailable', reason: reasonOf(cause), cause })
    }
    await reading.leases.release(lease)
    await pause(rest, signal)
  }
}

/** Writes down what holds a reader up, at the very place it has got to, and says so. */
export const standStill = async (reading: Reading, cursor: Cursor, poison: Poison): Promise<Rest> => {
  const { pool, moves } = reading
  await moves.withdraw(cursor)
  const { seen } = cursor
  if (seen !== null && seen !== cursor.stored) await moveOver(pool, [{ cursor, seen }])
  await stop(pool, cursor, poison)
  const { eventType, eventId, position, reason } = poison
  const why = `${eventType} ${eventId} at ${position}: ${reason}`
  reading.report({ reader: cursor.name, type: 'Stopped', reason: why })
  return reading.retryMs
}

/** Ends early, and quietly, when `signal` aborts. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
}
