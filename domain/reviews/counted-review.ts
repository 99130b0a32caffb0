import * as t from 'io-ts'
import { sameContent } from '../kernel/equality.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import { Day, Id, Instant, nullable, Stars } from '../kernel/primitives.ts'
import { referenceOf, type ReviewReference, reviewReferenceFields } from './review-slots.ts'

// --- Events -----------------------------------------------------------------------------------------

const starsChangeFields = { before: clear(nullable(Stars)), after: clear(nullable(Stars)) }

/** The stars of a review became visible, changed or became invisible (null), whether or not the review counts. */
export const ReviewStarsChanged = event('ReviewWeighed' /* stored name */, {
  ...reviewReferenceFields,
  ...starsChangeFields,
  at: clear(Instant),
})
/** The stars that the author contributes to the score changed; null while no review counts. */
export const CountedStarsChanged = event('OpinionChanged' /* stored name */, {
  ...reviewReferenceFields,
  ...starsChangeFields,
  at: clear(Instant),
})

/** The counted review, its stars and the Italian day on which it was written. */
export const ScoreEntry = t.strict({ reviewId: Id, stars: Stars, day: Day }, 'ScoreEntry')
export type ScoreEntry = t.TypeOf<typeof ScoreEntry>
/** Another review counts, or the stars or day of the counted one changed. `reviewId`: the review whose change caused it. */
export const ScoreEntryChanged = event('OpinionPlaced' /* stored name */, {
  ...reviewReferenceFields,
  from: clear(nullable(ScoreEntry)),
  to: clear(nullable(ScoreEntry)),
  at: clear(Instant),
})

const CountedReviewEvents = family(ReviewStarsChanged, CountedStarsChanged, ScoreEntryChanged)
type CountedReviewEvent = EventIn<typeof CountedReviewEvents>

// --- State ------------------------------------------------------------------------------------------

interface ReviewStars {
  readonly reviewId: string
  readonly writtenAt: Instant
  /** Null while the review is not visible. */
  readonly stars: number | null
}

/** An author's reviews of one target, and which of them counts in its score. */
export interface CountedReviewState {
  /** In the order in which they were written. */
  readonly reviews: readonly ReviewStars[]
  /** As last recorded. */
  readonly entry: ScoreEntry | null
}

export const withReview = (state: CountedReviewState, reviewId: string, writtenAt: Instant): CountedReviewState => ({
  ...state,
  reviews: [...withoutReview(state, reviewId).reviews, { reviewId, writtenAt, stars: null }],
})

export const withoutReview = (state: CountedReviewState, reviewId: string): CountedReviewState => ({
  ...state,
  reviews: state.reviews.filter((review) => review.reviewId !== reviewId),
})

/** With the new stars of a review, which is added if its slot was released before it was written. */
export const withStars = (state: CountedReviewState, { reviewId, at }: ReviewReference, stars: number | null) => {
  const isKnown = state.reviews.some((review) => review.reviewId === reviewId)
  const reviews = isKnown ? state.reviews : withReview(state, reviewId, at).reviews
  return { ...state, reviews: reviews.map((review) => (review.reviewId === reviewId ? { ...review, stars } : review)) }
}

// --- Decisions --------------------------------------------------------------------------------------

export interface UpdateReviewStars extends ReviewReference {
  readonly type: 'UpdateReviewStars'
  /** The current stars; null while the review is not visible. */
  readonly stars: number | null
}

/** Records the stars of a review and, if it is the counted one, the new contribution to the score. */
export const updateReviewStars = (
  command: UpdateReviewStars,
  state: CountedReviewState,
): readonly CountedReviewEvent[] => {
  const reference = referenceOf(command)
  const before = state.reviews.find(({ reviewId }) => reviewId === command.reviewId)?.stars ?? null
  if (before === command.stars) return []
  const changed: CountedReviewEvent = {
    type: ReviewStarsChanged.type,
    data: { ...reference, before, after: command.stars },
  }
  const next = withStars(state, command, command.stars)
  return [changed, ...countedStarsEvents(reference, state, next), ...scoreEntryEvents(reference, next)]
}

/** @rule Q-50 the latest visible review of an author counts */
const countedReviewOf = ({ reviews }: CountedReviewState): ReviewStars | undefined =>
  reviews.findLast(({ stars }) => stars !== null)

const countedStarsEvents = (
  reference: ReviewReference,
  previous: CountedReviewState,
  next: CountedReviewState,
): readonly CountedReviewEvent[] => {
  const before = countedReviewOf(previous)?.stars ?? null
  const after = countedReviewOf(next)?.stars ?? null
  return before === after ? [] : [{ type: CountedStarsChanged.type, data: { ...reference, before, after } }]
}

const scoreEntryEvents = (reference: ReviewReference, state: CountedReviewState): readonly CountedReviewEvent[] => {
  const [from, to] = [state.entry, entryOf(state)]
  return sameContent(from, to) ? [] : [{ type: ScoreEntryChanged.type, data: { ...reference, from, to } }]
}

const entryOf = (state: CountedReviewState): ScoreEntry | null => {
  const counted = countedReviewOf(state)
  if (counted === undefined || counted.stars === null) return null
  return { reviewId: counted.reviewId, stars: counted.stars, day: romeDay(counted.writtenAt) }
}
