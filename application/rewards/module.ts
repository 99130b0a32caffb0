import { confirmed } from '../access.ts'
import { defineModule } from '../module.ts'
import { rewardTopics } from './live-topics.ts'
import { expireDueRewards, redeemReward } from './reward-codes.ts'
import { rewardsPolicy } from './rewards.policy.ts'

export const rewards = defineModule({
  commands: { redeemReward: { access: confirmed, run: redeemReward } },
  policies: [rewardsPolicy],
  emails: {},
  liveTopics: rewardTopics,
  schedule: { 'rewards-due': { cron: '20 0 * * *', run: ({ auth }) => expireDueRewards(auth) } },
})
