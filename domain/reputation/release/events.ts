import * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant } from '../../kernel/primitives.ts'

/** A rating waits for company: the client must not tell by its coming who gave it. */
export const RatingHeld = event('RatingHeld', {
  clientId: clear(Id),
  ratingId: clear(Id),
  /** The account of the business that rated. */
  businessId: clear(Id),
  /** When the rating was given. */
  at: clear(Instant),
})

/** Taken back or struck out before the client learned of it. */
export const HeldRatingDropped = event('HeldRatingDropped', {
  clientId: clear(Id),
  ratingId: clear(Id),
  at: clear(Instant),
})

/** All of a batch in one event: nobody sees a part of it. */
export const RatingsReleased = event('RatingsReleased', {
  clientId: clear(Id),
  batch: clear(Id),
  ratings: clear(t.readonlyArray(Id)),
  at: clear(Instant),
})

export const ReleaseEvents = family(RatingHeld, HeldRatingDropped, RatingsReleased)
export type ReleaseEvent = EventIn<typeof ReleaseEvents>
