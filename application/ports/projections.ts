import type { Position } from '../../domain/kernel/event-envelope.ts'

export interface ProjectionProgress {
  readonly name: string
  /** Last position contained in the rows; null before the first event. */
  readonly position: Position | null
  /** `stopped`: at an event that it can neither apply nor set aside; `absent`: never started. */
  readonly state: 'running' | 'stopped' | 'absent'
}

/** Whether read models have reached a position, so that stale data is never presented as fresh. */
export type WaitOutcome =
  { readonly type: 'Reached' } | { readonly type: 'Behind'; readonly progress: readonly ProjectionProgress[] }

/** Read models did not show a position in time; the same query may succeed later. */
export class ReadModelsBehind extends Error {
  constructor(names: readonly string[]) {
    super(`Read models are behind: ${names.join(', ')}`)
  }
}

export interface Projections {
  /**
   * Waits until all named projections reach `position`; null, that of an empty log, waits only for their tables. Answers
   * `Behind` at the deadline, or at once if one of them is stopped before the position.
   */
  readonly waitFor: (names: readonly string[], position: Position | null, deadlineMs: number) => Promise<WaitOutcome>
}
