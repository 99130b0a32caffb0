import { randomInt, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import type { Clock, NewId } from '../application/ports/clock.ts'
import type { Instant } from '../domain/kernel/primitives.ts'

const dayInMs = 86_400_000

/** Below this, processes on different machines agree well enough, and a correction would only add jitter. */
const toleratedSkewMs = 1_000

/**
 * The system clock, corrected by `skewMs` and optionally shifted by whole days to test timers. Processes that follow the
 * database's clock agree on the time whatever their machines say.
 */
export const systemClock =
  (offsetDays = 0, skewMs: () => number = () => 0, localMs: () => number = Date.now): Clock =>
  () => {
    const skew = skewMs()
    const correction = Math.abs(skew) > toleratedSkewMs ? skew : 0
    return new Date(localMs() + correction + offsetDays * dayInMs).toISOString() as Instant
  }

/** Time-ordered UUIDs (v7): rows written together are stored next to each other. */
export const newId: NewId = () => v7()

/** Random UUIDs (v4), for ids that reveal no time. @rule Q-60 */
export const newTimelessId: NewId = () => randomUUID()

/** Omits 0, O, 1, I and L, which are easily confused when a code is read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 10

/**
 * A random reward code with about 49 bits of entropy.
 * @rule V-51 format of a reward code
 * @rule Q-65 reward codes cannot be guessed
 */
export const newRewardCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
