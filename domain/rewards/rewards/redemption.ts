import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import type { ExpireRewards, RedeemReward } from './commands.ts'
import type { RewardsEvent } from './events.ts'
import type { RewardsState } from './state.ts'

export type RedemptionRejection =
  /** No such code, or not one this person may see. */
  | { readonly type: 'RewardNotFound' }
  /** Also when the same person presses again: a discount given twice is worth a refusal. */
  | { readonly type: 'RewardAlreadyRedeemed'; readonly code: string }
  | { readonly type: 'RewardRevokedAlready'; readonly code: string }
  | { readonly type: 'RewardExpiredAlready'; readonly code: string; readonly expiresAt: Instant }
  | { readonly type: 'NotEligible' }

const reject = (rejection: RedemptionRejection) => E.left(rejection)

/** Once, by the owning client or the issuing business (an elite code: any business). */
export const redeem = (
  { clientId, code, by, at, eligible }: RedeemReward,
  state: RewardsState,
): E.Either<RedemptionRejection, readonly RewardsEvent[]> => {
  const reward = state.rewards.find((one) => one.code === code)
  if (reward === undefined) return reject({ type: 'RewardNotFound' })
  const owns = by.clientId === reward.clientId
  const issues = by.businessId !== null && (reward.businessId === null || reward.businessId === by.businessId)
  if (!owns && !issues) return reject({ type: 'RewardNotFound' })

  const { status, expiresAt } = reward
  if (status === 'redeemed') return reject({ type: 'RewardAlreadyRedeemed', code })
  if (status === 'revoked') return reject({ type: 'RewardRevokedAlready', code })
  if (status === 'expired' || !isBefore(at, expiresAt)) return reject({ type: 'RewardExpiredAlready', code, expiresAt })
  if (!eligible) return reject({ type: 'NotEligible' })
  return E.right([{ type: 'RewardRedeemed', data: { clientId, code, by: by.accountId, at } }])
}

export const expiries = ({ clientId, at }: ExpireRewards, { rewards }: RewardsState): readonly RewardsEvent[] =>
  rewards
    .filter(({ status, expiresAt }) => status === 'active' && !isBefore(at, expiresAt))
    .map(({ code }) => ({ type: 'RewardExpired', data: { clientId, code, at } }))
