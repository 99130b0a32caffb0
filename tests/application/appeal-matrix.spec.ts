import { describe, expect, it } from 'vitest'
import type { AppealOutcome, Measure } from '../../domain/moderation/appeal/measures.ts'
import { appealScene, type First } from '../support/appeal-scenes.ts'
import { right } from '../support/application.ts'

interface Row {
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

/** mozilla/addons 9387, made ours: first decision, who may appeal, outcome → the review, who is told, who may appeal next. */
const matrix: readonly Row[] = [
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

describe('every first decision and what may become of it on appeal', () => {
  it.each(matrix)('$first; $by: $outcome → $review, told $told, next $next', async (expected) => {
    const { app, first, allWhoMay, decide, status, told } = await appealScene()
    await first(expected.first)
    expect(await allWhoMay()).toBe(expected.by)
    right(await decide('lia', expected.outcome, expected.measure ?? null))
    expect(await status()).toBe(expected.review)
    expect(await told()).toBe(expected.told)
    expect(await allWhoMay()).toBe(expected.next)
    expect(app.surprises).toEqual([])
  })
})

describe('the reversal, appealed in its turn', () => {
  const reversals = matrix.filter(({ next }) => next !== '')
  const cells = reversals.flatMap((first) => {
    const [other, winners] = [first.next, first.by]
    const back = first.review === 'VISIBLE' ? (other === 'rosa' ? 'REMOVED' : 'HIDDEN') : 'VISIBLE'
    return [
      { ...first, then: 'UPHELD' as const, last: first.review, hear: other },
      { ...first, then: 'OVERTURNED' as const, last: back, hear: `${other} ${winners}` },
    ]
  })

  it.each(cells)('$first, $outcome → $review; $next: $then → $last, told $hear, and it is final', async (cell) => {
    const { app, first, allWhoMay, decide, status, told } = await appealScene()
    await first(cell.first)
    await allWhoMay()
    right(await decide('lia', cell.outcome, cell.measure ?? null))
    expect(await allWhoMay()).toBe(cell.next)
    for (const by of ['ugo', 'lia'])
      expect(await decide(by, cell.then)).toMatchObject({ left: { rejection: { type: 'DecidedBefore' } } })
    right(await decide('nina', cell.then))
    expect(await status()).toBe(cell.last)
    expect((await told()).split(' ').toSorted()).toEqual(cell.hear.split(' ').toSorted())
    expect(await allWhoMay()).toBe('')
    expect(app.surprises).toEqual([])
  })
})
