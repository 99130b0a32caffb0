import { accept, type Aggregate, type DecisionOf } from '../kernel/decider.ts'
import { type EventIn, family } from '../kernel/event.ts'
import {
  withReview,
  type CountedReviewState,
  CountedStarsChanged,
  withoutReview,
  ReviewStarsChanged,
  ScoreEntryChanged,
  withStars,
  type UpdateReviewStars,
  updateReviewStars,
} from './counted-review.ts'
import {
  addSlot,
  markReviewWritten,
  type ReleaseReviewSlot,
  releaseSlot,
  removeSlot,
  type ReserveReviewSlot,
  reserveSlot,
  type ReviewSlotRejection,
  ReviewSlotReleased,
  ReviewSlotReserved,
  type ReviewSlots,
} from './review-slots.ts'

// --- Events -----------------------------------------------------------------------------------------

export const ReviewSeriesEvents = family(
  ReviewSlotReserved,
  ReviewSlotReleased,
  ReviewStarsChanged,
  CountedStarsChanged,
  ScoreEntryChanged,
)
export type ReviewSeriesEvent = EventIn<typeof ReviewSeriesEvents>

// --- State ------------------------------------------------------------------------------------------

export interface ReviewSeriesState {
  readonly slots: ReviewSlots
  readonly counted: CountedReviewState
}

const evolve = ({ slots, counted }: ReviewSeriesState, event: ReviewSeriesEvent): ReviewSeriesState => {
  const { reviewId, at } = event.data
  switch (event.type) {
    case ReviewSlotReserved.type:
      return { slots: addSlot(slots, reviewId, at), counted: withReview(counted, reviewId, at) }
    case ReviewSlotReleased.type:
      return { slots: removeSlot(slots, reviewId), counted: withoutReview(counted, reviewId) }
    case ReviewStarsChanged.type:
      return {
        slots: markReviewWritten(slots, reviewId, at),
        counted: withStars(counted, event.data, event.data.after),
      }
    case CountedStarsChanged.type:
      return { slots, counted }
    case ScoreEntryChanged.type:
      return { slots, counted: { ...counted, entry: event.data.to } }
  }
}

// --- Decisions --------------------------------------------------------------------------------------

export type ReviewSeriesCommand = ReserveReviewSlot | ReleaseReviewSlot | UpdateReviewStars

const decide = (
  command: ReviewSeriesCommand,
  { slots, counted }: ReviewSeriesState,
): DecisionOf<ReviewSeriesEvent, ReviewSlotRejection> => {
  switch (command.type) {
    case 'ReserveReviewSlot':
      return reserveSlot(command, slots)
    case 'ReleaseReviewSlot':
      return accept(...releaseSlot(command, slots))
    case 'UpdateReviewStars':
      return accept(...updateReviewStars(command, counted))
  }
}

/** Stream id of an author's reviews of one target. */
export const reviewSeriesId = (authorId: string, targetId: string): string => `${authorId}_${targetId}`

/** An author's reviews of one target: when the next one is allowed (slots), and which one counts in the score. */
export const reviewSeries: Aggregate<ReviewSeriesCommand, ReviewSeriesEvent, ReviewSeriesState, ReviewSlotRejection> = {
  category: 'opinion' /* stored name */,
  events: ReviewSeriesEvents,
  initial: { slots: [], counted: { reviews: [], entry: null } },
  evolve,
  decide,
}
