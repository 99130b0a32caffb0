import { accountAggregates } from './accounts/aggregates.ts'
import { analyticsAggregates } from './analytics/aggregates.ts'
import { auditAggregates } from './audit/aggregates.ts'
import { avaAggregates } from './ava/aggregates.ts'
import type { EventsOf, RejectionsOf } from './kernel/aggregates.ts'
import { moderationAggregates } from './moderation/aggregates.ts'
import { privacyAggregates } from './privacy/aggregates.ts'
import { importedAggregates, promotionAggregates } from './promotion/aggregates.ts'
import { ratingAggregates } from './ratings/aggregates.ts'
import { reviewAggregates } from './reviews/aggregates.ts'
import { rewardAggregates } from './rewards/aggregates.ts'
import { sanctionAggregates } from './sanctions/aggregates.ts'
import { supportAggregates } from './support/aggregates.ts'
import { travelAggregates } from './travel/aggregates.ts'

/** Aggregates that people or policies send commands to; imported ones are written by the operator's import only. */
const commandedAggregates = {
  ...accountAggregates,
  ...ratingAggregates,
  ...reviewAggregates,
  ...moderationAggregates,
  ...sanctionAggregates,
  ...rewardAggregates,
  ...avaAggregates,
  ...travelAggregates,
  ...promotionAggregates,
  ...privacyAggregates,
  ...analyticsAggregates,
  ...supportAggregates,
  ...auditAggregates,
} as const

/** All aggregates, one for each event family. */
export const aggregates = { ...commandedAggregates, ...importedAggregates } as const

/** All events of the log. */
export type DomainEvent = EventsOf<typeof aggregates>

/** All rejections of commands sent by people or policies. */
export type DomainRejection = RejectionsOf<typeof commandedAggregates>
