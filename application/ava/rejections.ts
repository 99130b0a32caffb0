export type AvaRejection =
  { readonly type: 'WalletUnknown' } | { readonly type: 'RuleBookUnknown' } | { readonly type: 'ChainNotConfigured' }
