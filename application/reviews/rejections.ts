export type ReviewsRejection = { readonly type: 'TargetUnknown' }
