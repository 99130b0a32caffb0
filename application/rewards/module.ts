import { confirmed } from '../access.ts'
import { defineModule } from '../module.ts'
import { redeemReward } from './reward-codes.ts'
import { rewardsPolicy } from './rewards.policy.ts'

export const rewards = defineModule({
  commands: { redeemReward: { access: confirmed, run: redeemReward } },
  policies: [rewardsPolicy],
  emails: {},
})
