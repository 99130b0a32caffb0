import * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Ava, Id, Instant, Whole } from '../../kernel/primitives.ts'

const draft = { book: clear(Id), draftId: clear(Id), at: clear(Instant) }
/** The administrator who asked. */
const by = clear(Id)

/** A set of rules is proposed; nothing is earned by it yet. */
export const RuleSetDrafted = event('RuleSetDrafted', {
  ...draft,
  /** The set's, among those in the code. */
  version: clear(Whole),
  by,
})
export const SimulationRequested = event('SimulationRequested', { ...draft, by })

/** What the set would have earned, had it been in force from the first day on. */
export const RuleSetSimulated = event('RuleSetSimulated', {
  ...draft,
  figures: clear(
    t.strict({
      /** Accounts that would have earned anything by it. */
      accounts: Whole,
      /** In AVA, beyond what every set credits. */
      total: Ava,
      /** Of these, in the thirty days before. */
      lastMonth: Ava,
      /** The most that one account would have earned. */
      most: Ava,
      /** Everything the ledger has credited so far, to compare with. */
      credited: Ava,
      parts: t.readonlyArray(t.strict({ reason: Id, amount: Ava })),
    }),
  ),
})
/** In force from `at` on; what was earned before stays as it was. */
export const RuleSetActivated = event('RuleSetActivated', { ...draft, version: clear(Whole), by })

export const RulebookEvents = family(RuleSetDrafted, SimulationRequested, RuleSetSimulated, RuleSetActivated)
export type RulebookEvent = EventIn<typeof RulebookEvents>
