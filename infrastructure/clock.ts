import type { Clock } from '../application/ports/clock.ts'
import type { Instant } from '../domain/kernel/primitives.ts'

const dayInMs = 86_400_000

/** The machine's clock, shifted by whole days where timers are tried out. */
export const systemClock =
  (offsetDays = 0): Clock =>
  () =>
    new Date(Date.now() + offsetDays * dayInMs).toISOString() as Instant
