import type { Lookups } from '../../application/lookups.ts'
import { accountLookups } from './accounts/lookups.ts'
import { analyticsLookups } from './analytics/lookups.ts'
import { avaLookups } from './ava/lookups.ts'
import { eventLog, type ReadLog } from './event-log.ts'
import { moderationLookups } from './moderation/lookups.ts'
import { privacyLookups } from './privacy/lookups.ts'
import { ratingLookups } from './ratings/lookups.ts'
import { reviewLookups } from './reviews/lookups.ts'
import { rewardLookups } from './rewards/lookups.ts'
import { sanctionLookups } from './sanctions/lookups.ts'
import { supportLookups } from './support/lookups.ts'
import { travelLookups } from './travel/lookups.ts'

/** All lookups, implemented over the log. */
export const logLookups = (read: ReadLog): Lookups => {
  const log = eventLog(read)
  return {
    accounts: accountLookups(log),
    reviews: reviewLookups(log),
    ratings: ratingLookups(log),
    moderation: moderationLookups(log),
    sanctions: sanctionLookups(log),
    rewards: rewardLookups(log),
    ava: avaLookups(log),
    travel: travelLookups(log),
    support: supportLookups(log),
    privacy: privacyLookups(log),
    analytics: analyticsLookups(log),
  }
}
