/** The link belongs to no advertisement, or to one that is not shown now. */
export type PromotionRejection = { readonly type: 'AdvertisementUnknown' }
