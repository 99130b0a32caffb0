/** No business or client of the author has the target's ID. */
export type ReviewUseCaseRejection = { readonly type: 'TargetUnknown' }
