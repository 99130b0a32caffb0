import type { Position } from '../../domain/kernel/event-envelope.ts'

/** Positions that clients name. */
export interface LogPositions {
  /** Whether the log has reached the position; rejects if the log is unavailable. */
  readonly isReached: (position: Position) => Promise<boolean>
  /** Records a position that the log has reached, so that `isReached` needs no query for it. */
  readonly record: (position: Position) => void
}
