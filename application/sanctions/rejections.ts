import type { Suspension } from '../person.ts'

export type SanctionsRejection =
  /** The caller is suspended, and the call is not open to suspended accounts. */
  | ({ readonly type: 'AccountSuspended' } & Suspension)
  /** No account has the id of the account to sanction. */
  | { readonly type: 'AccountUnknown' }
