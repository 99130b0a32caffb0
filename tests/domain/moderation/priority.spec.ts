import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { moderationCase } from '../../../domain/moderation/case/decider.ts'
import { noEvidence, weigh } from '../../../domain/moderation/case/priority.ts'
import {
  caseEscalated,
  caseOpened,
  caseReprioritised,
  deadlineNears,
  evidenceOf,
  openCase,
  parties,
  weighCase,
} from '../../support/moderation.ts'
import { on } from '../../support/reputation.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(moderationCase)
const calm = { kind: 'FLAG', ...noEvidence, urgency: 'calm' } as const

describe('the priority of a case', () => {
  it('is the sum of named parts, and says which', () => {
    expect(weigh({ kind: 'HELD', ...evidenceOf(3, 330), urgency: 'soon' })).toEqual({
      priority: 383,
      why: [
        { part: 'kind', points: 100 },
        { part: 'held', points: 200 },
        { part: 'flags', points: 30 },
        { part: 'reporters', points: 3 },
        { part: 'deadline', points: 50 },
      ],
      formula: 1,
    })
  })

  it('a dispute goes before flags, an appeal before a dispute, a review out of sight before all of them', () => {
    const of = (kind: 'FLAG' | 'DISPUTE' | 'APPEAL' | 'HELD') => weigh({ ...calm, kind }).priority
    expect([of('FLAG'), of('DISPUTE'), of('APPEAL'), of('HELD')]).toEqual([100, 200, 250, 300])
  })

  it('Q-54: who has mostly been right raises it more, who has mostly been wrong less, who is not established not at all', () => {
    const of = (weight: number) => weigh({ ...calm, ...evidenceOf(1, weight) }).priority
    expect([of(0), of(40), of(100), of(140)]).toEqual([100, 104, 110, 114])
  })

  it('a campaign of flags never carries a case past one that is out of sight', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 150 }), (flags, each) => {
        const { priority } = weigh({ ...calm, ...evidenceOf(flags, flags * each) })
        expect(priority).toBeLessThanOrEqual(200)
      }),
    ))

  it('is never less than nothing, and always what its parts add up to', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('FLAG', 'DISPUTE', 'APPEAL', 'HELD'),
        fc.constantFrom('calm', 'soon', 'overdue'),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 150 }),
        (kind, urgency, flags, each) => {
          const { priority, why } = weigh({ kind, urgency, ...evidenceOf(flags, flags * each) })
          expect(priority).toBeGreaterThan(0)
          expect(why.reduce((sum, { points }) => sum + points, 0)).toBe(priority)
          expect(why.every(({ points }) => points !== 0)).toBe(true)
        },
      ),
    ))

  it('whatever is overdue goes before whatever is not', () => {
    const most = weigh({ kind: 'HELD', ...evidenceOf(50, 7500), urgency: 'soon' }).priority
    expect(weigh({ ...calm, urgency: 'overdue' }).priority).toBeGreaterThan(most)
  })
})

describe('a case whose flags change', () => {
  it('opens with the weight of its first flag', () => given().when(openCase).then(caseOpened()))

  it('a further flag raises it, the same told again does not', () => {
    given(caseOpened())
      .when(weighCase(evidenceOf(2)))
      .then(caseReprioritised(evidenceOf(2)))
    given(caseOpened(), caseReprioritised(evidenceOf(2)))
      .when(weighCase(evidenceOf(2)))
      .thenNothing()
  })

  it('an answered flag lowers it', () =>
    given(caseOpened(), caseReprioritised(evidenceOf(2)))
      .when(weighCase(evidenceOf(1)))
      .then(caseReprioritised(evidenceOf(1))))

  it('keeps what it gained by being held and by its deadline', () => {
    const past = [caseOpened(), caseEscalated, deadlineNears('overdue', on('2026-03-10'))]
    const decided = moderationCase.decide(weighCase(evidenceOf(4)), fold(moderationCase, past))
    expect(E.isRight(decided) && decided.right[0]?.data).toMatchObject({ priority: 840, kind: 'HELD' })
  })

  it('who reports it joins those who may not judge it', () => {
    const all = [...parties, 'ugo']
    given(caseOpened())
      .when(weighCase(evidenceOf(1), ['ugo', 'ana']))
      .then(caseReprioritised(evidenceOf(1), all))
  })

  it('the order can be replayed: every move is in the events, with the formula that made it', () => {
    const past = [caseOpened(), caseReprioritised(evidenceOf(3)), caseEscalated]
    const told = past.map(({ data }) => ('priority' in data ? [data.priority, data.formula] : null))
    expect(told).toEqual([
      [110, 1],
      [130, 1],
      [310, 1],
    ])
  })
})
