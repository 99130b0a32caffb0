export type AvaRefusal =
  { readonly type: 'WalletUnknown' } | { readonly type: 'RuleBookUnknown' } | { readonly type: 'ChainNotConfigured' }
