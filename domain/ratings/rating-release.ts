import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, type OfType } from '../kernel/event.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'
import { ratingReleaseRule } from './rules.ts'

/** A rating waits for its batch, so that its time of arrival does not reveal the business. */
const RatingHeld = event('RatingHeld', {
  clientId: clear(Id),
  ratingId: clear(Id),
  /** The account of the business that rated. */
  businessId: clear(Id),
  /** When the rating was given. */
  at: clear(Instant),
})

/** The rating was withdrawn or removed before its release. */
const HeldRatingDiscarded = event('HeldRatingDropped', {
  clientId: clear(Id),
  ratingId: clear(Id),
  at: clear(Instant),
})

/** Releases a batch atomically: no reader sees part of it. */
export const RatingsReleased = event('RatingsReleased', {
  clientId: clear(Id),
  batch: clear(Id),
  ratings: clear(t.readonlyArray(Id)),
  at: clear(Instant),
})

export const RatingReleaseEvents = family(RatingHeld, HeldRatingDiscarded, RatingsReleased)
export type RatingReleaseEvent = EventIn<typeof RatingReleaseEvents>

export interface HeldRating {
  readonly ratingId: string
  readonly businessId: string
  readonly ratedAt: Instant
}

interface ClientCommand {
  readonly clientId: string
  readonly at: Instant
}

export type RatingReleaseCommand =
  | ({ readonly type: 'HoldRating'; readonly batch: string } & HeldRating & ClientCommand)
  | ({ readonly type: 'DiscardHeldRating'; readonly ratingId: string } & ClientCommand)
  /** Releases the ratings given at `upTo` or earlier, however few they are. */
  | ({ readonly type: 'ReleaseDue'; readonly batch: string; readonly upTo: Instant } & ClientCommand)

export interface RatingReleaseState {
  readonly held: readonly HeldRating[]
  readonly released: readonly string[]
  readonly dropped: readonly string[]
}

export const isReleased = ({ released }: RatingReleaseState, ratingId: string): boolean => released.includes(ratingId)

const evolve = (state: RatingReleaseState, event: RatingReleaseEvent): RatingReleaseState => {
  switch (event.type) {
    case 'RatingHeld': {
      const { ratingId, businessId, at: ratedAt } = event.data
      return { ...state, held: [...withoutRatings(state.held, [ratingId]), { ratingId, businessId, ratedAt }] }
    }
    case HeldRatingDiscarded.type: {
      const { ratingId } = event.data
      return { ...state, held: withoutRatings(state.held, [ratingId]), dropped: [...state.dropped, ratingId] }
    }
    case 'RatingsReleased': {
      const { ratings } = event.data
      return { ...state, held: withoutRatings(state.held, ratings), released: [...state.released, ...ratings] }
    }
  }
}

const decide = (command: RatingReleaseCommand, state: RatingReleaseState): DecisionOf<RatingReleaseEvent> => {
  switch (command.type) {
    case 'HoldRating':
      return accept(...holdRating(command, state))
    case 'DiscardHeldRating': {
      const { clientId, ratingId, at } = command
      const isHeld = state.held.some((rating) => rating.ratingId === ratingId)
      return isHeld ? accept({ type: HeldRatingDiscarded.type, data: { clientId, ratingId, at } }) : nothing
    }
    case 'ReleaseDue':
      return accept(
        ...ratingsReleased(
          command,
          state.held.filter(({ ratedAt }) => !isBefore(command.upTo, ratedAt)),
        ),
      )
  }
}

/** Holds the rating, and releases the batch once enough venues have rated the client. */
const holdRating = (command: OfType<RatingReleaseCommand, 'HoldRating'>, state: RatingReleaseState) => {
  const { clientId, ratingId, businessId, ratedAt } = command
  const known = [...state.held.map((rating) => rating.ratingId), ...state.released, ...state.dropped]
  if (known.includes(ratingId)) return []
  const held: RatingReleaseEvent = { type: 'RatingHeld', data: { clientId, ratingId, businessId, at: ratedAt } }
  const waiting = evolve(state, held).held
  const venues = new Set(waiting.map((rating) => rating.businessId)).size
  return venues < ratingReleaseRule.venues ? [held] : [held, ...ratingsReleased(command, waiting)]
}

const ratingsReleased = (
  { clientId, batch, at }: ClientCommand & { readonly batch: string },
  ratings: readonly HeldRating[],
): readonly RatingReleaseEvent[] =>
  ratings.length === 0
    ? []
    : [
        {
          type: 'RatingsReleased',
          data: { clientId, batch, ratings: ratings.map(({ ratingId }) => ratingId).toSorted(), at },
        },
      ]

const withoutRatings = (held: readonly HeldRating[], ids: readonly string[]) =>
  held.filter(({ ratingId }) => !ids.includes(ratingId))

/** Ratings of one client held until their release as a batch (`RATING_RELEASE=batch`). */
export const ratingRelease: Aggregate<RatingReleaseCommand, RatingReleaseEvent, RatingReleaseState, never> = {
  category: 'release',
  events: RatingReleaseEvents,
  initial: { held: [], released: [], dropped: [] },
  evolve,
  decide,
}
