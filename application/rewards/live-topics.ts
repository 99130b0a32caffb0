import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { rewardAggregates } from '../../domain/rewards/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'

export const rewardTopics: LiveTopics<EventsOf<typeof rewardAggregates>> = {
  ReviewCredited: ['rewards', 'clientId'],
  ReviewUncredited: ['rewards', 'clientId'],
  StarsCounted: ['rewards', 'clientId'],
  StarsUncounted: ['rewards', 'clientId'],
  RewardIssued: ['rewards', 'clientId', 'businessId'],
  RewardRedeemed: ['rewards', 'clientId', 'by'],
  RewardRevoked: ['rewards', 'clientId'],
  RewardExpired: ['rewards', 'clientId'],
  CrossProviderDiscountActivated: ['rewards', 'clientId'],
  EliteBonusGranted: ['rewards', 'clientId'],
  TierChanged: ['rewards', 'clientId'],
}
