import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { unstated } from '../../kernel/reasons.ts'
import { statement } from '../../kernel/statement.ts'
import { Day, Id, Instant, oneOf, orNull, Score, Stars } from '../../kernel/primitives.ts'

export const StayType = oneOf(['business', 'leisure'])
export type StayType = t.TypeOf<typeof StayType>

const whose = {
  ratingId: clear(Id),
  /** The account of the business that rates. */
  businessId: clear(Id),
  /** The client rated: `clients.id`. */
  clientId: clear(Id),
}
/** The criteria are the same for every client (B-01, Q-45). */
const opinion = {
  overall: clear(Stars),
  punctuality: clear(Score),
  kindness: clear(Score),
  payment: clear(Score),
  roomCondition: clear(Score),
  comment: pii('clientId', orNull(t.string), null),
}

export const ClientRated = event(
  'ClientRated',
  {
    ...whose,
    ...opinion,
    stayType: clear(StayType),
    stayDate: clear(Day),
    /** The client learns of it with its batch, not before: given while ratings are released in batches. */
    held: clear(t.boolean),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, held: false }) } },
)
export const RatingAmended = event('RatingAmended', { ...whose, ...opinion, at: clear(Instant) })
/** Taken back by the business that wrote it. */
export const RatingWithdrawn = event('RatingWithdrawn', { ...whose, at: clear(Instant) })
/** Struck out by a moderator; the reasons are for the business that gave it. */
export const RatingRemoved = event(
  'RatingRemoved',
  { ...whose, by: clear(Id), ...statement('businessId'), at: clear(Instant) },
  { version: 2, upcast: { 1: unstated('OTHER') } },
)

export const RatingEvents = family(ClientRated, RatingAmended, RatingWithdrawn, RatingRemoved)
export type RatingEvent = EventIn<typeof RatingEvents>
