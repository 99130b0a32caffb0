import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore, plusDays, plusMinutes } from '../../kernel/time.ts'
import { romeDay } from '../../kernel/rome.ts'
import type { TargetType } from '../review/events.ts'
import { OpinionEvents, type OpinionEvent, type Place } from './events.ts'

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

/** Says where an opinion stands that was weighed before places were kept. */
interface PlaceOpinion extends About {
  readonly type: 'PlaceOpinion'
}

export type OpinionCommand = TakeTurn | WeighReview | PlaceOpinion

interface Turn {
  readonly reviewId: string
  readonly at: Instant
  readonly weighed: boolean
  readonly stars: number | null
}

export interface OpinionState {
  /** In the order they were taken. */
  readonly turns: readonly Turn[]
  /** Where the log says that it stands. */
  readonly place: Place | null
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
      return { ...state, turns: [...others, { reviewId, at, weighed: false, stars: null }] }
    case 'TurnReleased':
      return { ...state, turns: others }
    case 'ReviewWeighed': {
      const weighed = { weighed: true, stars: event.data.after }
      const turns =
        others.length === state.turns.length
          ? [...others, { reviewId, at, ...weighed }]
          : state.turns.map((turn) => (turn.reviewId === reviewId ? { ...turn, ...weighed } : turn))
      return { ...state, turns }
    }
    case 'OpinionChanged':
      return state
    case 'OpinionPlaced':
      return { ...state, place: event.data.to }
  }
}

const decide = (command: OpinionCommand, state: OpinionState): E.Either<OpinionRejection, readonly OpinionEvent[]> => {
  switch (command.type) {
    case 'TakeTurn':
      return takeTurn(command, state)
    case 'WeighReview':
      return accept(...weigh(command, state))
    case 'PlaceOpinion':
      return accept(...placing(command, state))
  }
}

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
  const after = evolve(state, weighed)
  const [counted, counts] = [starsOf(state), starsOf(after)]
  const changed: readonly OpinionEvent[] =
    counted === counts ? [] : [{ type: 'OpinionChanged', data: { ...about, before: counted, after: counts } }]
  return [weighed, ...changed, ...placing(command, after)]
}

/** The latest live review carries the opinion. */
const carrier = ({ turns }: OpinionState): Turn | undefined => turns.findLast(({ stars }) => stars !== null)

const starsOf = (state: OpinionState): number | null => carrier(state)?.stars ?? null

const placing = (about: About, state: OpinionState): readonly OpinionEvent[] => {
  const to = placeOf(state)
  return isPlaced(state) ? [] : [{ type: 'OpinionPlaced', data: { ...aboutOf(about), from: state.place, to } }]
}

const placeOf = (state: OpinionState): Place | null => {
  const turn = carrier(state)
  if (turn === undefined || turn.stars === null) return null
  return { reviewId: turn.reviewId, stars: turn.stars, day: romeDay(turn.at) }
}

/** The log says of this opinion where it stands. */
export const isPlaced = (state: OpinionState): boolean => {
  const [now, said] = [placeOf(state), state.place]
  return now?.reviewId === said?.reviewId && now?.stars === said?.stars && now?.day === said?.day
}

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
  initial: { turns: [], place: null },
  evolve,
  decide,
}
