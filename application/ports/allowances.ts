import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { StorageFailure } from './credentials.ts'

/** What may be done only so many times an hour, and by whom; counted for all processes together. */
export interface Allowance {
  readonly what: 'recover-email' | 'recovery-mail' | 'email-change' | 'referral-click'
  readonly whose: string
  readonly timesAnHour: number
}

export interface Allowances {
  /** Null when it may be done, which counts it; otherwise in how many seconds it may. What is refused does not count. */
  readonly use: (allowance: Allowance, at: Instant) => TE.TaskEither<StorageFailure, number | null>
  /** Removes what counts no more; how many. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}
