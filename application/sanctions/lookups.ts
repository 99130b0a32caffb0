import type { Instant } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface SanctionLookups {
  readonly accountOfSanction: (sanctionId: string) => LookupResult<string | null>
  readonly accountsWithExpiredSanctions: (now: Instant, limit: number) => LookupResult<readonly string[]>
}
