import type { Aggregate } from '../kernel/decider.ts'
import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'
import { evolve, initial, type RewardsEvent, RewardsEvents, type RewardsState } from './rewards-state.ts'
import { rewardRules } from './rules.ts'
import { eliteGrant, reviewRewards, revocations, type RewardTerms, standingChanges } from './standing.ts'
export type { RewardsState } from './rewards-state.ts'

interface ClientCommand {
  /** Whose rewards these are: `clients.id`. */
  readonly clientId: string
  readonly at: Instant
}

interface WithRandomCodes<Codes> {
  /** Random codes, in case something is earned (V-51); drawn anew when the decider calls one unusable. */
  readonly codes: Codes
  readonly ttlMonths: number
}

export interface CreditReview
  extends ClientCommand, WithRandomCodes<{ readonly first: string; readonly fifth: string }> {
  readonly type: 'CreditReview'
  readonly reviewId: string
  readonly businessId: string
}

export interface UncreditReview extends ClientCommand {
  readonly type: 'UncreditReview'
  readonly reviewId: string
}

/** Counting a rating again with other stars corrects it: what it earned is weighed anew. */
export interface CountStars extends ClientCommand, WithRandomCodes<{ readonly elite: string }> {
  readonly type: 'CountStars'
  readonly ratingId: string
  readonly businessId: string
  readonly overall: number
  /** E-mail confirmed and no sanction: otherwise the elite bonus is withheld. */
  readonly eligible: boolean
}

/** Ratings the client learns of together count together. */
export interface CountReleasedStars extends ClientCommand, WithRandomCodes<{ readonly elite: string }> {
  readonly type: 'CountReleasedStars'
  readonly ratings: readonly Pick<CountStars, 'ratingId' | 'businessId' | 'overall'>[]
  readonly eligible: boolean
}

export interface UncountStars extends ClientCommand {
  readonly type: 'UncountStars'
  readonly ratingId: string
}

/** What withheld the elite bonus is over. */
export interface GrantWithheldElite extends ClientCommand {
  readonly type: 'GrantWithheldElite'
  readonly eligible: true
  readonly code: string
  readonly ttlMonths: number
}

export interface RedeemReward extends ClientCommand {
  readonly type: 'RedeemReward'
  readonly code: string
  /** Who presses; the one of the two ids that the account has not is null. */
  readonly by: { readonly accountId: string; readonly clientId: string | null; readonly businessId: string | null }
  /** The presser is confirmed and under no sanction. */
  readonly eligible: boolean
}

export interface ExpireRewards extends ClientCommand {
  readonly type: 'ExpireRewards'
}

export type RewardsCommand =
  | CreditReview
  | UncreditReview
  | CountStars
  | CountReleasedStars
  | UncountStars
  | GrantWithheldElite
  | RedeemReward
  | ExpireRewards

export type RedemptionRejection =
  /** No such code, or not one this person may see. */
  | { readonly type: 'RewardNotFound' }
  /** Also when the same person presses again: a discount given twice is worth a refusal. */
  | { readonly type: 'RewardAlreadyRedeemed'; readonly code: string }
  | { readonly type: 'RewardRevokedAlready'; readonly code: string }
  | { readonly type: 'RewardExpiredAlready'; readonly code: string; readonly expiresAt: Instant }
  | { readonly type: 'NotEligible' }

const rejectRedemption = (rejection: RedemptionRejection) => E.left(rejection)

/** Once, by the owning client or the issuing business (an elite code: any business). */
export const redeemReward = (
  { clientId, code, by, at, eligible }: RedeemReward,
  state: RewardsState,
): E.Either<RedemptionRejection, readonly RewardsEvent[]> => {
  const reward = state.rewards.find((one) => one.code === code)
  if (reward === undefined) return rejectRedemption({ type: 'RewardNotFound' })
  const owns = by.clientId === reward.clientId
  const issues = by.businessId !== null && (reward.businessId === null || reward.businessId === by.businessId)
  if (!owns && !issues) return rejectRedemption({ type: 'RewardNotFound' })

  const { status, expiresAt } = reward
  if (status === 'redeemed') return rejectRedemption({ type: 'RewardAlreadyRedeemed', code })
  if (status === 'revoked') return rejectRedemption({ type: 'RewardRevokedAlready', code })
  if (status === 'expired' || !isBefore(at, expiresAt))
    return rejectRedemption({ type: 'RewardExpiredAlready', code, expiresAt })
  if (!eligible) return rejectRedemption({ type: 'NotEligible' })
  return E.right([{ type: 'RewardRedeemed', data: { clientId, code, by: by.accountId, at } }])
}

export const rewardExpiries = ({ clientId, at }: ExpireRewards, { rewards }: RewardsState): readonly RewardsEvent[] =>
  rewards
    .filter(({ status, expiresAt }) => status === 'active' && !isBefore(at, expiresAt))
    .map(({ code }) => ({ type: 'RewardExpired', data: { clientId, code, at } }))

export type RewardsRejection =
  /** This review was credited as one of another business. */
  | { readonly type: 'ReviewCreditedElsewhere'; readonly reviewId: string; readonly businessId: string }
  /** This rating was counted as another venue's. */
  | { readonly type: 'StarsCountedElsewhere'; readonly ratingId: string; readonly businessId: string }
  /** Too short, too long (V-51) or drawn before: draw again. */
  | { readonly type: 'RewardCodeUnusable'; readonly code: string }
  | RedemptionRejection

type Decision = E.Either<RewardsRejection, readonly RewardsEvent[]>
const accept = (...events: readonly RewardsEvent[]): Decision => E.right(events)
const reject = (rejection: RewardsRejection): Decision => E.left(rejection)

const decide = (command: RewardsCommand, state: RewardsState): Decision => {
  switch (command.type) {
    case 'CreditReview':
      return creditReview(command, state)
    case 'UncreditReview':
      return uncreditReview(command, state)
    case 'CountStars':
      return countStars(command, [command], state)
    case 'CountReleasedStars':
      return countStars(command, command.ratings, state)
    case 'UncountStars':
      return uncountStars(command, state)
    case 'GrantWithheldElite':
      return withUsableCodes(state, eliteGrant(state, command, command.code))
    case 'RedeemReward':
      return redeemReward(command, state)
    case 'ExpireRewards':
      return accept(...rewardExpiries(command, state))
  }
}

const creditReview = (command: CreditReview, state: RewardsState) => {
  const { clientId, reviewId, businessId, codes, at } = command
  const known = state.reviews.find((review) => review.reviewId === reviewId)
  if (known !== undefined)
    return known.businessId === businessId
      ? accept()
      : reject({ type: 'ReviewCreditedElsewhere', reviewId, businessId: known.businessId })

  const credited: RewardsEvent = { type: 'ReviewCredited', data: { clientId, reviewId, businessId, at } }
  const earned = reviewRewards(evolve(state, credited), { ...command, reviewId, businessId }, codes)
  return withUsableCodes(state, [credited, ...earned])
}

const uncreditReview = ({ clientId, reviewId, at }: UncreditReview, state: RewardsState) => {
  const known = state.reviews.find((review) => review.reviewId === reviewId)
  if (known === undefined) return accept()
  const { businessId } = known
  const uncredited: RewardsEvent = { type: 'ReviewUncredited', data: { clientId, reviewId, businessId, at } }
  return accept(uncredited, ...revocations(evolve(state, uncredited), { clientId, at, cause: reviewId }))
}

/** Those counted together are counted by their stars: their order says nothing of who came when. */
const countStars = (
  terms: CountStars | CountReleasedStars,
  ratings: CountReleasedStars['ratings'],
  state: RewardsState,
): Decision => {
  const { clientId, codes, eligible, at } = terms
  const knownAs = (ratingId: string) => state.stars.find((one) => one.ratingId === ratingId)
  for (const { ratingId, businessId } of ratings) {
    const known = knownAs(ratingId)
    if (known !== undefined && known.businessId !== businessId)
      return reject({ type: 'StarsCountedElsewhere', ratingId, businessId: known.businessId })
  }
  const counted = ratings
    .filter(({ ratingId, overall }) => knownAs(ratingId)?.overall !== overall)
    .toSorted((one, other) => other.overall - one.overall)
    .map(({ ratingId, businessId, overall }) => ({ clientId, ratingId, businessId, overall, at }))
    .map((data) => ({ type: 'StarsCounted', data }) as const)
  const last = counted.at(-1)
  if (last === undefined) return accept()
  const after = counted.reduce(evolve, state)
  const elite = eligible ? eliteGrant(after, terms, codes.elite) : []
  return withUsableCodes(state, [...counted, ...starsConsequences(after, terms, last.data.ratingId), ...elite])
}

const uncountStars = (command: UncountStars, state: RewardsState) => {
  const { clientId, ratingId, at } = command
  const known = state.stars.find((rating) => rating.ratingId === ratingId)
  if (known === undefined) return accept()
  const { businessId } = known
  const uncounted: RewardsEvent = { type: 'StarsUncounted', data: { clientId, ratingId, businessId, at } }
  return accept(uncounted, ...starsConsequences(evolve(state, uncounted), command, ratingId))
}

const starsConsequences = (
  after: RewardsState,
  { clientId, at }: Pick<RewardTerms, 'clientId' | 'at'>,
  cause: string,
) => [...revocations(after, { clientId, at, cause }), ...standingChanges(after, { clientId, at })]

const withUsableCodes = (state: RewardsState, events: readonly RewardsEvent[]) => {
  const { least, most } = rewardRules.codeLength
  const codes = events.flatMap((event) => (event.type === 'RewardIssued' ? [event.data.code] : []))
  const taken = [...state.rewards.map(({ code }) => code), ...codes]
  const unusable = codes.find(
    (code) => code.length < least || code.length > most || taken.filter((one) => one === code).length > 1,
  )
  return unusable === undefined ? accept(...events) : reject({ type: 'RewardCodeUnusable', code: unusable })
}

/** What one client has earned: by reviewing, by being rated well. */
export const rewards: Aggregate<RewardsCommand, RewardsEvent, RewardsState, RewardsRejection> = {
  category: 'rewards',
  events: RewardsEvents,
  initial,
  evolve,
  decide,
}

interface PreviewContext {
  readonly clientId: string
  readonly at: Instant
}

/** What would be if a rating counted no more: the decider's own answer, never written down. */
export const previewWithoutRating = (
  state: RewardsState,
  ratingId: string,
  { clientId, at }: PreviewContext,
): RewardsState => preview(state, { type: 'UncountStars', clientId, ratingId, at })

/** What would be if a review of the client's were taken away. */
export const previewWithoutReview = (
  state: RewardsState,
  reviewId: string,
  { clientId, at }: PreviewContext,
): RewardsState => preview(state, { type: 'UncreditReview', clientId, reviewId, at })

/** What would be with five stars more, from a venue that has given none yet. */
export const previewWithFiveStars = (
  state: RewardsState,
  { clientId, at, eligible, ttlMonths }: PreviewContext & { readonly eligible: boolean; readonly ttlMonths: number },
): RewardsState => {
  const supposed = { ratingId: placeholderId, businessId: placeholderId, overall: 5, codes: { elite: placeholderId } }
  return preview(state, { type: 'CountStars', clientId, at, eligible, ttlMonths, ...supposed })
}

/** Names nothing there is: ids of ours are longer, and codes have no dash. */
const placeholderId = 'what-if'

const preview = (state: RewardsState, command: RewardsCommand): RewardsState => {
  const decided = rewards.decide(command, state)
  return E.isRight(decided) ? decided.right.reduce(rewards.evolve, state) : state
}
