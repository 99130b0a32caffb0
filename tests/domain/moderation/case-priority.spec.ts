import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { calculatePriority, moderationCase, noFlags } from '../../../domain/moderation/case.ts'
import { spec } from '../../support/decider-spec.ts'
import {
  caseEscalated,
  caseOpened,
  caseReprioritised,
  deadlineApproached,
  evidenceOf,
  openCase,
  excludedAccounts,
  reprioritiseCase,
} from '../../support/moderation/case-fixtures.ts'
import { instantOn } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(moderationCase)
const calm = { kind: 'FLAG', ...noFlags, urgency: 'calm' } as const

describe('the priority of a case', () => {
  it('is the sum of named parts', () => {
    expect(calculatePriority({ kind: 'HELD', ...evidenceOf(3, 330), urgency: 'soon' })).toEqual({
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

  it('ranks disputes above flags, appeals above disputes, and held reviews above all', () => {
    const priorityOf = (kind: 'FLAG' | 'DISPUTE' | 'APPEAL' | 'HELD') => calculatePriority({ ...calm, kind }).priority
    expect([priorityOf('FLAG'), priorityOf('DISPUTE'), priorityOf('APPEAL'), priorityOf('HELD')]).toEqual([
      100, 200, 250, 300,
    ])
  })

  it('Q-54: is raised more by accurate reporters, less by inaccurate ones and not by accounts not established', () => {
    const priorityOf = (weight: number) => calculatePriority({ ...calm, ...evidenceOf(1, weight) }).priority
    expect([priorityOf(0), priorityOf(40), priorityOf(100), priorityOf(140)]).toEqual([100, 104, 110, 114])
  })

  it('of a flag campaign never exceeds that of a held review', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 150 }), (flags, each) => {
        const { priority } = calculatePriority({ ...calm, ...evidenceOf(flags, flags * each) })
        expect(priority).toBeLessThanOrEqual(200)
      }),
    ))

  it('is never negative and always the sum of its parts', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('FLAG', 'DISPUTE', 'APPEAL', 'HELD'),
        fc.constantFrom('calm', 'soon', 'overdue'),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 150 }),
        (kind, urgency, flags, each) => {
          const { priority, why } = calculatePriority({ kind, urgency, ...evidenceOf(flags, flags * each) })
          expect(priority).toBeGreaterThan(0)
          expect(why.reduce((sum, { points }) => sum + points, 0)).toBe(priority)
          expect(why.every(({ points }) => points !== 0)).toBe(true)
        },
      ),
    ))

  it('ranks overdue cases first', () => {
    const highest = calculatePriority({ kind: 'HELD', ...evidenceOf(50, 7500), urgency: 'soon' }).priority
    expect(calculatePriority({ ...calm, urgency: 'overdue' }).priority).toBeGreaterThan(highest)
  })
})

describe('the priority when the flags change', () => {
  it('starts with the weight of the first flag', () => given().when(openCase).then(caseOpened()))

  it('rises with another flag and not with the same flag again', () => {
    given(caseOpened())
      .when(reprioritiseCase(evidenceOf(2)))
      .then(caseReprioritised(evidenceOf(2)))
    given(caseOpened(), caseReprioritised(evidenceOf(2)))
      .when(reprioritiseCase(evidenceOf(2)))
      .thenNothing()
  })

  it('falls when a flag is decided', () =>
    given(caseOpened(), caseReprioritised(evidenceOf(2)))
      .when(reprioritiseCase(evidenceOf(1)))
      .then(caseReprioritised(evidenceOf(1))))

  it('keeps the parts for holding and deadline', () => {
    const past = [caseOpened(), caseEscalated, deadlineApproached('overdue', instantOn('2026-03-10'))]
    const decided = moderationCase.decide(reprioritiseCase(evidenceOf(4)), fold(moderationCase, past))
    expect(E.isRight(decided) && decided.right[0]?.data).toMatchObject({ priority: 840, kind: 'HELD' })
  })

  it('adds new reporters to the excluded accounts', () => {
    const allExcluded = [...excludedAccounts, 'ugo']
    given(caseOpened())
      .when(reprioritiseCase(evidenceOf(1), ['ugo', 'ana']))
      .then(caseReprioritised(evidenceOf(1), allExcluded))
  })

  it('can be recomputed from the events and the formula version', () => {
    const past = [caseOpened(), caseReprioritised(evidenceOf(3)), caseEscalated]
    const recordedPriorities = past.map(({ data }) => ('priority' in data ? [data.priority, data.formula] : null))
    expect(recordedPriorities).toEqual([
      [110, 1],
      [130, 1],
      [310, 1],
    ])
  })
})
