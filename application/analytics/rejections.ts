export type AnalyticsRejection =
  /** The call needs a business with Premium. */
  { readonly type: 'PremiumRequired' }
