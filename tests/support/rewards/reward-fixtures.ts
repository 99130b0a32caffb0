import * as fc from 'fast-check'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import type { RewardsEvent } from '../../../domain/rewards/rewards-state.ts'
import type { Tier } from '../../../domain/rewards/vocabulary.ts'
import { rewards, type RewardsCommand, type RewardsState } from '../../../domain/rewards/rewards.ts'
import { at, day } from '../sample-values.ts'

export const clientId = 'client-giulia'
export const start = at('2026-03-01')
export const expiry = at('2027-03-01')
const ttlMonths = 12

type RewardsCommandOf<T extends RewardsCommand['type']> = Extract<RewardsCommand, { readonly type: T }>
type RewardsEventData<T extends RewardsEvent['type']> = Extract<RewardsEvent, { readonly type: T }>['data']

/** Codes named after the review or rating that draws them. */
const codeOf = (kind: 'FIRST' | 'FIFTH' | 'ELITE', id: string) => `${kind}-${id}`
export const firstCode = (reviewId: string) => codeOf('FIRST', reviewId)
export const fifthCode = (reviewId: string) => codeOf('FIFTH', reviewId)
export const eliteCode = (ratingId: string) => codeOf('ELITE', ratingId)

export const creditReview = (
  reviewId: string,
  businessId = 'aurora',
  more: Partial<RewardsCommandOf<'CreditReview'>> = {},
): RewardsCommand => ({
  type: 'CreditReview',
  clientId,
  reviewId,
  businessId,
  codes: { first: firstCode(reviewId), fifth: fifthCode(reviewId) },
  ttlMonths,
  at: start,
  ...more,
})
export const uncreditReview = (reviewId: string, at: Instant = start): RewardsCommand => ({
  type: 'UncreditReview',
  clientId,
  reviewId,
  at,
})
export const updateSuspension = (
  reviewId: string,
  loweredAt: Instant | null,
  now: Instant = loweredAt ?? start,
): RewardsCommand => ({ type: 'UpdateSuspension', clientId, reviewId, loweredAt, editWindowDays: 14, at: now })
export const countRating = (
  ratingId: string,
  businessId: string,
  overall = 5,
  more: Partial<RewardsCommandOf<'CountRating'>> = {},
): RewardsCommand => ({
  type: 'CountRating',
  clientId,
  ratingId,
  businessId,
  overall,
  stayDate: null,
  countsAs: businessId,
  countsEveryDays: 30,
  codes: { elite: eliteCode(ratingId) },
  eligible: true,
  ttlMonths,
  at: start,
  ...more,
})
export const uncountRating = (ratingId: string, at: Instant = start): RewardsCommand => ({
  type: 'UncountRating',
  clientId,
  ratingId,
  countsEveryDays: 30,
  at,
})
export const grantWithheldElite = (code = 'ELITE-LATER'): RewardsCommand => ({
  type: 'GrantWithheldElite',
  clientId,
  code,
  ttlMonths,
  at: start,
})
export const redeemReward = (
  code: string,
  by: RewardsCommandOf<'RedeemReward'>['by'],
  more: Partial<RewardsCommandOf<'RedeemReward'>> = {},
): RewardsCommand => ({
  type: 'RedeemReward',
  clientId,
  code,
  by,
  redeemable: true,
  billCents: null,
  at: start,
  ...more,
})
export const remindOfExpiry = (at: Instant): RewardsCommand => ({ type: 'RemindOfExpiry', clientId, at })
export const expireRewards = (at: Instant): RewardsCommand => ({ type: 'ExpireRewards', clientId, at })

export const owner = { accountId: 'account-giulia', clientId, businessId: null }
export const otherClient = { accountId: 'account-luca', clientId: 'client-luca', businessId: null }
export const businessOf = (businessId: string) => ({ accountId: businessId, clientId: null, businessId })

/** Five stars from this many venues: rating r1 from venue v1, … */
export const countFiveStars = (venues: number, from = 1): readonly RewardsCommand[] =>
  Array.from({ length: venues }, (_, i) => countRating(`r${from + i}`, `v${from + i}`))
/** This many reviews of one business: w1, w2, … */
export const creditReviews = (many: number, businessId = 'aurora'): readonly RewardsCommand[] =>
  Array.from({ length: many }, (_, i) => creditReview(`w${i + 1}`, businessId))

/** Events of these commands; throws on a rejection. */
export const eventsAfter = (...commands: readonly RewardsCommand[]): readonly RewardsEvent[] => {
  const events: RewardsEvent[] = []
  let state: RewardsState = rewards.initial
  for (const command of commands) {
    const decided = rewards.decide(command, state)
    if (E.isLeft(decided)) throw new Error(`${command.type} was rejected: ${decided.left.type}`)
    events.push(...decided.right)
    state = decided.right.reduce(rewards.evolve, state)
  }
  return events
}
export const stateAfter = (...commands: readonly RewardsCommand[]): RewardsState =>
  eventsAfter(...commands).reduce(rewards.evolve, rewards.initial)

export const reviewCredited = (reviewId: string, businessId = 'aurora'): RewardsEvent => ({
  type: 'ReviewCredited',
  data: { clientId, reviewId, businessId, at: start },
})
export const reviewUncredited = (reviewId: string, businessId = 'aurora'): RewardsEvent => ({
  type: 'ReviewUncredited',
  data: { clientId, reviewId, businessId, at: start },
})
export const starsCounted = (ratingId: string, businessId: string, overall = 5): RewardsEvent => ({
  type: 'StarsCounted',
  data: { clientId, ratingId, businessId, overall, stayDate: null, countsAs: businessId, at: start },
})
export const starsUncounted = (ratingId: string, businessId: string): RewardsEvent => ({
  type: 'StarsUncounted',
  data: { clientId, ratingId, businessId, at: start },
})
const issueFields = { clientId, ruleVersion: 1, at: start }
export const rewardIssued = (
  data: Pick<RewardsEventData<'RewardIssued'>, 'code' | 'businessId' | 'ruleType' | 'percent' | 'evidence'> &
    Partial<RewardsEventData<'RewardIssued'>>,
): RewardsEvent => ({
  type: 'RewardIssued',
  data: { ...issueFields, rewardType: 'discount', issuedForReviewId: null, expiresAt: expiry, ...data },
})
export const rewardRevoked = (code: string, cause: string): RewardsEvent => ({
  type: 'RewardRevoked',
  data: { clientId, code, cause, at: start },
})
export const rewardSuspended = (code: string, reviewId: string, at: Instant, until: Instant): RewardsEvent => ({
  type: 'RewardSuspended',
  data: { clientId, code, reviewId, until, at },
})
export const rewardReinstated = (code: string, reviewId: string, at: Instant): RewardsEvent => ({
  type: 'RewardReinstated',
  data: { clientId, code, reviewId, at },
})
export const rewardRedeemed = (
  code: string,
  by: string,
  more: Partial<RewardsEventData<'RewardRedeemed'>> = {},
): RewardsEvent => ({
  type: 'RewardRedeemed',
  data: { clientId, code, by, businessId: 'aurora', discountCents: null, at: start, ...more },
})
export const rewardExpired = (code: string, at: Instant): RewardsEvent => ({
  type: 'RewardExpired',
  data: { clientId, code, at },
})
export const crossDiscountActivated = (...evidence: readonly string[]): RewardsEvent => ({
  type: 'CrossProviderDiscountActivated',
  data: { ...issueFields, evidence, percent: 2 },
})
export const eliteGranted = (...evidence: readonly string[]): RewardsEvent => ({
  type: 'EliteBonusGranted',
  data: { ...issueFields, evidence, percent: 5 },
})
export const tierChanged = (from: Tier, to: Tier, ...evidence: readonly string[]): RewardsEvent => ({
  type: 'TierChanged',
  data: { ...issueFields, from, to, evidence },
})

const anyMonth = fc.constantFrom(start, at('2026-06-01'), at('2027-04-01'))
const anyReview = fc.integer({ min: 1, max: 7 }).map((n) => `w${n}`)
const anyRating = fc.integer({ min: 1, max: 12 })
const anyCodeSuffix = fc.integer({ min: 1, max: 9999 }).map((n) => `${n}`)

/** Idempotent commands: all but redeeming, which rejects a repetition. */
export const anyRewardsCommand: fc.Arbitrary<RewardsCommand> = fc.oneof(
  { weight: 3, arbitrary: anyCreditReview() },
  { weight: 1, arbitrary: fc.tuple(anyReview, anyMonth).map(([id, at]) => uncreditReview(id, at)) },
  { weight: 1, arbitrary: anyUpdateSuspension() },
  { weight: 8, arbitrary: anyCountStars() },
  { weight: 1, arbitrary: fc.tuple(anyRating, anyMonth).map(([n, at]) => uncountRating(`r${n}`, at)) },
  { weight: 1, arbitrary: anyCodeSuffix.map((code) => grantWithheldElite(`ELITE-${code}`)) },
  { weight: 1, arbitrary: anyMonth.map(expireRewards) },
  { weight: 1, arbitrary: fc.constantFrom(at('2027-02-21'), at('2027-02-25'), start).map(remindOfExpiry) },
)

function anyCreditReview() {
  return fc
    .tuple(anyReview, fc.constantFrom('aurora', 'aurora', 'bellavista'), anyCodeSuffix, anyMonth)
    .map(([id, venue, n, at]) => creditReview(id, venue, { codes: { first: `FIRST-${n}`, fifth: `FIFTH-${n}` }, at }))
}

function anyUpdateSuspension() {
  const anyTimes = fc.constantFrom([null, start], [start, start], [start, at('2026-06-01')], [at('2026-03-05'), start])
  return fc
    .tuple(anyReview, anyTimes)
    .map(([id, [loweredAt = null, now]]) => updateSuspension(id, loweredAt, now ?? start))
}

function anyCountStars() {
  return fc
    .tuple(anyRating, fc.constantFrom(5, 5, 5, 5, 5, 4, 1), fc.boolean(), anyCodeSuffix, anyMonth)
    .map(([n, overall, eligible, code, at]) =>
      countRating(`r${n}`, n === 12 ? 'v1' : `v${n}`, overall, {
        stayDate: day(n === 12 ? '2026-02-25' : '2026-02-20'),
        eligible,
        codes: { elite: `ELITE-${code}` },
        at,
      }),
    )
}
