export type RatingsRefusal = { readonly type: 'TestEmailUnknown' }
