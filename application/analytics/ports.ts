import type { Day } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

/** Italian days, both included. */
export interface ReportPeriod {
  readonly from: Day
  readonly to: Day
}

export interface Reports {
  /** PDF with the figures of a business; null if there is no such business. */
  readonly pdf: (businessId: string, period: ReportPeriod) => LookupResult<Uint8Array | null>
}
