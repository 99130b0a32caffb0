import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { RewardsEvent } from '../../domain/rewards/rewards-state.ts'
import {
  previewWithFiveStars,
  previewWithoutRating,
  previewWithoutReview,
  rewards,
  type RewardsState,
} from '../../domain/rewards/rewards.ts'
import { firstFiveStarRatings, type Standing, standingOf } from '../../domain/rewards/standing.ts'
import { streamOf } from '../handle.ts'
import type { Person } from '../person.ts'
import { refuse, type Result, type Services } from '../use-case.ts'

type DataOf<T extends RewardsEvent['type']> = Extract<RewardsEvent, { readonly type: T }>['data']
type StandingServices = Pick<Services, 'history' | 'limits' | 'clock'>

export interface Milestone {
  readonly type: 'CrossProviderDiscountActivated' | 'EliteBonusGranted' | 'TierChanged'
  readonly to: 'cross' | 'elite' | DataOf<'TierChanged'>['to']
  readonly at: Instant
  readonly ruleVersion: number
  readonly evidence: readonly string[]
}

export interface StandingExplanation {
  readonly now: Standing
  /** What was reached and left, as it was decided then: by which rule version, on which ratings. */
  readonly milestones: readonly Milestone[]
  /** Every rating that counts, in the order it was counted. */
  readonly ratings: readonly {
    readonly ratingId: string
    readonly stars: number
    /** The first five stars of its venue: what both discounts count. */
    readonly firstOfVenue: boolean
    /** How things would stand without it. */
    readonly without: Standing
  }[]
  readonly withFiveMore: Standing
}

/** A client's standing, unfolded into the events it is made of and into what would change if. Only one's own. */
export const explainStanding = (
  hands: StandingServices,
  person: Person,
  clientId: string,
): Result<StandingExplanation> =>
  pipe(
    rewardsHistory(hands, clientId),
    TE.map((past) => {
      const state = rewardsState(past)
      const asked = { clientId, at: hands.clock() }
      const firsts = new Set(firstFiveStarRatings(state).map(({ ratingId }) => ratingId))
      const terms = { ...asked, eligible: person.emailConfirmed, ttlMonths: hands.limits.rewardTtlMonths }
      return {
        now: standingOf(state),
        milestones: past.flatMap(({ event }) => milestoneIn(event)),
        ratings: state.stars.slice(-maxRatings).map(({ ratingId, overall }) => ({
          ratingId,
          stars: overall,
          firstOfVenue: firsts.has(ratingId),
          without: standingOf(previewWithoutRating(state, ratingId, asked)),
        })),
        withFiveMore: standingOf(previewWithFiveStars(state, terms)),
      }
    }),
  )

/** Each costs a fold of its own; the list on the screen is not longer. */
const maxRatings = 200

export interface RewardExplanation {
  readonly reward: DataOf<'RewardIssued'>
  readonly status: 'active' | 'redeemed' | 'revoked' | 'expired'
  /** What it was given for. */
  readonly evidence: readonly {
    readonly id: string
    readonly at: Instant | null
    /** It still counts. */
    readonly stands: boolean
    /** Without it the code would be revoked. */
    readonly needed: boolean
  }[]
  readonly revokedAt: Instant | null
}

/** One of the client's own codes, with what it was given for; of somebody else's nothing is said. */
export const explainReward = (hands: StandingServices, clientId: string, code: string): Result<RewardExplanation> =>
  pipe(
    rewardsHistory(hands, clientId),
    TE.flatMap((past) => {
      const state = rewardsState(past)
      const found = state.rewards.find((one) => one.code === code)
      if (found === undefined) return TE.left(refuse({ type: 'RewardNotFound' }))
      const { status, ...reward } = found
      const asked = { clientId, at: hands.clock() }
      const revoked = past.find(({ event }) => event.type === 'RewardRevoked' && event.data.code === code)
      const evidence = reward.evidence.map((id) => ({
        id,
        at: countedAt(past, id),
        stands: [...state.reviews.map(({ reviewId }) => reviewId), ...state.stars.map(idOf)].includes(id),
        needed: status === 'active' && isRevoked(withoutRatingOrReview(state, id, asked), code),
      }))
      return TE.right({ reward, status, evidence, revokedAt: revoked?.event.data.at ?? null })
    }),
  )

const idOf = ({ ratingId }: { readonly ratingId: string }) => ratingId

const withoutRatingOrReview = (
  state: RewardsState,
  id: string,
  asked: { readonly clientId: string; readonly at: Instant },
) => previewWithoutRating(previewWithoutReview(state, id, asked), id, asked)

const isRevoked = ({ rewards: all }: RewardsState, code: string) =>
  all.some((one) => one.code === code && one.status === 'revoked')

const countedAt = (past: readonly EventEnvelope<RewardsEvent>[], id: string): Instant | null =>
  past
    .map(({ event }) => event)
    .find(
      (event) =>
        (event.type === 'ReviewCredited' && event.data.reviewId === id) ||
        (event.type === 'StarsCounted' && event.data.ratingId === id),
    )?.data.at ?? null

const milestoneIn = ({ type, data }: RewardsEvent): readonly Milestone[] => {
  if (type === 'TierChanged') return [{ type, to: data.to, ...milestoneDetails(data) }]
  if (type === 'CrossProviderDiscountActivated') return [{ type, to: 'cross', ...milestoneDetails(data) }]
  return type === 'EliteBonusGranted' ? [{ type, to: 'elite', ...milestoneDetails(data) }] : []
}

const milestoneDetails = ({ at, ruleVersion, evidence }: Pick<Milestone, 'at' | 'ruleVersion' | 'evidence'>) => ({
  at,
  ruleVersion,
  evidence,
})

const rewardsHistory = (
  { history }: StandingServices,
  clientId: string,
): Result<readonly EventEnvelope<RewardsEvent>[]> => history.read(rewards.events, streamOf(rewards, clientId), 'blank')

const rewardsState = (past: readonly EventEnvelope<RewardsEvent>[]) =>
  fold(
    rewards,
    past.map(({ event }) => event),
  )
