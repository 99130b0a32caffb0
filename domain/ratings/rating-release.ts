import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing } from '../kernel/decider.ts'
import { OrderedMap, PersistentSet, setLast } from '../kernel/collections.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'
import { ratingReleaseRule } from './rules.ts'

// --- Events -----------------------------------------------------------------------------------------

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
export const HeldRatingDiscarded = event('HeldRatingDropped' /* stored name */, {
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

// --- State ------------------------------------------------------------------------------------------

export interface HeldRating {
  readonly ratingId: string
  readonly businessId: string
  readonly ratedAt: Instant
}

export interface RatingReleaseState {
  /** By id. */
  readonly held: OrderedMap<string, HeldRating>
  readonly released: PersistentSet<string>
  readonly discarded: PersistentSet<string>
}

export const isReleased = ({ released }: RatingReleaseState, ratingId: string): boolean => released.has(ratingId)

const evolve = (state: RatingReleaseState, event: RatingReleaseEvent): RatingReleaseState => {
  switch (event.type) {
    case RatingHeld.type: {
      const { ratingId, businessId, at: ratedAt } = event.data
      return { ...state, held: setLast(state.held, ratingId, { ratingId, businessId, ratedAt }) }
    }
    case HeldRatingDiscarded.type: {
      const { ratingId } = event.data
      return { ...state, held: state.held.delete(ratingId), discarded: state.discarded.add(ratingId) }
    }
    case RatingsReleased.type: {
      const { ratings } = event.data
      return { ...state, held: state.held.deleteAll(ratings), released: state.released.union(ratings) }
    }
  }
}

// --- Decisions --------------------------------------------------------------------------------------

interface ClientCommand {
  readonly clientId: string
  readonly at: Instant
}

interface HoldRating extends ClientCommand, HeldRating {
  readonly type: 'HoldRating'
  readonly batch: string
}

interface DiscardHeldRating extends ClientCommand {
  readonly type: 'DiscardHeldRating'
  readonly ratingId: string
}

/** Releases the ratings given at `upTo` or earlier, however few they are. */
interface ReleaseDue extends ClientCommand {
  readonly type: 'ReleaseDue'
  readonly batch: string
  readonly upTo: Instant
}

export type RatingReleaseCommand = HoldRating | DiscardHeldRating | ReleaseDue

type Decision = DecisionOf<RatingReleaseEvent>

const decide = (command: RatingReleaseCommand, state: RatingReleaseState): Decision => {
  switch (command.type) {
    case 'HoldRating':
      return holdRating(command, state)
    case 'DiscardHeldRating':
      return discardHeldRating(command, state)
    case 'ReleaseDue':
      return releaseDue(command, state)
  }
}

/** Holds the rating, and releases the batch once the waiting ratings come from enough venues. */
const holdRating = (command: HoldRating, state: RatingReleaseState): Decision => {
  const { clientId, ratingId, businessId, ratedAt } = command
  if (isKnown(ratingId, state)) return nothing
  const held: RatingReleaseEvent = { type: 'RatingHeld', data: { clientId, ratingId, businessId, at: ratedAt } }
  const waiting = [...evolve(state, held).held.values()]
  const venues = new Set(waiting.map((rating) => rating.businessId)).size
  return venues < ratingReleaseRule.venues ? accept(held) : accept(held, ...ratingsReleasedEvents(command, waiting))
}

const isKnown = (ratingId: string, { held, released, discarded }: RatingReleaseState): boolean =>
  held.has(ratingId) || released.has(ratingId) || discarded.has(ratingId)

const discardHeldRating = ({ clientId, ratingId, at }: DiscardHeldRating, { held }: RatingReleaseState): Decision =>
  held.has(ratingId) ? accept({ type: HeldRatingDiscarded.type, data: { clientId, ratingId, at } }) : nothing

const releaseDue = (command: ReleaseDue, { held }: RatingReleaseState): Decision =>
  accept(
    ...ratingsReleasedEvents(
      command,
      [...held.values()].filter(({ ratedAt }) => !isBefore(command.upTo, ratedAt)),
    ),
  )

const ratingsReleasedEvents = (
  { clientId, batch, at }: HoldRating | ReleaseDue,
  due: readonly HeldRating[],
): readonly RatingReleaseEvent[] => {
  if (due.length === 0) return []
  const ratings = due.map(({ ratingId }) => ratingId).toSorted()
  return [{ type: 'RatingsReleased', data: { clientId, batch, ratings, at } }]
}

/** Ratings of one client held until their release as a batch (`RATING_RELEASE=batch`). */
export const ratingRelease: Aggregate<RatingReleaseCommand, RatingReleaseEvent, RatingReleaseState, never> = {
  category: 'release',
  events: RatingReleaseEvents,
  initial: { held: OrderedMap(), released: PersistentSet(), discarded: PersistentSet() },
  evolve,
  decide,
}
