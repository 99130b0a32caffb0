export type PromotionRefusal = { readonly type: 'AdvertisementUnknown' }
