/** No business or client of the author has the target's id. */
export type ReviewUseCaseRejection = { readonly type: 'TargetUnknown' }
