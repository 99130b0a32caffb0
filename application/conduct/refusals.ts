import type { Suspension } from '../person.ts'

/** What an account's conduct stands in the way of. */
export type ConductRefusal =
  | ({ readonly type: 'AccountSuspended' } & Suspension)
  | { readonly type: 'AccountUnknown' }
  /** Held while its owner is suspended: it is not lost. */
  | { readonly type: 'RewardHeld' }
