import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import { ReleaseEvents, type ReleaseEvent } from './events.ts'

export interface HeldRating {
  readonly ratingId: string
  readonly businessId: string
  readonly ratedAt: Instant
}

interface OfClient {
  readonly clientId: string
  readonly at: Instant
}

export type ReleaseCommand =
  | ({ readonly type: 'HoldRating'; readonly batch: string } & HeldRating & OfClient)
  | ({ readonly type: 'DropHeldRating'; readonly ratingId: string } & OfClient)
  /** Those given at `upTo` or before have waited long enough, in whatever company. */
  | ({ readonly type: 'ReleaseDue'; readonly batch: string; readonly upTo: Instant } & OfClient)

export interface ReleaseState {
  readonly held: readonly HeldRating[]
  readonly released: readonly string[]
  readonly dropped: readonly string[]
}

/** When held ratings are released: as soon as so many venues wait, or each after so many days. */
export const releaseRule = { venues: 3, days: 30 } as const

export const isReleased = ({ released }: ReleaseState, ratingId: string): boolean => released.includes(ratingId)

const evolve = (state: ReleaseState, event: ReleaseEvent): ReleaseState => {
  switch (event.type) {
    case 'RatingHeld': {
      const { ratingId, businessId, at: ratedAt } = event.data
      return { ...state, held: [...without(state.held, [ratingId]), { ratingId, businessId, ratedAt }] }
    }
    case 'HeldRatingDropped': {
      const { ratingId } = event.data
      return { ...state, held: without(state.held, [ratingId]), dropped: [...state.dropped, ratingId] }
    }
    case 'RatingsReleased': {
      const { ratings } = event.data
      return { ...state, held: without(state.held, ratings), released: [...state.released, ...ratings] }
    }
  }
}

const decide = (command: ReleaseCommand, state: ReleaseState): E.Either<never, readonly ReleaseEvent[]> => {
  switch (command.type) {
    case 'HoldRating':
      return E.right(hold(command, state))
    case 'DropHeldRating': {
      const { clientId, ratingId, at } = command
      const waits = state.held.some((one) => one.ratingId === ratingId)
      return E.right(waits ? [{ type: 'HeldRatingDropped', data: { clientId, ratingId, at } }] : [])
    }
    case 'ReleaseDue':
      return E.right(
        releaseOf(
          command,
          state.held.filter(({ ratedAt }) => !isBefore(command.upTo, ratedAt)),
        ),
      )
  }
}

const hold = (command: Extract<ReleaseCommand, { readonly type: 'HoldRating' }>, state: ReleaseState) => {
  const { clientId, ratingId, businessId, ratedAt } = command
  const known = [...state.held.map((one) => one.ratingId), ...state.released, ...state.dropped]
  if (known.includes(ratingId)) return []
  const held: ReleaseEvent = { type: 'RatingHeld', data: { clientId, ratingId, businessId, at: ratedAt } }
  const waiting = evolve(state, held).held
  const venues = new Set(waiting.map((one) => one.businessId)).size
  return venues < releaseRule.venues ? [held] : [held, ...releaseOf(command, waiting)]
}

const releaseOf = (
  { clientId, batch, at }: OfClient & { readonly batch: string },
  ratings: readonly HeldRating[],
): readonly ReleaseEvent[] =>
  ratings.length === 0
    ? []
    : [
        {
          type: 'RatingsReleased',
          data: { clientId, batch, ratings: ratings.map(({ ratingId }) => ratingId).toSorted(), at },
        },
      ]

const without = (held: readonly HeldRating[], ids: readonly string[]) =>
  held.filter(({ ratingId }) => !ids.includes(ratingId))

/** One client's ratings that wait to be released together (`RATING_RELEASE=batch`). */
export const release: Aggregate<ReleaseCommand, ReleaseEvent, ReleaseState, never> = {
  category: 'release',
  events: ReleaseEvents,
  initial: { held: [], released: [], dropped: [] },
  evolve,
  decide,
}
