import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import type { Tier } from './events.ts'
import { rewardRules } from './rules.ts'
import type { CountedStars, Reward, RewardsState } from './state.ts'

export interface Standing {
  readonly ratings: number
  /** All stars received, added up: with `ratings`, the average. */
  readonly stars: number
  readonly fiveStars: number
  readonly providers: number
  /** Different venues that gave five stars: what both milestones count. */
  readonly fiveStarProviders: number
  readonly tier: Tier
  /** S-19. */
  readonly cross: 'pending' | 'active' | 'completed'
  /** S-20; `available` while the grant is withheld. */
  readonly elite: 'locked' | 'available' | 'earned'
}

export const standingOf = (state: RewardsState): Standing => {
  const elite = eliteOf(state)
  const fiveStars = state.stars.filter(({ overall }) => overall === 5)
  const cross = state.crossActive ? 'active' : 'pending'
  return {
    ratings: state.stars.length,
    stars: starsOf(state),
    fiveStars: fiveStars.length,
    providers: venuesOf(state.stars).length,
    fiveStarProviders: venuesOf(fiveStars).length,
    tier: state.tier,
    cross: elite === 'earned' ? 'completed' : cross,
    elite,
  }
}

export const starsOf = (state: RewardsState): number => state.stars.reduce((sum, { overall }) => sum + overall, 0)

/** The first five-star rating of each venue, oldest first. */
export const fiveStarFirsts = (state: RewardsState): readonly CountedStars[] =>
  venuesOf(state.stars.filter(({ overall }) => overall === 5))

const venuesOf = (stars: readonly CountedStars[]): readonly CountedStars[] =>
  [...Map.groupBy(stars, ({ businessId }) => businessId).values()].flatMap((ofOne) => ofOne.slice(0, 1))

/** Earned once for ever: a code redeemed or run out stays earned, one revoked before its use was never had. */
export const eliteOf = (state: RewardsState): Standing['elite'] => {
  if (state.rewards.some(({ rewardType, status }) => rewardType === 'elite' && status !== 'revoked')) return 'earned'
  return fiveStarFirsts(state).length >= rewardRules.elite.venues ? 'available' : 'locked'
}

export interface Discount {
  readonly percent: number
  readonly kind: 'cross' | Reward['rewardType']
  /** The code to redeem; null for the discount that needs none. */
  readonly code: string | null
}

/** the best discount this client has at that business, never a sum; of equals the one that costs no code. */
export const bestDiscount = (
  state: RewardsState,
  { businessId, at }: { readonly businessId: string; readonly at: Instant },
): Discount | null => {
  const cross: readonly Discount[] = state.crossActive
    ? [{ percent: rewardRules.cross.percent, kind: 'cross', code: null }]
    : []
  const codes = state.rewards
    .filter((reward) => reward.status === 'active' && isBefore(at, reward.expiresAt))
    .filter((reward) => reward.businessId === null || reward.businessId === businessId)
    .map(({ percent, rewardType: kind, code }): Discount => ({ percent, kind, code }))
  return [...cross, ...codes].reduce<Discount | null>(
    (best, one) => (best === null || one.percent > best.percent ? one : best),
    null,
  )
}
