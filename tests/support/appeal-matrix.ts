import type { AppealOutcome, Measure } from '../../domain/moderation/appeal/measures.ts'
import type { First } from './appeal-scenes.ts'

export interface Row {
  readonly first: First
  readonly by: string
  readonly outcome: AppealOutcome
  readonly measure?: Measure
  /** What becomes of the review, and who hears of it. */
  readonly review: Measure
  readonly told: string
  /** Who may appeal next; nobody where it is final. */
  readonly next: string
}
const row = (first: Row['first'], by: string, how: string, review: Measure, toldTo: string, next: string): Row => {
  const [outcome, measure] = how.split(' → ') as [AppealOutcome, Measure?]
  return { first, by, outcome, ...(measure && { measure }), review, told: toldTo, next }
}

/** First decision, who may appeal, outcome → the review, who is told, who may appeal next. */
export const matrix: readonly Row[] = [
  row('no action on one report', 'bea', 'UPHELD', 'VISIBLE', 'bea', ''),
  row('no action on one report', 'bea', 'OVERTURNED', 'HIDDEN', 'bea ada', 'ada'),
  row('no action on one report', 'bea', 'OVERTURNED → REMOVED', 'REMOVED', 'bea ada', 'ada'),
  row('no action on two reports', 'bea carlo', 'UPHELD', 'VISIBLE', 'bea carlo', ''),
  row('no action on two reports', 'bea carlo', 'OVERTURNED', 'HIDDEN', 'bea carlo ada', 'ada'),
  row('a report upheld', 'ada', 'UPHELD', 'HIDDEN', 'ada', ''),
  row('a report upheld', 'ada', 'OVERTURNED', 'VISIBLE', 'ada bea', 'bea'),
  row('hidden by a moderator', 'ada', 'UPHELD', 'HIDDEN', 'ada', ''),
  row('hidden by a moderator', 'ada', 'OVERTURNED', 'VISIBLE', 'ada', ''),
  row('removed, as two had asked', 'ada', 'UPHELD', 'REMOVED', 'ada', ''),
  row('removed, as two had asked', 'ada', 'PARTLY', 'HIDDEN', 'ada', ''),
  row('removed, as two had asked', 'ada', 'OVERTURNED', 'VISIBLE', 'ada bea carlo', 'bea carlo'),
  row('a dispute upheld', 'ada', 'UPHELD', 'REMOVED', 'ada', ''),
  row('a dispute upheld', 'ada', 'PARTLY', 'HIDDEN', 'ada', ''),
  row('a dispute upheld', 'ada', 'OVERTURNED', 'VISIBLE', 'ada rosa', 'rosa'),
  row('a dispute rejected', 'rosa', 'UPHELD', 'VISIBLE', 'rosa', ''),
  row('a dispute rejected', 'rosa', 'PARTLY', 'HIDDEN', 'rosa ada', 'ada'),
  row('a dispute rejected', 'rosa', 'OVERTURNED', 'REMOVED', 'rosa ada', 'ada'),
]

/** What a reversal, appealed in its turn, comes to; then it is final. */
export const secondAppeals = matrix
  .filter(({ next }) => next !== '')
  .flatMap((first) => {
    const [other, winners] = [first.next, first.by]
    const back = first.review === 'VISIBLE' ? (other === 'rosa' ? 'REMOVED' : 'HIDDEN') : 'VISIBLE'
    return [
      { ...first, then: 'UPHELD' as const, last: first.review, hear: other },
      { ...first, then: 'OVERTURNED' as const, last: back, hear: `${other} ${winners}` },
    ]
  })
