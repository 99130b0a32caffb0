import * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull, Whole } from '../../kernel/primitives.ts'

/** One thing that follows: an event, by the ids and amounts it is about. */
export const Effect = t.strict(
  {
    /** Where it is written. */
    stream: Id,
    /** The event's name. */
    what: Id,
    /** The code, flag, case or cause it is about; null when the stream says it all. */
    id: orNull(Id),
    /** AVA, percent, or which strike it is. */
    amount: orNull(Whole),
    /** Stars, or a tier counted from 0; null where there are none. */
    before: orNull(Whole),
    after: orNull(Whole),
  },
  'Effect',
)
export type Effect = t.TypeOf<typeof Effect>

/** What was given and stays given. */
export const Kept = t.strict({ what: oneOf(['code-redeemed', 'ava-spent']), id: orNull(Id), amount: Whole }, 'Kept')
export type Kept = t.TypeOf<typeof Kept>

/** A number that moves. */
export const Figure = t.strict(
  {
    /** The venue's stars added up and the authors behind them; the author's ratings given, AVA and codes to spend. */
    name: oneOf(['venue-stars', 'venue-raters', 'author-ratings', 'author-ava', 'author-codes']),
    before: Whole,
    after: Whole,
  },
  'Figure',
)
export type Figure = t.TypeOf<typeof Figure>

/** The version of a stream that the plan was made on. */
export const MadeOn = t.strict({ stream: Id, version: Whole }, 'MadeOn')
export type MadeOn = t.TypeOf<typeof MadeOn>

/** A review is unwound by one plan at a time: `<reviewId>-<n>`. */
const whose = { planId: clear(Id), reviewId: clear(Id) }

/** Everything downstream of a review judged fake, as it was foreseen: ids and amounts, no word of anybody. */
export const PlanDrafted = event('PlanDrafted', {
  ...whose,
  by: clear(Id),
  madeOn: clear(t.readonlyArray(MadeOn)),
  effects: clear(t.readonlyArray(Effect)),
  kept: clear(t.readonlyArray(Kept)),
  figures: clear(t.readonlyArray(Figure)),
  at: clear(Instant),
})
/** By a second moderator: what was foreseen is now done. */
export const PlanApproved = event('PlanApproved', { ...whose, by: clear(Id), draftedBy: clear(Id), at: clear(Instant) })

export const UnwindEvents = family(PlanDrafted, PlanApproved)
export type UnwindEvent = EventIn<typeof UnwindEvents>
