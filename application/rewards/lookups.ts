import type { Instant } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface RewardLookups {
  readonly clientOfCode: (code: string) => LookupResult<string | null>
  readonly clientsWithExpiredRewards: (now: Instant, limit: number) => LookupResult<readonly string[]>
  /** Clients who have not been reminded of a code that expires between `now` and `until`. */
  readonly clientsToRemind: (period: {
    readonly now: Instant
    readonly until: Instant
    readonly limit: number
  }) => LookupResult<readonly string[]>
}
