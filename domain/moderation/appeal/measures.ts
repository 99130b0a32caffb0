import * as t from 'io-ts'
import { oneOf } from '../../kernel/primitives.ts'

/** Who turns against a decision: the review's author, who reported it, or the business it is about. */
export const AppealSide = oneOf(['author', 'reporter', 'business'])
export type AppealSide = t.TypeOf<typeof AppealSide>

/** What a decision does with the review, mildest first. */
export const Measure = oneOf(['VISIBLE', 'HIDDEN', 'REMOVED'])
export type Measure = t.TypeOf<typeof Measure>

/** `UPHELD`: the decision stands. `PARTLY`: something milder, or stronger, than it. `OVERTURNED`: the contrary. */
export const AppealOutcome = oneOf(['UPHELD', 'PARTLY', 'OVERTURNED'])
export type AppealOutcome = t.TypeOf<typeof AppealOutcome>

interface Appealed {
  readonly side: AppealSide
  /** What the decision appealed against did. */
  readonly measure: Measure
}

/** What an outcome may come to, the usual one first; none where there is no such outcome. */
export const measuresOf = ({ side, measure }: Appealed, outcome: AppealOutcome): readonly Measure[] => {
  if (outcome === 'UPHELD') return [measure]
  if (side === 'author') return outcome === 'OVERTURNED' ? ['VISIBLE'] : measure === 'REMOVED' ? ['HIDDEN'] : []
  if (side === 'reporter') return outcome === 'OVERTURNED' ? ['HIDDEN', 'REMOVED'] : []
  return outcome === 'OVERTURNED' ? ['REMOVED'] : ['HIDDEN']
}

/** The review came back into sight or went out of it: somebody who had won has lost. */
export const reverses = (before: Measure, after: Measure): boolean => (before === 'VISIBLE') !== (after === 'VISIBLE')
