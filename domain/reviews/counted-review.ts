import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import { Day, Id, Instant, nullable, Stars } from '../kernel/primitives.ts'
import { isBefore, plusDays, plusMinutes } from '../kernel/time.ts'
import { TargetType } from './review-events.ts'

/** One author's opinion of one target: one review at a time, and only the latest live one counts. */
const countedReviewFields = {
  authorId: clear(Id),
  targetType: clear(TargetType),
  targetId: clear(Id),
  reviewId: clear(Id),
}

const starsChange = { before: clear(nullable(Stars)), after: clear(nullable(Stars)) }

export const ReviewSlotReserved = event('TurnTaken', { ...countedReviewFields, at: clear(Instant) })
/** The review announced by `TurnTaken` was never written. */
export const ReviewSlotReleased = event('TurnReleased', { ...countedReviewFields, at: clear(Instant) })
/** The stars this author gives this target in the score, before and after; null where none count. */
export const CountedReviewChanged = event('OpinionChanged', {
  ...countedReviewFields,
  ...starsChange,
  at: clear(Instant),
})
/** A review became live, changed its stars, or went out of sight (null), whether or not it is the one that counts. */
export const ReviewWeighed = event('ReviewWeighed', { ...countedReviewFields, ...starsChange, at: clear(Instant) })

/** Where an opinion stands in the score: by which review, with which stars, on the Italian day that review was written. */
export const ScorePosition = t.strict({ reviewId: Id, stars: Stars, day: Day }, 'Place')
export type ScorePosition = t.TypeOf<typeof ScorePosition>
/** The score of a day lost an opinion, gained one, or both; `reviewId` is the review whose weighing brought it about. */
export const ScorePositionChanged = event('OpinionPlaced', {
  ...countedReviewFields,
  from: clear(nullable(ScorePosition)),
  to: clear(nullable(ScorePosition)),
  at: clear(Instant),
})

export const CountedReviewEvents = family(
  ReviewSlotReserved,
  ReviewSlotReleased,
  ReviewWeighed,
  CountedReviewChanged,
  ScorePositionChanged,
)
export type CountedReviewEvent = EventIn<typeof CountedReviewEvents>

interface ReviewReference {
  readonly authorId: string
  readonly targetType: TargetType
  readonly targetId: string
  readonly reviewId: string
  readonly at: Instant
}

interface ReserveReviewSlot extends ReviewReference {
  readonly type: 'ReserveReviewSlot'
  readonly intervalDays: number
  /** The review of the last turn, if the caller looked and it was never written. */
  readonly unwrittenReviewId?: string | undefined
}

interface WeighReview extends ReviewReference {
  readonly type: 'WeighReview'
  /** The review's stars as it stands; null while it is out of sight. */
  readonly rating: number | null
}

/** Says where an opinion stands that was weighed before places were kept. */
interface RecordScorePosition extends ReviewReference {
  readonly type: 'RecordScorePosition'
}

export type CountedReviewCommand = ReserveReviewSlot | WeighReview | RecordScorePosition

interface ReviewSlot {
  readonly reviewId: string
  readonly at: Instant
  readonly weighed: boolean
  readonly stars: number | null
}

export interface CountedReviewState {
  /** In the order they were taken. */
  readonly slots: readonly ReviewSlot[]
  /** Where the log says that it stands. */
  readonly position: ScorePosition | null
}

export interface CountedReviewRejection {
  readonly type: 'TooSoon'
  readonly nextAt: Instant
}

/** No request takes this long: a turn younger than this may still become a review. */
const slotGraceMinutes = 2

const accept = (...events: readonly CountedReviewEvent[]) => E.right(events)

const evolve = (state: CountedReviewState, event: CountedReviewEvent): CountedReviewState => {
  const { reviewId, at } = event.data
  const others = state.slots.filter((turn) => turn.reviewId !== reviewId)
  switch (event.type) {
    case 'TurnTaken':
      return { ...state, slots: [...others, { reviewId, at, weighed: false, stars: null }] }
    case 'TurnReleased':
      return { ...state, slots: others }
    case 'ReviewWeighed': {
      const weighed = { weighed: true, stars: event.data.after }
      const turns =
        others.length === state.slots.length
          ? [...others, { reviewId, at, ...weighed }]
          : state.slots.map((turn) => (turn.reviewId === reviewId ? { ...turn, ...weighed } : turn))
      return { ...state, slots: turns }
    }
    case 'OpinionChanged':
      return state
    case 'OpinionPlaced':
      return { ...state, position: event.data.to }
  }
}

const decide = (
  command: CountedReviewCommand,
  state: CountedReviewState,
): E.Either<CountedReviewRejection, readonly CountedReviewEvent[]> => {
  switch (command.type) {
    case 'ReserveReviewSlot':
      return reserveReviewSlot(command, state)
    case 'WeighReview':
      return accept(...weighReview(command, state))
    case 'RecordScorePosition':
      return accept(...positionChange(command, state))
  }
}

const reserveReviewSlot = (
  command: ReserveReviewSlot,
  { slots }: CountedReviewState,
): E.Either<CountedReviewRejection, readonly CountedReviewEvent[]> => {
  const { at, intervalDays, unwrittenReviewId } = command
  if (slots.some(({ reviewId }) => reviewId === command.reviewId)) return accept()

  const latest = slots.at(-1)
  const abandoned = latest !== undefined && latest.reviewId === unwrittenReviewId && !latest.weighed ? latest : null
  const nextAt = abandoned
    ? laterInstant(plusMinutes(abandoned.at, slotGraceMinutes), nextSlotAt(slots.at(-2), intervalDays))
    : nextSlotAt(latest, intervalDays)
  if (nextAt !== null && isBefore(at, nextAt)) return E.left({ type: 'TooSoon', nextAt })

  const taken: CountedReviewEvent = { type: 'TurnTaken', data: referenceOf(command) }
  return abandoned
    ? accept({ type: 'TurnReleased', data: { ...referenceOf(command), reviewId: abandoned.reviewId } }, taken)
    : accept(taken)
}

const nextSlotAt = (turn: ReviewSlot | undefined, intervalDays: number): Instant | null =>
  turn === undefined ? null : plusDays(turn.at, intervalDays)

const laterInstant = (one: Instant, other: Instant | null): Instant =>
  other === null || isBefore(other, one) ? one : other

const weighReview = (command: WeighReview, state: CountedReviewState): readonly CountedReviewEvent[] => {
  const about = referenceOf(command)
  const before = state.slots.find(({ reviewId }) => reviewId === command.reviewId)?.stars ?? null
  if (before === command.rating) return []
  const weighed: CountedReviewEvent = { type: 'ReviewWeighed', data: { ...about, before, after: command.rating } }
  const after = evolve(state, weighed)
  const [counted, counts] = [countedStars(state), countedStars(after)]
  const changed: readonly CountedReviewEvent[] =
    counted === counts ? [] : [{ type: 'OpinionChanged', data: { ...about, before: counted, after: counts } }]
  return [weighed, ...changed, ...positionChange(command, after)]
}

/** The latest live review carries the opinion. */
const countedSlot = ({ slots }: CountedReviewState): ReviewSlot | undefined =>
  slots.findLast(({ stars }) => stars !== null)

const countedStars = (state: CountedReviewState): number | null => countedSlot(state)?.stars ?? null

const positionChange = (about: ReviewReference, state: CountedReviewState): readonly CountedReviewEvent[] => {
  const to = positionOf(state)
  return isPositionRecorded(state)
    ? []
    : [{ type: 'OpinionPlaced', data: { ...referenceOf(about), from: state.position, to } }]
}

const positionOf = (state: CountedReviewState): ScorePosition | null => {
  const turn = countedSlot(state)
  if (turn === undefined || turn.stars === null) return null
  return { reviewId: turn.reviewId, stars: turn.stars, day: romeDay(turn.at) }
}

/** The log says of this opinion where it stands. */
export const isPositionRecorded = (state: CountedReviewState): boolean => {
  const [now, said] = [positionOf(state), state.position]
  return now?.reviewId === said?.reviewId && now?.stars === said?.stars && now?.day === said?.day
}

const referenceOf = ({ authorId, targetType, targetId, reviewId, at }: ReviewReference): ReviewReference => ({
  authorId,
  targetType,
  targetId,
  reviewId,
  at,
})

/** What one author thinks of one target; the stream's id is `<authorId>_<targetId>`. */
export const countedReview: Aggregate<
  CountedReviewCommand,
  CountedReviewEvent,
  CountedReviewState,
  CountedReviewRejection
> = {
  category: 'opinion',
  events: CountedReviewEvents,
  initial: { slots: [], position: null },
  evolve,
  decide,
}
