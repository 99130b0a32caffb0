import type { Position } from '../../domain/kernel/event-envelope.ts'

export interface ProjectionProgress {
  readonly name: string
  /** Everything up to here is in its rows; null when nothing is. */
  readonly position: Position | null
  /** `stopped`: an event holds it up, it will not move by itself; `absent`: it never started. */
  readonly state: 'running' | 'stopped' | 'absent'
}

/** Never stale data as fresh: a reader learns whether what it wrote is in what it is about to read. */
export type WaitOutcome =
  { readonly type: 'Reached' } | { readonly type: 'Behind'; readonly progress: readonly ProjectionProgress[] }

export interface Projections {
  /**
   * Waits until all the projections named show the log up to `position`. Answers `Behind` at the deadline, or at once
   * when one of them is stopped before it.
   */
  readonly waitFor: (names: readonly string[], position: Position, deadlineMs: number) => Promise<WaitOutcome>
}
