import type { Identifier } from '../../domain/accounts/identifiers.ts'
import type { AccountKind } from '../../domain/accounts/vocabulary.ts'
import type { LookupResult } from '../ports/lookups.ts'

export type UsedIdentifier = Pick<Identifier, 'kind' | 'hash'>

export interface AccountLookups {
  readonly accountOfClient: (clientId: string) => LookupResult<string | null>
  /** Accounts with this phone number in any notation, oldest first; at most a few. */
  readonly accountsWithPhone: (kind: AccountKind, phone: string) => LookupResult<readonly string[]>
  /** Accounts that have used one of these identifiers, erased ones apart, in the order in which they began to; at most 100. */
  readonly accountsUsing: (identifiers: readonly UsedIdentifier[]) => LookupResult<readonly string[]>
  /** Number of businesses with a confirmed address in a province, by its two-letter code. */
  readonly confirmedBusinessesIn: (province: string) => LookupResult<number>
}
