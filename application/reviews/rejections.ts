export type ReviewUseCaseRejection = { readonly type: 'TargetUnknown' }
