import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import type { DataOf } from '../../domain/kernel/event.ts'
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
import { type GoalProgress, goalsOf, requiredFor, rewardStatusAt } from '../../domain/rewards/rules.ts'
import { firstFiveStarRatings, type Standing, standingOf } from '../../domain/rewards/standing.ts'
import type { RewardStatus } from '../../domain/rewards/vocabulary.ts'
import { activeSanction, sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { load, streamOf } from '../command-handler.ts'
import type { Person } from '../person.ts'
import { rejectedWith, type Result, type Services } from '../use-case.ts'

type StandingServices = Pick<Services, 'history' | 'ruleSettings' | 'clock'>

export interface Milestone {
  readonly type: 'CrossProviderDiscountActivated' | 'EliteBonusGranted' | 'TierChanged'
  readonly to: 'cross' | 'elite' | DataOf<RewardsEvent, 'TierChanged'>['to']
  readonly at: Instant
  readonly ruleVersion: number
  readonly evidence: readonly string[]
}

export interface StandingExplanation {
  readonly now: Standing
  /** Past changes of discounts and tier, with rule version and ratings. */
  readonly milestones: readonly Milestone[]
  /** Counted ratings in order of counting. */
  readonly ratings: readonly {
    readonly ratingId: string
    readonly stars: number
    /** First five-star rating of its venue, which both discounts count. */
    readonly firstOfVenue: boolean
    /** Standing without this rating. */
    readonly without: Standing
  }[]
  /** Standing with one more five-star rating from a new venue. */
  readonly withOneMoreFiveStars: Standing
  readonly goals: readonly GoalProgress[]
}

/** Explains a client's standing: ratings, past changes, goals, and previews without one rating or with one more. */
export const explainStanding = (
  services: StandingServices,
  person: Person,
  clientId: string,
): Result<StandingExplanation> =>
  pipe(
    TE.Do,
    TE.bind('events', () => rewardsHistory(services, clientId)),
    TE.bindW('sanctions', () => load(services)(sanctionRecord, person.accountId)),
    TE.map(({ events, sanctions }) => {
      const state = rewardsState(events)
      const context = previewContext(services, clientId)
      const now = standingOf(state)
      const firsts = new Set(firstFiveStarRatings(state).map(({ ratingId }) => ratingId))
      const eligible = person.emailConfirmed && activeSanction(sanctions.state, context.at) === null
      const terms = { ...context, eligible, ttlMonths: services.ruleSettings.rewards.ttlMonths }
      return {
        now,
        goals: goalsOf({ ...now, cross: now.cross !== 'pending', elite: now.elite === 'earned' }),
        milestones: events.flatMap(({ event }) => milestoneIn(event)),
        ratings: [...state.ratings.values()].slice(-maxRatings).map(({ ratingId, overall }) => ({
          ratingId,
          stars: overall,
          firstOfVenue: firsts.has(ratingId),
          without: standingOf(previewWithoutRating(state, ratingId, context)),
        })),
        withOneMoreFiveStars: standingOf(previewWithFiveStars(state, terms)),
      }
    }),
  )

const previewContext = ({ clock, ruleSettings }: StandingServices, clientId: string) => ({
  clientId,
  countsEveryDays: ruleSettings.ratings.countsEveryDays,
  at: clock(),
})

/** Each rating listed costs one fold of the state. The screen lists as many. */
const maxRatings = 200

export interface RewardExplanation {
  readonly reward: DataOf<RewardsEvent, 'RewardIssued'>
  readonly status: RewardStatus
  /** Reviews, or venues with five stars, that earn the code. */
  readonly required: number
  /** Reviews or ratings that earned the code. */
  readonly evidence: readonly {
    readonly id: string
    readonly at: Instant | null
    /** Whether it still counts. */
    readonly stands: boolean
    /** Whether the code would be revoked without it. */
    readonly needed: boolean
  }[]
  readonly revokedAt: Instant | null
}

/** Explains one of the client's own codes; any other code is not found. */
export const explainReward = (services: StandingServices, clientId: string, code: string): Result<RewardExplanation> =>
  pipe(
    rewardsHistory(services, clientId),
    TE.flatMap((events) => {
      const state = rewardsState(events)
      const found = state.rewards.get(code)
      if (found === undefined) return TE.left(rejectedWith({ type: 'RewardNotFound' }))
      const { status: storedStatus, ...reward } = found
      const context = previewContext(services, clientId)
      const status = rewardStatusAt(found, context.at)
      const revoked = events.find(({ event }) => event.type === 'RewardRevoked' && event.data.code === code)
      const evidence = reward.evidence.map((id) => ({
        id,
        at: countedAt(events, id),
        stands: state.reviews.has(id) || state.ratings.has(id),
        needed: storedStatus === 'active' && isRevoked(withoutRatingOrReview(state, id, context), code),
      }))
      const required = requiredFor(reward)
      return TE.right({ reward, status, required, evidence, revokedAt: revoked?.event.data.at ?? null })
    }),
  )

const withoutRatingOrReview = (state: RewardsState, id: string, context: ReturnType<typeof previewContext>) =>
  previewWithoutRating(previewWithoutReview(state, id, context), id, context)

const isRevoked = (state: RewardsState, code: string) => state.rewards.get(code)?.status === 'revoked'

const countedAt = (events: readonly EventEnvelope<RewardsEvent>[], id: string): Instant | null =>
  events
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
): Result<readonly EventEnvelope<RewardsEvent>[]> =>
  history.read(rewards.events, streamOf(rewards, clientId), 'omitted')

const rewardsState = (events: readonly EventEnvelope<RewardsEvent>[]) =>
  fold(
    rewards,
    events.map(({ event }) => event),
  )
