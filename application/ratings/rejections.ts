/** A developer requests a test rating for an account that is not the developer's own client account. */
export type RatingsRejection = { readonly type: 'TestEmailUnknown' }
