import type { AccountKind } from '../../domain/accounts/vocabulary.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface AccountLookups {
  readonly accountOfClient: (clientId: string) => LookupResult<string | null>
  /** Accounts with this phone number in any notation, oldest first; at most a few. */
  readonly accountsWithPhone: (kind: AccountKind, phone: string) => LookupResult<readonly string[]>
}
