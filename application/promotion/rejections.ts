export type PromotionRejection = { readonly type: 'AdvertisementUnknown' }
