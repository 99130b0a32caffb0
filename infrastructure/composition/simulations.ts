import type { Doors } from '../../application/access/doors.ts'
import type { JobHandler } from '../../application/ports/jobs.ts'
import { simulateRuleSet } from '../../application/rulebook/simulate.ts'
import { done } from './letter-parts.ts'

export const simulationsQueue = 'simulations'

/** Goes through the history for a draft of a rule book; tried again until it is done. */
export const simulationHandler =
  (doors: Doors): JobHandler =>
  ({ data: { book, draftId } }) =>
    done(simulateRuleSet(doors, { book: String(book), draftId: String(draftId) }))
