/** No business, place or client of the caller has this id, or the score to explain is another business's. */
export type ReviewUseCaseRejection = { readonly type: 'TargetUnknown' }
