import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import type { NewId } from '../application/ports/clock.ts'

/** Time-ordered UUIDs: rows written together lie together. */
export const newId: NewId = () => v7()

/** No 0, O, 1, I, L: a code is read out at a till. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 10

/** A reward code nobody can guess: about 49 random bits (V-51, Q-65). */
export const newRewardCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
