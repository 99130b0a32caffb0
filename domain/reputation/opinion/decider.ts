import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore, plusDays, plusMinutes } from '../../kernel/time.ts'
import type { TargetType } from '../review/events.ts'
import { OpinionEvents, type OpinionEvent } from './events.ts'

interface About {
  readonly authorId: string
  readonly targetType: TargetType
  readonly targetId: string
  readonly reviewId: string
  readonly at: Instant
}

interface TakeTurn extends About {
  readonly type: 'TakeTurn'
  readonly intervalDays: number
  /** The review of the last turn, if the caller looked and it was never written. */
  readonly abandonedReviewId?: string | undefined
}

interface WeighReview extends About {
  readonly type: 'WeighReview'
  /** The review's stars as it stands; null while it is out of sight. */
  readonly rating: number | null
}

export type OpinionCommand = TakeTurn | WeighReview

interface Turn {
  readonly reviewId: string
  readonly at: Instant
  readonly weighed: boolean
  readonly stars: number | null
}

export interface OpinionState {
  /** In the order they were taken. */
  readonly turns: readonly Turn[]
}

export interface OpinionRejection {
  readonly type: 'TooSoon'
  readonly nextAt: Instant
}

/** No request takes this long: a turn younger than this may still become a review. */
const graceMinutes = 2

const accept = (...events: readonly OpinionEvent[]) => E.right(events)

const evolve = (state: OpinionState, event: OpinionEvent): OpinionState => {
  const { reviewId, at } = event.data
  const others = state.turns.filter((turn) => turn.reviewId !== reviewId)
  switch (event.type) {
    case 'TurnTaken':
      return { turns: [...others, { reviewId, at, weighed: false, stars: null }] }
    case 'TurnReleased':
      return { turns: others }
    case 'ReviewWeighed': {
      const weighed = { weighed: true, stars: event.data.after }
      return others.length === state.turns.length
        ? { turns: [...others, { reviewId, at, ...weighed }] }
        : { turns: state.turns.map((turn) => (turn.reviewId === reviewId ? { ...turn, ...weighed } : turn)) }
    }
    case 'OpinionChanged':
      return state
  }
}

const decide = (command: OpinionCommand, state: OpinionState): E.Either<OpinionRejection, readonly OpinionEvent[]> =>
  command.type === 'TakeTurn' ? takeTurn(command, state) : accept(...weigh(command, state))

const takeTurn = (command: TakeTurn, { turns }: OpinionState): E.Either<OpinionRejection, readonly OpinionEvent[]> => {
  const { at, intervalDays, abandonedReviewId } = command
  if (turns.some(({ reviewId }) => reviewId === command.reviewId)) return accept()

  const latest = turns.at(-1)
  const abandoned = latest !== undefined && latest.reviewId === abandonedReviewId && !latest.weighed ? latest : null
  const nextAt = abandoned
    ? laterOf(plusMinutes(abandoned.at, graceMinutes), turnAfter(turns.at(-2), intervalDays))
    : turnAfter(latest, intervalDays)
  if (nextAt !== null && isBefore(at, nextAt)) return E.left({ type: 'TooSoon', nextAt })

  const taken: OpinionEvent = { type: 'TurnTaken', data: aboutOf(command) }
  return abandoned
    ? accept({ type: 'TurnReleased', data: { ...aboutOf(command), reviewId: abandoned.reviewId } }, taken)
    : accept(taken)
}

const turnAfter = (turn: Turn | undefined, intervalDays: number): Instant | null =>
  turn === undefined ? null : plusDays(turn.at, intervalDays)

const laterOf = (one: Instant, other: Instant | null): Instant => (other === null || isBefore(other, one) ? one : other)

const weigh = (command: WeighReview, state: OpinionState): readonly OpinionEvent[] => {
  const about = aboutOf(command)
  const before = state.turns.find(({ reviewId }) => reviewId === command.reviewId)?.stars ?? null
  if (before === command.rating) return []
  const weighed: OpinionEvent = { type: 'ReviewWeighed', data: { ...about, before, after: command.rating } }
  const counted = counting(state)
  const counts = counting(evolve(state, weighed))
  return counted === counts
    ? [weighed]
    : [weighed, { type: 'OpinionChanged', data: { ...about, before: counted, after: counts } }]
}

/** The stars of the latest live review. */
const counting = ({ turns }: OpinionState): number | null =>
  turns.findLast(({ stars }) => stars !== null)?.stars ?? null

const aboutOf = ({ authorId, targetType, targetId, reviewId, at }: About): About => ({
  authorId,
  targetType,
  targetId,
  reviewId,
  at,
})

/** What one author thinks of one target; the stream's id is `<authorId>_<targetId>`. */
export const opinion: Aggregate<OpinionCommand, OpinionEvent, OpinionState, OpinionRejection> = {
  category: 'opinion',
  events: OpinionEvents,
  initial: { turns: [] },
  evolve,
  decide,
}
