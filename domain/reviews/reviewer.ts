import { accept, type Aggregate, type DecisionOf } from '../kernel/decider.ts'
import { type EventIn, family } from '../kernel/event.ts'
import {
  addReview,
  type CountedReview,
  CountedReviewChanged,
  removeReview,
  ReviewWeighed,
  ScorePositionChanged,
  setStars,
  type WeighReview,
  weighReview,
} from './counted-review.ts'
import {
  addSlot,
  type ReleaseReviewSlot,
  releaseSlot,
  removeSlot,
  type ReserveReviewSlot,
  reserveSlot,
  ReviewSlotReleased,
  type ReviewSlotRejection,
  ReviewSlotReserved,
  type ReviewSlots,
  markSlotUsed,
} from './review-slots.ts'

export const ReviewerEvents = family(
  ReviewSlotReserved,
  ReviewSlotReleased,
  ReviewWeighed,
  CountedReviewChanged,
  ScorePositionChanged,
)
export type ReviewerEvent = EventIn<typeof ReviewerEvents>

export interface ReviewerState {
  readonly slots: ReviewSlots
  readonly counted: CountedReview
}

export type ReviewerCommand = ReserveReviewSlot | ReleaseReviewSlot | WeighReview

const evolve = ({ slots, counted }: ReviewerState, event: ReviewerEvent): ReviewerState => {
  const { reviewId, at } = event.data
  switch (event.type) {
    case 'TurnTaken':
      return { slots: addSlot(slots, reviewId, at), counted: addReview(counted, reviewId, at) }
    case 'TurnReleased':
      return { slots: removeSlot(slots, reviewId), counted: removeReview(counted, reviewId) }
    case 'ReviewWeighed':
      return { slots: markSlotUsed(slots, reviewId, at), counted: setStars(counted, event.data, event.data.after) }
    case 'OpinionChanged':
      return { slots, counted }
    case 'OpinionPlaced':
      return { slots, counted: { ...counted, position: event.data.to } }
  }
}

const decide = (
  command: ReviewerCommand,
  { slots, counted }: ReviewerState,
): DecisionOf<ReviewerEvent, ReviewSlotRejection> => {
  switch (command.type) {
    case 'ReserveReviewSlot':
      return reserveSlot(command, slots)
    case 'ReleaseReviewSlot':
      return accept(...releaseSlot(command, slots))
    case 'WeighReview':
      return accept(...weighReview(command, counted))
  }
}

/** Stream id of an author's reviews of one target. */
export const reviewerId = (authorId: string, targetId: string): string => `${authorId}_${targetId}`

/** An author in relation to one target: when the next review is allowed (slots), and which review counts in the score. */
export const reviewer: Aggregate<ReviewerCommand, ReviewerEvent, ReviewerState, ReviewSlotRejection> = {
  category: 'opinion',
  events: ReviewerEvents,
  initial: { slots: [], counted: { reviews: [], position: null } },
  evolve,
  decide,
}
