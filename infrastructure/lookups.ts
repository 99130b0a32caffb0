import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../application/lookups.ts'
import type { Projections } from '../application/ports/projections.ts'
import type { Position } from '../domain/kernel/event-envelope.ts'
import { accountLookups } from './accounts/lookups.ts'
import { analyticsLookups } from './analytics/lookups.ts'
import { avaLookups } from './ava/lookups.ts'
import { moderationLookups } from './moderation/lookups.ts'
import { privacyLookups } from './privacy/lookups.ts'
import { ratingLookups } from './ratings/lookups.ts'
import { readModels } from './read-models.ts'
import { reviewLookups } from './reviews/lookups.ts'
import { rewardLookups } from './rewards/lookups.ts'
import { sanctionLookups } from './sanctions/lookups.ts'
import { supportLookups } from './support/lookups.ts'
import { travelLookups } from './travel/lookups.ts'

/** Lookups of the commands, answered from read models. */
export const readModelLookups = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Lookups => {
  const models = readModels(db, projections, head)
  return {
    accounts: accountLookups(models),
    reviews: reviewLookups(models),
    ratings: ratingLookups(models),
    moderation: moderationLookups(models),
    sanctions: sanctionLookups(models),
    rewards: rewardLookups(models),
    ava: avaLookups(models),
    travel: travelLookups(models),
    support: supportLookups(models),
    privacy: privacyLookups(models),
    analytics: analyticsLookups(models),
  }
}
