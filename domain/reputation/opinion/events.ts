import * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Day, Id, Instant, orNull, Stars } from '../../kernel/primitives.ts'
import { TargetType } from '../review/events.ts'

/** One author's opinion of one target: one review at a time, and only the latest live one counts. */
const whose = { authorId: clear(Id), targetType: clear(TargetType), targetId: clear(Id), reviewId: clear(Id) }

const change = { before: clear(orNull(Stars)), after: clear(orNull(Stars)) }

export const TurnTaken = event('TurnTaken', { ...whose, at: clear(Instant) })
/** The review announced by `TurnTaken` was never written. */
export const TurnReleased = event('TurnReleased', { ...whose, at: clear(Instant) })
/** The stars this author gives this target in the score, before and after; null where none count. */
export const OpinionChanged = event('OpinionChanged', { ...whose, ...change, at: clear(Instant) })
/** A review became live, changed its stars, or went out of sight (null), whether or not it is the one that counts. */
export const ReviewWeighed = event('ReviewWeighed', { ...whose, ...change, at: clear(Instant) })

/** Where an opinion stands in the score: by which review, with which stars, on the Italian day that review was written. */
export const Place = t.strict({ reviewId: Id, stars: Stars, day: Day }, 'Place')
export type Place = t.TypeOf<typeof Place>
/** The score of a day lost an opinion, gained one, or both; `reviewId` is the review whose weighing brought it about. */
export const OpinionPlaced = event('OpinionPlaced', {
  ...whose,
  from: clear(orNull(Place)),
  to: clear(orNull(Place)),
  at: clear(Instant),
})

export const OpinionEvents = family(TurnTaken, TurnReleased, ReviewWeighed, OpinionChanged, OpinionPlaced)
export type OpinionEvent = EventIn<typeof OpinionEvents>
