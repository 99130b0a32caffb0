import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'

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

export const RatingReleaseEvents = family(RatingHeld, HeldRatingDropped, RatingsReleased)
export type RatingReleaseEvent = EventIn<typeof RatingReleaseEvents>

export interface HeldRating {
  readonly ratingId: string
  readonly businessId: string
  readonly ratedAt: Instant
}

interface ForClient {
  readonly clientId: string
  readonly at: Instant
}

export type RatingReleaseCommand =
  | ({ readonly type: 'HoldRating'; readonly batch: string } & HeldRating & ForClient)
  | ({ readonly type: 'DropHeldRating'; readonly ratingId: string } & ForClient)
  /** Those given at `upTo` or before have waited long enough, in whatever company. */
  | ({ readonly type: 'ReleaseDue'; readonly batch: string; readonly upTo: Instant } & ForClient)

export interface RatingReleaseState {
  readonly held: readonly HeldRating[]
  readonly released: readonly string[]
  readonly dropped: readonly string[]
}

/** When held ratings are released: as soon as so many venues wait, or each after so many days. */
export const ratingReleaseRule = { venues: 3, days: 30 } as const

export const isReleased = ({ released }: RatingReleaseState, ratingId: string): boolean => released.includes(ratingId)

const evolve = (state: RatingReleaseState, event: RatingReleaseEvent): RatingReleaseState => {
  switch (event.type) {
    case 'RatingHeld': {
      const { ratingId, businessId, at: ratedAt } = event.data
      return { ...state, held: [...withoutRatings(state.held, [ratingId]), { ratingId, businessId, ratedAt }] }
    }
    case 'HeldRatingDropped': {
      const { ratingId } = event.data
      return { ...state, held: withoutRatings(state.held, [ratingId]), dropped: [...state.dropped, ratingId] }
    }
    case 'RatingsReleased': {
      const { ratings } = event.data
      return { ...state, held: withoutRatings(state.held, ratings), released: [...state.released, ...ratings] }
    }
  }
}

const decide = (
  command: RatingReleaseCommand,
  state: RatingReleaseState,
): E.Either<never, readonly RatingReleaseEvent[]> => {
  switch (command.type) {
    case 'HoldRating':
      return E.right(holdRating(command, state))
    case 'DropHeldRating': {
      const { clientId, ratingId, at } = command
      const waits = state.held.some((one) => one.ratingId === ratingId)
      return E.right(waits ? [{ type: 'HeldRatingDropped', data: { clientId, ratingId, at } }] : [])
    }
    case 'ReleaseDue':
      return E.right(
        ratingsReleased(
          command,
          state.held.filter(({ ratedAt }) => !isBefore(command.upTo, ratedAt)),
        ),
      )
  }
}

const holdRating = (
  command: Extract<RatingReleaseCommand, { readonly type: 'HoldRating' }>,
  state: RatingReleaseState,
) => {
  const { clientId, ratingId, businessId, ratedAt } = command
  const known = [...state.held.map((one) => one.ratingId), ...state.released, ...state.dropped]
  if (known.includes(ratingId)) return []
  const held: RatingReleaseEvent = { type: 'RatingHeld', data: { clientId, ratingId, businessId, at: ratedAt } }
  const waiting = evolve(state, held).held
  const venues = new Set(waiting.map((one) => one.businessId)).size
  return venues < ratingReleaseRule.venues ? [held] : [held, ...ratingsReleased(command, waiting)]
}

const ratingsReleased = (
  { clientId, batch, at }: ForClient & { readonly batch: string },
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

/** One client's ratings that wait to be released together (`RATING_RELEASE=batch`). */
export const ratingRelease: Aggregate<RatingReleaseCommand, RatingReleaseEvent, RatingReleaseState, never> = {
  category: 'release',
  events: RatingReleaseEvents,
  initial: { held: [], released: [], dropped: [] },
  evolve,
  decide,
}
