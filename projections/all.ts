import { accountsProjections } from './accounts/module.ts'
import { reviewsProjections } from './reviews/module.ts'
import { ratingsProjections } from './ratings/module.ts'
import { moderationProjections } from './moderation/module.ts'
import { sanctionsProjections } from './sanctions/module.ts'
import { rewardsProjections } from './rewards/module.ts'
import { avaProjections } from './ava/module.ts'
import { travelProjections } from './travel/module.ts'
import { promotionProjections } from './promotion/module.ts'
import { privacyProjections } from './privacy/module.ts'
import { analyticsProjections } from './analytics/module.ts'
import { supportProjections } from './support/module.ts'
import { auditProjections } from './audit/module.ts'

/** All read models, by context. */
export const projections = {
  ...accountsProjections,
  ...reviewsProjections,
  ...ratingsProjections,
  ...moderationProjections,
  ...sanctionsProjections,
  ...rewardsProjections,
  ...avaProjections,
  ...travelProjections,
  ...promotionProjections,
  ...privacyProjections,
  ...analyticsProjections,
  ...supportProjections,
  ...auditProjections,
} as const
