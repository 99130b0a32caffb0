import type { Suspension } from '../person.ts'

export type SanctionsRejection =
  ({ readonly type: 'AccountSuspended' } & Suspension) | { readonly type: 'AccountUnknown' }
