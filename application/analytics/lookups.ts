import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface AnalyticsLookups {
  /** Businesses with Premium at `now` whose latest report is of an earlier month. */
  readonly businessesWithoutReport: (request: {
    readonly month: Day
    readonly now: Instant
    readonly limit: number
  }) => LookupResult<readonly string[]>
}
