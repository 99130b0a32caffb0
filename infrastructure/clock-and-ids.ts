import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import type { Clock, NewId } from '../application/ports/clock.ts'
import type { Instant } from '../domain/kernel/primitives.ts'

const dayInMs = 86_400_000

/** The machine's clock, shifted by whole days where timers are tried out. */
export const systemClock =
  (offsetDays = 0): Clock =>
  () =>
    new Date(Date.now() + offsetDays * dayInMs).toISOString() as Instant

/** Time-ordered UUIDs: rows written together lie together. */
export const newId: NewId = () => v7()

/** No 0, O, 1, I, L: a code is read out at a till. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 10

/** A reward code nobody can guess: about 49 random bits (V-51, Q-65). */
export const newRewardCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
