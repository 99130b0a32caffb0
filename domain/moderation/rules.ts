import type { AppealSide, DecisionKind } from './vocabulary.ts'

/** Length of an appeal's text and of the reason for its decision, in characters. */
export const appealTextLength = { min: 10, max: 1000 } as const

/**
 * The side that may appeal against each decision; null if none may: a hold is not final, and an upheld flag or dispute is
 * appealed through the hiding or removal that follows.
 */
export const appealingSide: Readonly<Record<DecisionKind, AppealSide | null>> = {
  HELD: null,
  HIDDEN: 'author',
  REMOVED: 'author',
  RESTORED: null,
  FLAG_REVIEWED: 'reporter',
  FLAG_DISMISSED: 'reporter',
  FLAG_UPHELD: null,
  DISPUTE_UPHELD: null,
  DISPUTE_REJECTED: 'business',
  RATING_KEPT: 'guest',
  RATING_STRUCK: null,
  RATING_REMOVED: 'venue',
  RATING_RESTORED: null,
}

/** Recorded with every priority; increase it when the formula changes. 0 marks priorities from before the formula. */
export const priorityVersion = 1

/** A held review ranks above one that is still visible; an overdue case ranks above everything. */
export const priorityPoints = {
  kind: { FLAG: 100, HELD: 100, DISPUTE: 200, RATING_CONTEST: 200, APPEAL: 250 },
  held: 200,
  perFlag: 10,
  urgency: { calm: 0, soon: 50, overdue: 500 },
} as const

/** Caps the flags that raise a priority, so that a flagging campaign cannot overtake a held review. */
export const maxCountedFlags = 10

/** Reversal plans kept in the state of the aggregate; older plans remain in the stream only. */
export const maxPlans = 20
