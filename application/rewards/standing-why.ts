import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { rewards, type RewardsState } from '../../domain/rewards/rewards/decider.ts'
import type { RewardsEvent } from '../../domain/rewards/rewards/events.ts'
import { fiveStarFirsts, standingOf, type Standing } from '../../domain/rewards/rewards/standing.ts'
import { withFiveMore, withoutRating, withoutReview } from '../../domain/rewards/rewards/what-if.ts'
import { fold } from '../../domain/kernel/decider.ts'
import { streamOf } from '../handle.ts'
import type { Person } from '../person.ts'
import { refuse, type Answer, type Toolbox } from '../use-case.ts'

type DataOf<T extends RewardsEvent['type']> = Extract<RewardsEvent, { readonly type: T }>['data']
type Hands = Pick<Toolbox, 'history' | 'limits' | 'clock'>

export interface Milestone {
  readonly type: 'CrossProviderDiscountActivated' | 'EliteBonusGranted' | 'TierChanged'
  readonly to: 'cross' | 'elite' | DataOf<'TierChanged'>['to']
  readonly at: Instant
  readonly ruleVersion: number
  readonly evidence: readonly string[]
}

export interface StandingUnfolded {
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
export const unfoldStanding = (hands: Hands, person: Person, clientId: string): Answer<StandingUnfolded> =>
  pipe(
    pastOf(hands, clientId),
    TE.map((past) => {
      const state = stateOf(past)
      const asked = { clientId, at: hands.clock() }
      const firsts = new Set(fiveStarFirsts(state).map(({ ratingId }) => ratingId))
      const terms = { ...asked, eligible: person.emailConfirmed, ttlMonths: hands.limits.rewardTtlMonths }
      return {
        now: standingOf(state),
        milestones: past.flatMap(({ event }) => milestoneIn(event)),
        ratings: state.stars.slice(-mostRatings).map(({ ratingId, overall }) => ({
          ratingId,
          stars: overall,
          firstOfVenue: firsts.has(ratingId),
          without: standingOf(withoutRating(state, ratingId, asked)),
        })),
        withFiveMore: standingOf(withFiveMore(state, terms)),
      }
    }),
  )

/** Each costs a fold of its own; the list on the screen is not longer. */
const mostRatings = 200

export interface RewardUnfolded {
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
export const unfoldReward = (hands: Hands, clientId: string, code: string): Answer<RewardUnfolded> =>
  pipe(
    pastOf(hands, clientId),
    TE.flatMap((past) => {
      const state = stateOf(past)
      const found = state.rewards.find((one) => one.code === code)
      if (found === undefined) return TE.left(refuse({ type: 'RewardNotFound' }))
      const { status, ...reward } = found
      const asked = { clientId, at: hands.clock() }
      const revoked = past.find(({ event }) => event.type === 'RewardRevoked' && event.data.code === code)
      const evidence = reward.evidence.map((id) => ({
        id,
        at: countedAt(past, id),
        stands: [...state.reviews.map(({ reviewId }) => reviewId), ...state.stars.map(idOf)].includes(id),
        needed: status === 'active' && isRevoked(withoutEither(state, id, asked), code),
      }))
      return TE.right({ reward, status, evidence, revokedAt: revoked?.event.data.at ?? null })
    }),
  )

const idOf = ({ ratingId }: { readonly ratingId: string }) => ratingId

const withoutEither = (state: RewardsState, id: string, asked: { readonly clientId: string; readonly at: Instant }) =>
  withoutRating(withoutReview(state, id, asked), id, asked)

const isRevoked = ({ rewards: all }: RewardsState, code: string) =>
  all.some((one) => one.code === code && one.status === 'revoked')

const countedAt = (past: readonly Recorded<RewardsEvent>[], id: string): Instant | null =>
  past
    .map(({ event }) => event)
    .find(
      (event) =>
        (event.type === 'ReviewCredited' && event.data.reviewId === id) ||
        (event.type === 'StarsCounted' && event.data.ratingId === id),
    )?.data.at ?? null

const milestoneIn = ({ type, data }: RewardsEvent): readonly Milestone[] => {
  if (type === 'TierChanged') return [{ type, to: data.to, ...said(data) }]
  if (type === 'CrossProviderDiscountActivated') return [{ type, to: 'cross', ...said(data) }]
  return type === 'EliteBonusGranted' ? [{ type, to: 'elite', ...said(data) }] : []
}

const said = ({ at, ruleVersion, evidence }: Pick<Milestone, 'at' | 'ruleVersion' | 'evidence'>) => ({
  at,
  ruleVersion,
  evidence,
})

const pastOf = ({ history }: Hands, clientId: string): Answer<readonly Recorded<RewardsEvent>[]> =>
  history.read(rewards.events, streamOf(rewards, clientId), 'blank')

const stateOf = (past: readonly Recorded<RewardsEvent>[]) =>
  fold(
    rewards,
    past.map(({ event }) => event),
  )
