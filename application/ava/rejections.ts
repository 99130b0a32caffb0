export type AvaRejection =
  /** The wallet's id is not the caller's account id. */
  | { readonly type: 'WalletUnknown' }
  /** Another account is paid at this address. */
  | { readonly type: 'PayoutAddressTaken' }
  /** The change of the payout address was undone before. */
  | { readonly type: 'UndoLinkUsed' }
  /** No rule book has this name. */
  | { readonly type: 'RuleBookUnknown' }
  /** Payouts are started without a company wallet in the settings. */
  | { readonly type: 'ChainNotConfigured' }
  /** The account is not in the liabilities of the day, which are made each night. */
  | { readonly type: 'BalanceNotYetCounted' }
