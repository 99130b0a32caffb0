import type { Instant } from '../../domain/kernel/primitives.ts'

export type Clock = () => Instant
/** Makes an id no one else has: time-ordered, so that rows written together lie together. */
export type NewId = () => string
