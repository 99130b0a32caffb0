export type RatingsRejection = { readonly type: 'TestEmailUnknown' }
