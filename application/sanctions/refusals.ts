import type { Suspension } from '../person.ts'

export type SanctionsRefusal =
  ({ readonly type: 'AccountSuspended' } & Suspension) | { readonly type: 'AccountUnknown' }
