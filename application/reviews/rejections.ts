import type { Instant } from '../../domain/kernel/primitives.ts'

export type ReviewUseCaseRejection =
  /** No business, place or client of the caller has this id, or the score to explain is another business's. */
  | { readonly type: 'TargetUnknown' }
  /** Another account with the caller's mailbox has reviewed the target. */
  | { readonly type: 'ReviewedFromOtherAccount' }
  /** The author declared not to have been a guest of the business. */
  | { readonly type: 'StayDenied'; readonly until: Instant }
