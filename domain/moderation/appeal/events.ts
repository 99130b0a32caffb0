import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, orNull, Whole } from '../../kernel/primitives.ts'
import { statement, Violation } from '../../kernel/statement.ts'
import { AppealOutcome, AppealSide, Measure } from './measures.ts'

const whose = {
  /** What is appealed against: the id of the event that decided it. */
  decisionId: clear(Id),
  reviewId: clear(Id),
  side: clear(AppealSide),
  /** 1: against a moderator's decision; 2: against what an appeal reversed. There is no third. */
  level: clear(Whole),
}

export const AppealLodged = event('AppealLodged', {
  ...whose,
  appellantId: clear(Id),
  /** The decision as this appellant was told it: of several reporters, each their own flag's. */
  toldId: clear(Id),
  measure: clear(Measure),
  /** How many events the review had when it was judged: its words as they were then. */
  reviewVersion: clear(Whole),
  /** Who decided before, at any level: they decide no more. */
  deciders: clear(t.readonlyArray(Id)),
  text: pii('appellantId', t.string, ''),
  at: clear(Instant),
})
/** Everybody who had appealed by then. */
const appellants = clear(t.readonlyArray(Id))
export const AppealTaken = event('AppealTaken', { ...whose, by: clear(Id), appellants, at: clear(Instant) })

/** Somebody concerned who did not appeal. */
export const Concerned = t.strict({ accountId: Id, side: AppealSide })
export const AppealDecided = event('AppealDecided', {
  ...whose,
  by: clear(Id),
  outcome: clear(AppealOutcome),
  before: clear(Measure),
  measure: clear(Measure),
  appellants,
  /** Told where the review comes back into sight or goes out of it; those of the other side may then appeal, once. */
  others: clear(t.readonlyArray(Concerned)),
  /** The reports whose answer turns with it. */
  flags: clear(t.readonlyArray(Id)),
  /** The dispute whose outcome turns with it; null where none is concerned. */
  disputeId: clear(orNull(Id)),
  authorId: clear(Id),
  ...statement('authorId'),
  /** What the author is to answer for; null when nobody named it. */
  violation: clear(orNull(Violation)),
  at: clear(Instant),
})
/** What was appealed against is no longer so, for another reason: nothing is left to decide. */
export const AppealVoided = event('AppealVoided', {
  ...whose,
  measure: clear(Measure),
  appellants,
  at: clear(Instant),
})

export const AppealEvents = family(AppealLodged, AppealTaken, AppealDecided, AppealVoided)
export type AppealEvent = EventIn<typeof AppealEvents>
export type DataOf<T extends AppealEvent['type']> = Extract<AppealEvent, { readonly type: T }>['data']
