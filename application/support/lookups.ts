import type { LookupResult } from '../ports/lookups.ts'

export interface SupportLookups {
  /** Null if there is no such request. */
  readonly accountOfSupportRequest: (requestId: string) => LookupResult<string | null>
}
