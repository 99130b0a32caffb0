import type { Instant } from '../../domain/kernel/primitives.ts'

export type Clock = () => Instant
/** A unique, time-ordered id, so that rows created together are adjacent in indexes. */
export type NewId = () => string
