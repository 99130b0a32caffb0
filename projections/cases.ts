import { z } from 'zod'
import { CaseEvents, type CaseEvent } from '../domain/moderation/case/events.ts'
import type { Projection } from './projection.ts'

export const caseKind = z.enum(['FLAG', 'DISPUTE', 'APPEAL', 'HELD'])
const Row = z.object({
  caseId: z.string(),
  kind: caseKind,
  targetId: z.string(),
  priority: z.number(),
  dueAt: z.string(),
  openedAt: z.string(),
  claimedBy: z.string().nullable(),
  claimedUntil: z.string().nullable(),
  closedAt: z.string().nullable(),
  outcome: z.string().nullable(),
})
export type CaseRow = z.infer<typeof Row>

/** The moderators' cases, open and closed: one matter each. */
export const cases: Projection<CaseRow, CaseEvent> = {
  name: 'cases',
  version: 1,
  row: Row,
  columns: {
    caseId: { type: 'text' },
    kind: { type: 'text' },
    targetId: { type: 'text' },
    priority: { type: 'int' },
    dueAt: { type: 'instant' },
    openedAt: { type: 'instant' },
    claimedBy: { type: 'text' },
    claimedUntil: { type: 'instant' },
    closedAt: { type: 'instant' },
    outcome: { type: 'text' },
  },
  indexes: ['closed_at, priority desc, due_at, key', 'target_id'],
  events: CaseEvents,
  keys: ({ event }) => [event.data.caseId],
  evolve: (row, { event }) => {
    if (event.type === 'CaseOpened') {
      const { caseId, kind, targetId, priority, dueAt, at } = event.data
      const unclaimed = { claimedBy: null, claimedUntil: null, closedAt: null, outcome: null }
      return { caseId, kind, targetId, priority, dueAt, openedAt: at, ...unclaimed }
    }
    if (row === null) return null
    switch (event.type) {
      case 'CaseEscalated':
        return { ...row, kind: event.data.kind, priority: event.data.priority }
      case 'CaseClaimed':
        return { ...row, claimedBy: event.data.by, claimedUntil: event.data.until }
      case 'ClaimReleased':
        return { ...row, claimedBy: null, claimedUntil: null }
      case 'CaseClosed':
        return { ...row, claimedBy: null, claimedUntil: null, closedAt: event.data.at, outcome: event.data.outcome }
    }
  },
}
