import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import type { Clock, NewId } from '../application/ports/clock.ts'
import type { Instant } from '../domain/kernel/primitives.ts'

const dayInMs = 86_400_000

/** The system clock, optionally shifted by whole days to test timers. */
export const systemClock =
  (offsetDays = 0): Clock =>
  () =>
    new Date(Date.now() + offsetDays * dayInMs).toISOString() as Instant

/** Time-ordered UUIDs (v7): rows written together are stored next to each other. */
export const newId: NewId = () => v7()

/** Omits 0, O, 1, I and L, which are easily confused when a code is read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 10

/**
 * A random reward code with about 49 bits of entropy.
 * @rule V-51 format of a reward code
 * @rule Q-65 reward codes cannot be guessed
 */
export const newRewardCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
