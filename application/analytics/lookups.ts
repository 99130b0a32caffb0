import type { Day } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface AnalyticsLookups {
  /** Businesses with Premium in the month or since whose latest report is of an earlier month. */
  readonly businessesWithoutReport: (request: {
    readonly month: Day
    readonly limit: number
  }) => LookupResult<readonly string[]>
}
