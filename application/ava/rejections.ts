export type AvaRejection =
  /** The wallet's ID is not the caller's account ID. */
  | { readonly type: 'WalletUnknown' }
  /** No rule book has this name. */
  | { readonly type: 'RuleBookUnknown' }
  /** Payouts are started without a company wallet in the settings. */
  | { readonly type: 'ChainNotConfigured' }
