import * as t from 'io-ts'
import { sameContent } from '../kernel/equality.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import { Day, Id, Instant, nullable, Stars } from '../kernel/primitives.ts'
import { referenceOf, type ReviewReference, reviewReferenceFields } from './review-slots.ts'

// --- Events -----------------------------------------------------------------------------------------

const starsChangeFields = { before: clear(nullable(Stars)), after: clear(nullable(Stars)) }

/** The stars of a review became visible, changed or became invisible (null), whether or not the review counts. */
export const ReviewStarsChanged = event('ReviewWeighed', {
  ...reviewReferenceFields,
  ...starsChangeFields,
  at: clear(Instant),
})
/** The stars that the author contributes to the score of the target; null while no review counts. */
export const CountedReviewChanged = event('OpinionChanged', {
  ...reviewReferenceFields,
  ...starsChangeFields,
  at: clear(Instant),
})

/** The counted review, its stars and the Italian day on which it was written. */
export const ScorePosition = t.strict({ reviewId: Id, stars: Stars, day: Day }, 'ScorePosition')
export type ScorePosition = t.TypeOf<typeof ScorePosition>
/** The author's contribution moved between days of the score; `reviewId` is the review whose stars moved it. */
export const ScorePositionChanged = event('OpinionPlaced', {
  ...reviewReferenceFields,
  from: clear(nullable(ScorePosition)),
  to: clear(nullable(ScorePosition)),
  at: clear(Instant),
})

const CountedReviewEvents = family(ReviewStarsChanged, CountedReviewChanged, ScorePositionChanged)
type CountedReviewEvent = EventIn<typeof CountedReviewEvents>

// --- State ------------------------------------------------------------------------------------------

interface ReviewStars {
  readonly reviewId: string
  readonly writtenAt: Instant
  /** Null while the review is not visible. */
  readonly stars: number | null
}

export interface CountedReview {
  /** In the order in which they were written. */
  readonly reviews: readonly ReviewStars[]
  /** As last recorded. */
  readonly position: ScorePosition | null
}

export const addReview = (state: CountedReview, reviewId: string, writtenAt: Instant): CountedReview => ({
  ...state,
  reviews: [...removeReview(state, reviewId).reviews, { reviewId, writtenAt, stars: null }],
})

export const removeReview = (state: CountedReview, reviewId: string): CountedReview => ({
  ...state,
  reviews: state.reviews.filter((review) => review.reviewId !== reviewId),
})

/** Sets the stars of a review; adds the review if it was written without a slot. */
export const setStars = (state: CountedReview, { reviewId, at }: ReviewReference, stars: number | null) => {
  const isKnown = state.reviews.some((review) => review.reviewId === reviewId)
  const reviews = isKnown ? state.reviews : addReview(state, reviewId, at).reviews
  return { ...state, reviews: reviews.map((review) => (review.reviewId === reviewId ? { ...review, stars } : review)) }
}

// --- Decisions --------------------------------------------------------------------------------------

export interface UpdateReviewStars extends ReviewReference {
  readonly type: 'UpdateReviewStars'
  /** The current stars; null while the review is not visible. */
  readonly rating: number | null
}

/** Records the stars of a review and, if it is the counted one, the new contribution to the score. */
export const updateReviewStars = (command: UpdateReviewStars, state: CountedReview): readonly CountedReviewEvent[] => {
  const reference = referenceOf(command)
  const before = state.reviews.find(({ reviewId }) => reviewId === command.reviewId)?.stars ?? null
  if (before === command.rating) return []
  const changed: CountedReviewEvent = {
    type: ReviewStarsChanged.type,
    data: { ...reference, before, after: command.rating },
  }
  const next = setStars(state, command, command.rating)
  return [changed, ...countedStarsChanged(reference, state, next), ...positionChanged(reference, next)]
}

/** @rule Q-50 the latest visible review of an author counts */
const countedReviewOf = ({ reviews }: CountedReview): ReviewStars | undefined =>
  reviews.findLast(({ stars }) => stars !== null)

const countedStarsChanged = (
  reference: ReviewReference,
  previous: CountedReview,
  next: CountedReview,
): readonly CountedReviewEvent[] => {
  const before = countedReviewOf(previous)?.stars ?? null
  const after = countedReviewOf(next)?.stars ?? null
  return before === after ? [] : [{ type: CountedReviewChanged.type, data: { ...reference, before, after } }]
}

const positionChanged = (reference: ReviewReference, state: CountedReview): readonly CountedReviewEvent[] => {
  const [from, to] = [state.position, positionOf(state)]
  return sameContent(from, to) ? [] : [{ type: ScorePositionChanged.type, data: { ...reference, from, to } }]
}

const positionOf = (state: CountedReview): ScorePosition | null => {
  const counted = countedReviewOf(state)
  if (counted === undefined || counted.stars === null) return null
  return { reviewId: counted.reviewId, stars: counted.stars, day: romeDay(counted.writtenAt) }
}
