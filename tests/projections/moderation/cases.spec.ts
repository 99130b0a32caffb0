import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { type CaseCommand, type CaseEvent, moderationCase } from '../../../domain/moderation/case.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { cases, laneCounts } from '../../../projections/moderation/cases.ts'
import { claimCase, closeCase, escalateCase, openCase } from '../../support/moderation/case-fixtures.ts'
import { instantOn } from '../../support/reviews/review-fixtures.ts'

const ids = ['flag-1', 'flag-2', 'dispute-1', 'appeal-1'] as const
const kindOf = { 'flag-1': 'FLAG', 'flag-2': 'FLAG', 'dispute-1': 'DISPUTE', 'appeal-1': 'APPEAL' } as const
const step = fc.record({
  caseId: fc.constantFrom(...ids),
  command: fc.constantFrom(openCase, openCase, escalateCase, claimCase('lia', instantOn('2026-03-02')), closeCase()),
})

const runSteps = (steps: readonly { readonly caseId: (typeof ids)[number]; readonly command: CaseCommand }[]) => {
  const log: { readonly caseId: string; readonly event: CaseEvent }[] = []
  for (const { caseId, command } of steps) {
    const past = log.filter((entry) => entry.caseId === caseId).map(({ event }) => event)
    const addressed = command.type === 'OpenCase' ? { ...command, caseId, kind: kindOf[caseId] } : command
    const decided = moderationCase.decide(addressed, fold(moderationCase, past))
    if (E.isRight(decided)) log.push(...decided.right.map((event) => ({ caseId, event })))
  }
  return log.map(({ caseId, event }, n): EventEnvelope<CaseEvent> => ({
    id: `e-${n}`,
    stream: `case-${caseId}`,
    version: n + 1,
    position: String(n + 1).padStart(20, '0'),
    event,
    meta: {
      correlationId: 'c',
      causationId: null,
      actor: { id: null, role: 'operator' },
      occurredAt: instantOn('2026-03-02'),
    },
  }))
}

describe('the number of waiting cases per lane', () => {
  it('equals a recount, for every history', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const log = runSteps(steps)
        const open = [...foldInMemory(cases, log).values()].filter(({ closedAt }) => closedAt === null)
        const counted = [...foldInMemory(laneCounts, log).values()].filter((row) => row.open !== 0)
        const kinds = [...new Set(open.map(({ kind }) => kind))]
        expect(new Map(counted.map((row) => [row.kind, row.open]))).toEqual(
          new Map(kinds.map((kind) => [kind, open.filter((entry) => entry.kind === kind).length])),
        )
      }),
    ))
})
