import type { rewardsIssuedBy, rewardsOfClient } from '../../../projections/reward-codes.ts'
import type { IssuedReward, OwnReward } from '../../contract/rewards.ts'
import { dayOnly } from './reputation.ts'

type Rows<Q extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Q>>[number]
type Own = Rows<typeof rewardsOfClient>
type Issued = Rows<typeof rewardsIssuedBy>

const common = (reward: Own | Issued, now: string) => {
  const { code, rewardType, ruleType, discountPercent, expiresAt, redeemedAt, revokedAt } = reward
  const isActive = redeemedAt === null && revokedAt === null && expiresAt > now
  const value = { discountPercent, rewardValue: discountPercent, source: 'auto' as const }
  return { code, rewardType, ruleType, ...value, isActive, expiresAt, redeemedAt }
}

export const ownRewardAnswer =
  (now: string) =>
  (reward: Own): OwnReward => ({
    ...common(reward, now),
    businessId: reward.businessId,
    businessName: reward.businessName,
    issuedForReviewId: reward.issuedForReviewId,
    createdAt: reward.issuedAt,
  })

/** Who honours a code may redeem it, but only one that is shown: until then the end is enough to know it again. */
const withheld = (code: string) => '•'.repeat(code.length - 3) + code.slice(-3)

/** The day a code was issued is the day of a review: no hour, so that nobody is told by it. */
export const issuedRewardAnswer =
  (now: string) =>
  (reward: Issued): IssuedReward => ({
    ...common(reward, now),
    code: reward.redeemedAt === null ? withheld(reward.code) : reward.code,
    clientName: reward.clientName,
    createdAt: dayOnly(reward.issuedAt),
  })
