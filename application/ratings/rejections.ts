export type RatingsRejection =
  /** A developer requests a test rating for an account that is not the developer's own client account. */
  | { readonly type: 'TestEmailUnknown' }
  /** A contested rating is removed by deciding the contest, or the appeal, with reasons for both parties. */
  | { readonly type: 'RemovedByContestOnly' }
