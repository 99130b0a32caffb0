import { accountAggregates } from './accounts/aggregates.ts'
import { avaAggregates } from './ava/aggregates.ts'
import type { EventsOf, RejectionsOf } from './kernel/aggregates.ts'
import { moderationAggregates } from './moderation/aggregates.ts'
import { privacyAggregates } from './privacy/aggregates.ts'
import { importedAggregates, promotionAggregates } from './promotion/aggregates.ts'
import { ratingAggregates } from './ratings/aggregates.ts'
import { reviewAggregates } from './reviews/aggregates.ts'
import { rewardAggregates } from './rewards/aggregates.ts'
import { sanctionAggregates } from './sanctions/aggregates.ts'
import { travelAggregates } from './travel/aggregates.ts'

const requestedAggregates = {
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
} as const

/** Every aggregate, by the category of its streams. */
export const aggregates = { ...requestedAggregates, ...importedAggregates } as const

/** Every event the log may hold. */
export type DomainEvent = EventsOf<typeof aggregates>

/** Every rejection a command sent by a person or a policy may meet. */
export type DomainRejection = RejectionsOf<typeof requestedAggregates>
