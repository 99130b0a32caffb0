import * as fc from 'fast-check'
import { E } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { rewards, type RewardsCommand, type RewardsState } from '../../domain/rewards/rewards/decider.ts'
import type { RewardsEvent, Tier } from '../../domain/rewards/rewards/events.ts'
import { at } from './samples/moments.ts'

export const clientId = 'client-giulia'
export const start = at('2026-03-01')
export const inAYear = at('2027-03-01')
const ttlMonths = 12

type Command<T extends RewardsCommand['type']> = Extract<RewardsCommand, { readonly type: T }>
type DataOf<T extends RewardsEvent['type']> = Extract<RewardsEvent, { readonly type: T }>['data']

/** Each review and each rating draws codes of its own, named after it. */
const codeOf = (kind: 'FIRST' | 'FIFTH' | 'ELITE', id: string) => `${kind}-${id}`
export const first = (reviewId: string) => codeOf('FIRST', reviewId)
export const fifth = (reviewId: string) => codeOf('FIFTH', reviewId)
export const elite = (ratingId: string) => codeOf('ELITE', ratingId)

export const credit = (
  reviewId: string,
  businessId = 'aurora',
  more: Partial<Command<'CreditReview'>> = {},
): RewardsCommand => ({
  type: 'CreditReview',
  clientId,
  reviewId,
  businessId,
  codes: { first: first(reviewId), fifth: fifth(reviewId) },
  ttlMonths,
  at: start,
  ...more,
})
export const uncredit = (reviewId: string, at: Instant = start): RewardsCommand => ({
  type: 'UncreditReview',
  clientId,
  reviewId,
  at,
})
export const countStars = (
  ratingId: string,
  businessId: string,
  overall = 5,
  more: Partial<Command<'CountStars'>> = {},
): RewardsCommand => ({
  type: 'CountStars',
  clientId,
  ratingId,
  businessId,
  overall,
  codes: { elite: elite(ratingId) },
  eligible: true,
  ttlMonths,
  at: start,
  ...more,
})
export const uncountStars = (ratingId: string, at: Instant = start): RewardsCommand => ({
  type: 'UncountStars',
  clientId,
  ratingId,
  at,
})
export const grantWithheld = (code = 'ELITE-LATER'): RewardsCommand => ({
  type: 'GrantWithheldElite',
  clientId,
  eligible: true,
  code,
  ttlMonths,
  at: start,
})
export const redeem = (
  code: string,
  by: Command<'RedeemReward'>['by'],
  more: Partial<Command<'RedeemReward'>> = {},
): RewardsCommand => ({ type: 'RedeemReward', clientId, code, by, eligible: true, at: start, ...more })
export const expire = (at: Instant): RewardsCommand => ({ type: 'ExpireRewards', clientId, at })

export const owner = { accountId: 'account-giulia', clientId, businessId: null }
export const otherClient = { accountId: 'account-luca', clientId: 'client-luca', businessId: null }
export const business = (businessId: string) => ({ accountId: businessId, clientId: null, businessId })

/** Five stars from so many venues: rating r1 from venue v1, and so on. */
export const fiveStars = (venues: number, from = 1): readonly RewardsCommand[] =>
  Array.from({ length: venues }, (_, i) => countStars(`r${from + i}`, `v${from + i}`))
/** So many reviews of one business: w1, w2, and so on. */
export const reviews = (many: number, businessId = 'aurora'): readonly RewardsCommand[] =>
  Array.from({ length: many }, (_, i) => credit(`w${i + 1}`, businessId))

/** The history these commands leave; one that is refused is a mistake of the test. */
export const lived = (...commands: readonly RewardsCommand[]): readonly RewardsEvent[] => {
  const events: RewardsEvent[] = []
  let state: RewardsState = rewards.initial
  for (const command of commands) {
    const decided = rewards.decide(command, state)
    if (E.isLeft(decided)) throw new Error(`${command.type} was refused: ${decided.left.type}`)
    events.push(...decided.right)
    state = decided.right.reduce(rewards.evolve, state)
  }
  return events
}
export const stateAfter = (...commands: readonly RewardsCommand[]): RewardsState =>
  lived(...commands).reduce(rewards.evolve, rewards.initial)

export const credited = (reviewId: string, businessId = 'aurora'): RewardsEvent => ({
  type: 'ReviewCredited',
  data: { clientId, reviewId, businessId, at: start },
})
export const uncredited = (reviewId: string, businessId = 'aurora'): RewardsEvent => ({
  type: 'ReviewUncredited',
  data: { clientId, reviewId, businessId, at: start },
})
export const counted = (ratingId: string, businessId: string, overall = 5): RewardsEvent => ({
  type: 'StarsCounted',
  data: { clientId, ratingId, businessId, overall, at: start },
})
export const uncounted = (ratingId: string, businessId: string): RewardsEvent => ({
  type: 'StarsUncounted',
  data: { clientId, ratingId, businessId, at: start },
})
const ground = { clientId, ruleVersion: 1, at: start }
export const issued = (
  data: Pick<DataOf<'RewardIssued'>, 'code' | 'businessId' | 'ruleType' | 'percent' | 'evidence'> &
    Partial<DataOf<'RewardIssued'>>,
): RewardsEvent => ({
  type: 'RewardIssued',
  data: { ...ground, rewardType: 'discount', issuedForReviewId: null, expiresAt: inAYear, ...data },
})
export const revoked = (code: string, cause: string): RewardsEvent => ({
  type: 'RewardRevoked',
  data: { clientId, code, cause, at: start },
})
export const redeemed = (code: string, by: string): RewardsEvent => ({
  type: 'RewardRedeemed',
  data: { clientId, code, by, at: start },
})
export const expired = (code: string, at: Instant): RewardsEvent => ({
  type: 'RewardExpired',
  data: { clientId, code, at },
})
export const crossActivated = (...evidence: readonly string[]): RewardsEvent => ({
  type: 'CrossProviderDiscountActivated',
  data: { ...ground, evidence, percent: 2 },
})
export const eliteGranted = (...evidence: readonly string[]): RewardsEvent => ({
  type: 'EliteBonusGranted',
  data: { ...ground, evidence, percent: 5 },
})
export const tierChanged = (from: Tier, to: Tier, ...evidence: readonly string[]): RewardsEvent => ({
  type: 'TierChanged',
  data: { ...ground, from, to, evidence },
})

const month = fc.constantFrom(start, at('2026-06-01'), at('2027-04-01'))
const someReview = fc.integer({ min: 1, max: 7 }).map((n) => `w${n}`)
const someRating = fc.integer({ min: 1, max: 12 })
const draw = fc.integer({ min: 1, max: 9999 }).map((n) => `${n}`)

/** Every command but redeeming: pressing that twice is refused, not ignored. */
export const rewardsCommand: fc.Arbitrary<RewardsCommand> = fc.oneof(
  { weight: 3, arbitrary: creditings() },
  { weight: 1, arbitrary: fc.tuple(someReview, month).map(([id, at]) => uncredit(id, at)) },
  { weight: 8, arbitrary: countings() },
  { weight: 1, arbitrary: fc.tuple(someRating, month).map(([n, at]) => uncountStars(`r${n}`, at)) },
  { weight: 1, arbitrary: draw.map((code) => grantWithheld(`ELITE-${code}`)) },
  { weight: 1, arbitrary: month.map(expire) },
)

function creditings() {
  return fc
    .tuple(someReview, fc.constantFrom('aurora', 'aurora', 'bellavista'), draw, month)
    .map(([id, venue, n, at]) => credit(id, venue, { codes: { first: `FIRST-${n}`, fifth: `FIFTH-${n}` }, at }))
}

function countings() {
  return fc
    .tuple(someRating, fc.constantFrom(5, 5, 5, 5, 5, 4, 1), fc.boolean(), draw, month)
    .map(([n, overall, eligible, code, at]) =>
      countStars(`r${n}`, `v${n}`, overall, { eligible, codes: { elite: `ELITE-${code}` }, at }),
    )
}
