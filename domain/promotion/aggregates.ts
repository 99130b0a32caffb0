import type { Aggregates } from '../kernel/aggregates.ts'
import { advertisement, advertisementClick, advertisementListing } from './advertisement.ts'
import { affiliate } from './affiliate.ts'
import { commission } from './commission.ts'
import { referral, referralClicks } from './referral.ts'

/** By stream category. */
export const promotionAggregates = {
  adclick: advertisementClick,
  affiliate,
  referral,
  clicks: referralClicks,
  commission,
} as const satisfies Aggregates

/** Aggregates written only by the operator's import; their rejections never reach the API. */
export const importedAggregates = { listing: advertisementListing, advertisement } as const satisfies Aggregates
