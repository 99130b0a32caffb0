import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type {
  CountReleasedStars,
  CountStars,
  CreditReview,
  RewardsCommand,
  UncountStars,
  UncreditReview,
} from './commands.ts'
import { eliteGrant, reviewRewards, revocations, standingChanges, type Terms } from './consequences.ts'
import { RewardsEvents, type RewardsEvent } from './events.ts'
import { expiries, redeem, type RedemptionRejection } from './redemption.ts'
import { rewardRules } from './rules.ts'
import { evolve, initial, type RewardsState } from './state.ts'

export type { RewardsCommand } from './commands.ts'
export type { RewardsState } from './state.ts'

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
      return redeem(command, state)
    case 'ExpireRewards':
      return accept(...expiries(command, state))
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

const starsConsequences = (after: RewardsState, { clientId, at }: Pick<Terms, 'clientId' | 'at'>, cause: string) => [
  ...revocations(after, { clientId, at, cause }),
  ...standingChanges(after, { clientId, at }),
]

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
