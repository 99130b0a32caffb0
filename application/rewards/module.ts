import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { rewardAggregates } from '../../domain/rewards/aggregates.ts'
import { confirmed } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { expireDueRewards, redeemReward, remindOfExpiry } from './reward-codes.ts'
import { probationQueue } from './counting-venues.ts'
import { rewardsPolicy } from './rewards.policy.ts'
import { rewardNotificationTexts } from './notifications.it.ts'

export const rewards = defineModule({
  useCases: { redeemReward: { access: confirmed, run: redeemReward } },
  policies: [rewardsPolicy],
  emails: {},
  notificationTexts: rewardNotificationTexts,
  liveTopics: {
    ReviewCredited: ['rewards', 'clientId'],
    ReviewUncredited: ['rewards', 'clientId'],
    StarsCounted: ['rewards', 'clientId'],
    StarsSuperseded: ['rewards', 'clientId'],
    StarsUncounted: ['rewards', 'clientId'],
    RewardIssued: ['rewards', 'clientId'],
    RewardRedeemed: ['rewards', 'clientId', 'by'],
    RewardRevoked: ['rewards', 'clientId'],
    RewardSuspended: ['rewards', 'clientId'],
    RewardReinstated: ['rewards', 'clientId'],
    RewardExpired: ['rewards', 'clientId'],
    RewardExpiring: null,
    CrossProviderDiscountActivated: ['rewards', 'clientId'],
    EliteBonusGranted: ['rewards', 'clientId'],
    TierChanged: ['rewards', 'clientId'],
    VenueProbationEnded: null,
  } satisfies LiveTopics<EventsOf<typeof rewardAggregates>>,
  schedule: {
    'rewards-due': { cron: '20 0 * * *', run: ({ services }) => expireDueRewards(services) },
    'rewards-expiring': { cron: '*/10 9-19 * * *', atStart: true, run: ({ services }) => remindOfExpiry(services) },
  },
  queues: { probation: probationQueue },
})
