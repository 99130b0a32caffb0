import type { Day } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface PendingErasure {
  readonly accountId: string
  readonly requestedAt: string
  /** Whether the account is already deleted; otherwise an identity provider has requested its deletion. */
  readonly isDeleted: boolean
}

/** Queries for account deletion. All but `erasuresDue` wait until the read models have caught up with the log. */
export interface PrivacyLookups {
  /** A dispute about something the account wrote, or one it opened. */
  readonly hasUndecidedDispute: (accountId: string) => LookupResult<boolean>
  readonly otherAdmins: (accountId: string) => LookupResult<readonly string[]>
  /** Confirmed bookings with a future check-in. */
  readonly upcomingBookings: (accountId: string, today: Day) => LookupResult<readonly string[]>
  /** Accounts awaiting erasure, oldest request first. */
  readonly erasuresDue: (paging: { readonly limit: number; readonly cursor?: string | undefined }) => LookupResult<{
    readonly items: readonly PendingErasure[]
    readonly nextCursor: string | null
  }>
}
