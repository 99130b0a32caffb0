import { describe, expect, it } from 'vitest'
import { matrix, secondAppeals } from '../support/appeal-matrix.ts'
import { appealScene } from '../support/appeal-scenes.ts'
import { right } from '../support/application.ts'

describe('every first decision and its possible outcomes on appeal', () => {
  it.each(matrix)('$first; $by: $outcome → $review, notified $told, next $next', async (expected) => {
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

describe('the reversal is appealed in turn', () => {
  it.each(secondAppeals)('$first, $outcome → $review; $next: $then → $last, notified $hear, final', async (cell) => {
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
