export type ReviewsRefusal = { readonly type: 'TargetUnknown' }
