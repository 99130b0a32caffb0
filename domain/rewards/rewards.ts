import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { E } from '../kernel/fp.ts'
import type { Day, Instant } from '../kernel/primitives.ts'
import { isBefore, plusDays } from '../kernel/time.ts'
import {
  type CountedRating,
  evolve,
  findRating,
  initial,
  ratingsOfVenue,
  type Reward,
  type RewardsEvent,
  RewardsEvents,
  type RewardsState,
} from './rewards-state.ts'
import { countedRatings, isUnredeemedAt, rewardRules, rewardStatusAt } from './rules.ts'
import { eliteGrant, reviewRewards, revocations, type RewardTerms, standingChanges } from './standing.ts'
export type { RewardsState } from './rewards-state.ts'

// --- Commands and rejections ------------------------------------------------------------------------

interface ClientCommand {
  /** Owner of the rewards: client id (glossary), not the account id. */
  readonly clientId: string
  readonly at: Instant
}

interface WithRandomCodes<Codes> {
  /** Random codes for rewards this command may issue; drawn again after `RewardCodeUnusable`. @rule V-51 */
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

/** Suspends the codes of a review whose stars were lowered far, or lifts the suspension once they are raised again. */
export interface UpdateSuspension extends ClientCommand {
  readonly type: 'UpdateSuspension'
  readonly reviewId: string
  /** When the stars were last lowered; null unless they are still far below the most it had. */
  readonly loweredAt: Instant | null
  /** Days from lowering the stars to the end of the suspension. */
  readonly editWindowDays: number
}

interface WithPeriod {
  /** One rating of a business counts in this many days. @rule Q-121 */
  readonly countsEveryDays: number
}

/** Counts a rating, or corrects its stars. */
export interface CountRating extends ClientCommand, WithPeriod, WithRandomCodes<{ readonly elite: string }> {
  readonly type: 'CountRating'
  readonly ratingId: string
  readonly businessId: string
  readonly overall: number
  /** Null if it counts whatever its stay. */
  readonly stayDate: Day | null
  /** As in `StarsCounted`. */
  readonly countsAs: string | null
  /** E-mail confirmed and no sanction; otherwise the elite bonus is withheld. @rule Q-64 */
  readonly eligible: boolean
}

/** Counts the ratings of a released batch at once. */
export interface CountReleasedRatings extends ClientCommand, WithPeriod, WithRandomCodes<{ readonly elite: string }> {
  readonly type: 'CountReleasedRatings'
  readonly ratings: readonly Pick<CountRating, 'ratingId' | 'businessId' | 'overall' | 'stayDate' | 'countsAs'>[]
  readonly eligible: boolean
}

export interface UncountRating extends ClientCommand, WithPeriod {
  readonly type: 'UncountRating'
  readonly ratingId: string
}

/** Grants an elite bonus that was withheld until the client became eligible; sent only once the client is. */
export interface GrantWithheldElite extends ClientCommand {
  readonly type: 'GrantWithheldElite'
  readonly code: string
  readonly ttlMonths: number
}

export interface RedeemReward extends ClientCommand {
  readonly type: 'RedeemReward'
  readonly code: string
  /** Redeeming account; `clientId` is null for a business, `businessId` for a client. */
  readonly by: { readonly accountId: string; readonly clientId: string | null; readonly businessId: string | null }
  /** The redeeming account's e-mail is confirmed and the code's owner is not suspended. */
  readonly redeemable: boolean
  /** The bill the discount applies to, in cents; null if it is not known. Entered by businesses only. */
  readonly billCents: number | null
}

export interface ExpireRewards extends ClientCommand {
  readonly type: 'ExpireRewards'
}

/** Reminds the client of codes that expire soon, once for each code. */
export interface RemindOfExpiry extends ClientCommand {
  readonly type: 'RemindOfExpiry'
}

export type RewardsCommand =
  | CreditReview
  | UncreditReview
  | UpdateSuspension
  | CountRating
  | CountReleasedRatings
  | UncountRating
  | GrantWithheldElite
  | RedeemReward
  | ExpireRewards
  | RemindOfExpiry

export type RedemptionRejection =
  /** Unknown code, or one the caller may not see. @rule Q-65 */
  | { readonly type: 'RewardNotFound' }
  /** The code was redeemed before, even if by the same account. */
  | { readonly type: 'RewardAlreadyRedeemed'; readonly code: string }
  /** The code to redeem was revoked, because what earned it no longer counts (to a business reported as `RewardNotFound`). */
  | { readonly type: 'RewardRevokedAlready'; readonly code: string }
  /** The code to redeem is past its expiry. */
  | { readonly type: 'RewardExpiredAlready'; readonly code: string; readonly expiresAt: Instant }
  /** The stars of the review that earned the code were lowered far (to a business reported as `RewardNotFound`). */
  | { readonly type: 'RewardSuspended'; readonly code: string; readonly until: Instant }
  /** The redeeming account is not confirmed, or the code's owner is suspended (reported as `RewardNotFound`). */
  | { readonly type: 'NotEligible' }

export type RewardsRejection =
  /** The review was credited for another business. */
  | { readonly type: 'ReviewCreditedElsewhere'; readonly reviewId: string; readonly businessId: string }
  /** The rating was counted for another business. */
  | { readonly type: 'StarsCountedElsewhere'; readonly ratingId: string; readonly businessId: string }
  /** Too short, too long or drawn before: draw again. @rule V-51 */
  | { readonly type: 'RewardCodeUnusable'; readonly code: string }
  | RedemptionRejection

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<RewardsEvent, RewardsRejection>

const decide = (command: RewardsCommand, state: RewardsState): Decision => {
  switch (command.type) {
    case 'CreditReview':
      return creditReview(command, state)
    case 'UncreditReview':
      return uncreditReview(command, state)
    case 'UpdateSuspension':
      return accept(...suspensionChanges(command, state))
    case 'CountRating':
      return countRatings(command, [command], state)
    case 'CountReleasedRatings':
      return countRatings(command, command.ratings, state)
    case 'UncountRating':
      return uncountRating(command, state)
    case 'GrantWithheldElite':
      return acceptUnlessCodeUnusable(state, eliteGrant(state, command, command.code))
    case 'RedeemReward':
      return redeemReward(command, state)
    case 'ExpireRewards':
      return accept(...rewardExpiries(command, state))
    case 'RemindOfExpiry':
      return accept(...expiryReminders(command, state))
  }
}

/** Counts a review and issues the codes it earns. */
const creditReview = (command: CreditReview, state: RewardsState): Decision => {
  const { clientId, reviewId, businessId, codes, at } = command
  const creditedBefore = state.reviews.get(reviewId)
  if (creditedBefore !== undefined)
    return creditedBefore.businessId === businessId
      ? nothing
      : reject({ type: 'ReviewCreditedElsewhere', reviewId, businessId: creditedBefore.businessId })

  const credited: RewardsEvent = { type: 'ReviewCredited', data: { clientId, reviewId, businessId, at } }
  const earned = reviewRewards(evolve(state, credited), { ...command, reviewId, businessId }, codes)
  return acceptUnlessCodeUnusable(state, [credited, ...earned])
}

/** Removes a review and revokes the codes that are no longer earned. */
const uncreditReview = ({ clientId, reviewId, at }: UncreditReview, state: RewardsState): Decision => {
  const review = state.reviews.get(reviewId)
  if (review === undefined) return nothing
  const { businessId } = review
  const uncredited: RewardsEvent = { type: 'ReviewUncredited', data: { clientId, reviewId, businessId, at } }
  return accept(uncredited, ...revocations(evolve(state, uncredited), { clientId, at, cause: reviewId }))
}

/** @rule Q-132 lowering a review far suspends its unredeemed codes until the edit window has passed */
const suspensionChanges = (
  { clientId, reviewId, loweredAt, editWindowDays, at }: UpdateSuspension,
  { rewards }: RewardsState,
): readonly RewardsEvent[] => {
  const until = loweredAt === null ? null : plusDays(loweredAt, editWindowDays)
  return [...rewards.values()]
    .filter((reward) => reward.issuedForReviewId === reviewId && isUnredeemedAt(reward, at))
    .flatMap(({ code, suspendedUntil }): readonly RewardsEvent[] => {
      const changed = { clientId, code, reviewId, at }
      const isSuspended = suspendedUntil !== null && isBefore(at, suspendedUntil)
      if (until === null) return isSuspended ? [{ type: 'RewardReinstated', data: changed }] : []
      const isLater = isBefore(suspendedUntil ?? at, until)
      return isLater && isBefore(at, until) ? [{ type: 'RewardSuspended', data: { ...changed, until } }] : []
    })
}

/** Ratings of one command count in order of stars, so that their order reveals nothing about the venues. */
const countRatings = (
  terms: CountRating | CountReleasedRatings,
  ratings: CountReleasedRatings['ratings'],
  state: RewardsState,
): Decision => {
  const { codes, eligible } = terms
  for (const { ratingId, businessId } of ratings) {
    const countedBefore = findRating(state, ratingId)
    if (countedBefore !== undefined && countedBefore.businessId !== businessId)
      return reject({ type: 'StarsCountedElsewhere', ratingId, businessId: countedBefore.businessId })
  }
  const counted = recountedVenues(state, ratings, terms).toSorted((a, b) => b.data.overall - a.data.overall)
  const last = counted.at(-1)
  if (last === undefined) return nothing
  const after = counted.reduce(evolve, state)
  const elite = eligible ? eliteGrant(after, terms, codes.elite) : []
  return acceptUnlessCodeUnusable(state, [...counted, ...starsConsequences(after, terms, last.data.ratingId), ...elite])
}

type RatingOfVenue = Pick<CountedRating, 'ratingId' | 'businessId' | 'overall' | 'stayDate' | 'countsAs'>

/** The events after which the right ratings count at the venues of these new, corrected or removed ratings. */
const recountedVenues = (
  state: RewardsState,
  changed: readonly RatingOfVenue[],
  { clientId, countsEveryDays, at }: Pick<CountRating, 'clientId' | 'countsEveryDays' | 'at'>,
) => {
  const changedIds = new Set(changed.map(({ ratingId }) => ratingId))
  return [...Map.groupBy(changed, ({ businessId }) => businessId)].flatMap(([businessId, ofVenue]) => {
    const others = ratingsOfVenue(state, businessId).filter(({ ratingId }) => !changedIds.has(ratingId))
    const all: readonly RatingOfVenue[] = [...others, ...ofVenue]
    const counted = countedRatings(all, countsEveryDays)
    return all.flatMap((rating) => {
      const { ratingId, overall, stayDate, countsAs } = rating
      const counts = counted.has(rating)
      const former = (counts ? state.ratings : state.superseded).get(ratingId)
      if (former?.overall === overall && former.countsAs === countsAs) return []
      const type = counts ? 'StarsCounted' : 'StarsSuperseded'
      return [{ type, data: { clientId, ratingId, businessId, overall, stayDate, countsAs, at } } as const]
    })
  })
}

/** Removes a rating, counts those it superseded, and revokes the codes that are no longer earned. */
const uncountRating = (command: UncountRating, state: RewardsState): Decision => {
  const { clientId, ratingId, at } = command
  const rating = findRating(state, ratingId)
  if (rating === undefined) return nothing
  const { businessId } = rating
  const uncounted: RewardsEvent = { type: 'StarsUncounted', data: { clientId, ratingId, businessId, at } }
  const without = evolve(state, uncounted)
  const recounted = recountedVenues(without, ratingsOfVenue(without, businessId), command)
  const after = recounted.reduce(evolve, without)
  return accept(uncounted, ...recounted, ...starsConsequences(after, command, ratingId))
}

const starsConsequences = (
  after: RewardsState,
  { clientId, at }: Pick<RewardTerms, 'clientId' | 'at'>,
  cause: string,
) => [...revocations(after, { clientId, at, cause }), ...standingChanges(after, { clientId, at })]

const acceptUnlessCodeUnusable = (state: RewardsState, events: readonly RewardsEvent[]): Decision => {
  const { min, max } = rewardRules.codeLength
  const codes = events.flatMap((event) => (event.type === 'RewardIssued' ? [event.data.code] : []))
  const hasValidLength = (code: string) => code.length >= min && code.length <= max
  const isDuplicate = (code: string) => state.rewards.has(code) || codes.indexOf(code) !== codes.lastIndexOf(code)
  const unusable = codes.find((code) => !hasValidLength(code) || isDuplicate(code))
  return unusable === undefined ? accept(...events) : reject({ type: 'RewardCodeUnusable', code: unusable })
}

// --- Redemption and expiry --------------------------------------------------------------------------

/** Why the code cannot be redeemed; null if it can. @rule Q-65 once, before it expires */
export const redemptionRejection = (
  { code, status, expiresAt, suspendedUntil }: Pick<Reward, 'code' | 'status' | 'expiresAt' | 'suspendedUntil'>,
  { redeemable, at }: Pick<RedeemReward, 'redeemable' | 'at'>,
): RewardsRejection | null => {
  switch (rewardStatusAt({ status, expiresAt, suspendedUntil }, at)) {
    case 'redeemed':
      return { type: 'RewardAlreadyRedeemed', code }
    case 'revoked':
      return { type: 'RewardRevokedAlready', code }
    case 'expired':
      return { type: 'RewardExpiredAlready', code, expiresAt }
    case 'suspended':
      return { type: 'RewardSuspended', code, until: suspendedUntil ?? expiresAt }
    case 'active':
      return redeemable ? null : { type: 'NotEligible' }
  }
}

/** Redeems a code, once: by its owner or a business that honours it (an elite code: any business). */
const redeemReward = (command: RedeemReward, state: RewardsState): Decision => {
  const { clientId, code, by, at, redeemable, billCents } = command
  const reward = state.rewards.get(code)
  if (reward === undefined) return reject({ type: 'RewardNotFound' })
  if (!mayRedeem(by, reward)) return reject({ type: 'RewardNotFound' })

  const rejection = redemptionRejection(reward, { redeemable, at })
  if (rejection !== null) return reject(rejection)
  const businessId = reward.businessId ?? by.businessId
  const isBilled = billCents !== null && by.businessId !== null
  const discountCents = isBilled ? Math.round((billCents * reward.percent) / 100) : null
  return accept({
    type: 'RewardRedeemed',
    data: { clientId, code, by: by.accountId, businessId, discountCents, at },
  })
}

const mayRedeem = (by: RedeemReward['by'], { clientId, businessId }: Reward): boolean =>
  by.clientId === clientId || (by.businessId !== null && (businessId === null || businessId === by.businessId))

const rewardExpiries = ({ clientId, at }: ExpireRewards, { rewards }: RewardsState): readonly RewardsEvent[] =>
  [...rewards.values()]
    .filter((reward) => reward.status === 'active' && rewardStatusAt(reward, at) === 'expired')
    .map(({ code }) => ({ type: 'RewardExpired', data: { clientId, code, at } }))

const expiryReminders = ({ clientId, at }: RemindOfExpiry, { rewards }: RewardsState): readonly RewardsEvent[] =>
  [...rewards.values()]
    .filter((reward) => !reward.reminded && rewardStatusAt(reward, at) === 'active' && expiresSoon(reward, at))
    .map(({ code, percent, expiresAt }) => ({
      type: 'RewardExpiring',
      data: { clientId, code, percent, expiresAt, at },
    }))

const expiresSoon = ({ expiresAt }: Pick<Reward, 'expiresAt'>, at: Instant): boolean =>
  !isBefore(plusDays(at, rewardRules.reminderDays), expiresAt)

/** Rewards of one client: codes for reviews written, discounts and tier for ratings received. */
export const rewards: Aggregate<RewardsCommand, RewardsEvent, RewardsState, RewardsRejection> = {
  category: 'rewards',
  events: RewardsEvents,
  initial,
  evolve,
  decide,
}

// --- Previews ---------------------------------------------------------------------------------------

interface PreviewContext extends ClientCommand, WithPeriod {}

/** Preview of the state without one rating: runs the decider, records nothing. */
export const previewWithoutRating = (
  state: RewardsState,
  ratingId: string,
  { clientId, countsEveryDays, at }: PreviewContext,
): RewardsState => preview(state, { type: 'UncountRating', clientId, ratingId, countsEveryDays, at })

/** Preview of the state without one of the client's reviews. */
export const previewWithoutReview = (
  state: RewardsState,
  reviewId: string,
  { clientId, at }: PreviewContext,
): RewardsState => preview(state, { type: 'UncreditReview', clientId, reviewId, at })

/** Preview of the state with one more five-star rating from a new venue. */
export const previewWithFiveStars = (
  state: RewardsState,
  { eligible, ttlMonths, ...context }: PreviewContext & { readonly eligible: boolean; readonly ttlMonths: number },
): RewardsState => {
  const rating = {
    ratingId: placeholderId,
    businessId: placeholderId,
    overall: 5,
    stayDate: null,
    countsAs: placeholderId,
  }
  const terms = { eligible, ttlMonths, codes: { elite: placeholderId } }
  return preview(state, { type: 'CountRating', ...context, ...terms, ...rating })
}

/** Collides with no stored value: ids are longer, codes contain no dash. */
const placeholderId = 'what-if'

const preview = (state: RewardsState, command: RewardsCommand): RewardsState => {
  const decided = rewards.decide(command, state)
  return E.isRight(decided) ? decided.right.reduce(rewards.evolve, state) : state
}
