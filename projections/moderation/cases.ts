import { sql } from 'slonik'
import { z } from 'zod'
import { type DataOf, type EventIn, family } from '../../domain/kernel/event.ts'
import { CaseClosed, CaseEscalated, type CaseEvent, CaseEvents, CaseOpened } from '../../domain/moderation/case.ts'
import { caseKinds, caseOutcomes, priorityParts, urgencies } from '../../domain/moderation/vocabulary.ts'
import type { Projection } from '../projection.ts'

export const caseKind = z.enum(caseKinds)
export const priorityBreakdown = z.array(z.object({ part: z.enum(priorityParts), points: z.number() }))
const CaseRowSchema = z.object({
  caseId: z.string(),
  kind: caseKind,
  targetId: z.string(),
  priority: z.number(),
  /** Addends of the priority. */
  why: priorityBreakdown,
  urgency: z.enum(urgencies),
  /** Accounts that may not work on the case. */
  parties: z.array(z.string()),
  dueAt: z.string(),
  openedAt: z.string(),
  claimedBy: z.string().nullable(),
  claimedUntil: z.string().nullable(),
  closedAt: z.string().nullable(),
  outcome: z.enum(caseOutcomes).nullable(),
  /** Correlation id of the request that claimed the case. */
  claimedIn: z.string().nullable(),
})
export type CaseRow = z.infer<typeof CaseRowSchema>

/** The kind that stands for the lane of a case, as indexed: contested ratings are among the disputes. */
export const laneKind = sql.fragment`(case kind when 'RATING_CONTEST' then 'DISPUTE' else kind end)`

/** Moderation cases, open and closed. */
export const cases: Projection<CaseRow, CaseEvent> = {
  name: 'cases',
  version: 6,
  row: CaseRowSchema,
  columns: {
    caseId: { type: 'text' },
    kind: { type: 'text' },
    targetId: { type: 'text' },
    priority: { type: 'int' },
    why: { type: 'json' },
    urgency: { type: 'text' },
    parties: { type: 'json' },
    dueAt: { type: 'instant' },
    openedAt: { type: 'instant' },
    claimedBy: { type: 'text' },
    claimedUntil: { type: 'instant' },
    closedAt: { type: 'instant' },
    outcome: { type: 'text' },
    claimedIn: { type: 'text' },
  },
  // partial indexes, because most cases are closed and the queue shows open ones only
  indexes: [
    'priority desc, due_at, key where closed_at is null',
    'priority desc, due_at, key where closed_at is null and claimed_until is null',
    `${laneKind.sql}, priority desc, due_at, key where closed_at is null`,
    'due_at where closed_at is null',
    'claimed_in where claimed_in is not null',
    'claimed_until where closed_at is null and claimed_until is not null',
    'target_id',
    // statistics
    'opened_at',
    'closed_at where closed_at is not null',
  ],
  events: CaseEvents,
  keys: ({ event }) => [event.data.caseId],
  evolve: (row, { event, meta }) => {
    if (event.type === 'CaseOpened') return openedRow(event.data)
    if (row === null) return null
    switch (event.type) {
      case 'CaseEscalated':
        return { ...row, ...priorityFields(event.data), kind: event.data.kind }
      case 'CaseReprioritised':
        return { ...row, ...priorityFields(event.data), parties: [...event.data.parties] }
      case 'CaseDueSoon':
        return { ...row, ...priorityFields(event.data), urgency: 'soon' }
      case 'CaseBecameOverdue':
        return { ...row, ...priorityFields(event.data), urgency: 'overdue' }
      case 'CaseClaimed':
        return { ...row, claimedBy: event.data.by, claimedUntil: event.data.until, claimedIn: meta.correlationId }
      case 'ClaimReleased':
      case 'ClaimExpired':
        return { ...row, ...unclaimed }
      case 'CaseClosed':
        return { ...row, ...unclaimed, closedAt: event.data.at, outcome: event.data.outcome }
    }
  },
}

const priorityFields = ({ priority, why }: Pick<DataOf<CaseEvent, 'CaseOpened'>, 'priority' | 'why'>) => ({
  priority,
  why: [...why],
})

const unclaimed = { claimedBy: null, claimedUntil: null, claimedIn: null }

const openedRow = (data: DataOf<CaseEvent, 'CaseOpened'>): CaseRow => {
  const { caseId, kind, targetId, parties, dueAt, at } = data
  const opened = { caseId, kind, targetId, parties: [...parties], dueAt, openedAt: at }
  return { ...opened, ...priorityFields(data), urgency: 'calm', ...unclaimed, closedAt: null, outcome: null }
}

const LaneCountRowSchema = z.object({
  kind: caseKind,
  /** Number of undecided cases. */
  open: z.number(),
})
export type LaneCountRow = z.infer<typeof LaneCountRowSchema>

const laneCountEvents = family(CaseOpened, CaseEscalated, CaseClosed)

/** Number of open cases per kind, kept as a total so that reading it does not depend on the size of the queue. */
export const laneCounts: Projection<LaneCountRow, EventIn<typeof laneCountEvents>> = {
  name: 'lane_counts',
  version: 1,
  row: LaneCountRowSchema,
  columns: { kind: { type: 'text' }, open: { type: 'int' } },
  indexes: [],
  events: laneCountEvents,
  keys: ({ event: { type, data } }) => (type === 'CaseEscalated' ? [kindBeforeEscalation, data.kind] : [data.kind]),
  evolve: (row, { event: { type, data } }, key) => {
    const left = type === 'CaseClosed' || key !== data.kind
    return { kind: caseKind.parse(key), open: (row?.open ?? 0) + (left ? -1 : 1) }
  },
}

/** Only flag cases can be escalated. */
const kindBeforeEscalation = 'FLAG'
