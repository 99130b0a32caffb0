import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { CaseClosed, CaseEscalated, type CaseEvent, CaseEvents, CaseOpened } from '../../domain/moderation/case.ts'
import type { Projection } from '../projection.ts'

export const caseKind = z.enum(['FLAG', 'DISPUTE', 'APPEAL', 'HELD'])
export const priorityBreakdown = z.array(
  z.object({ part: z.enum(['kind', 'held', 'flags', 'reporters', 'deadline']), points: z.number() }),
)
const CaseRowSchema = z.object({
  caseId: z.string(),
  kind: caseKind,
  targetId: z.string(),
  priority: z.number(),
  /** What the priority is the sum of. */
  why: priorityBreakdown,
  urgency: z.enum(['calm', 'soon', 'overdue']),
  /** Accounts that may not work on it. */
  parties: z.array(z.string()),
  dueAt: z.string(),
  openedAt: z.string(),
  claimedBy: z.string().nullable(),
  claimedUntil: z.string().nullable(),
  closedAt: z.string().nullable(),
  outcome: z.string().nullable(),
  /** The request whose claim it is. */
  claimedIn: z.string().nullable(),
})
export type CaseRow = z.infer<typeof CaseRowSchema>

/** The moderators' cases, open and closed: one matter each. */
export const cases: Projection<CaseRow, CaseEvent> = {
  name: 'cases',
  version: 4,
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
  // what is closed is most of it, and no page of the queue looks there
  indexes: [
    'priority desc, due_at, key where closed_at is null',
    'priority desc, due_at, key where closed_at is null and claimed_until is null',
    'kind, priority desc, due_at, key where closed_at is null',
    'due_at where closed_at is null',
    'claimed_in where claimed_in is not null',
    'claimed_until where closed_at is null and claimed_until is not null',
    'target_id',
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

type DataOf<T extends CaseEvent['type']> = Extract<CaseEvent, { readonly type: T }>['data']

const priorityFields = ({ priority, why }: Pick<DataOf<'CaseOpened'>, 'priority' | 'why'>) => ({
  priority,
  why: [...why],
})

const unclaimed = { claimedBy: null, claimedUntil: null, claimedIn: null }

const openedRow = (data: DataOf<'CaseOpened'>): CaseRow => {
  const { caseId, kind, targetId, parties, dueAt, at } = data
  const matter = { caseId, kind, targetId, parties: [...parties], dueAt, openedAt: at }
  return { ...matter, ...priorityFields(data), urgency: 'calm', ...unclaimed, closedAt: null, outcome: null }
}

const LaneCountRowSchema = z.object({
  kind: caseKind,
  /** Cases nobody has decided. */
  open: z.number(),
})
export type LaneCountRow = z.infer<typeof LaneCountRowSchema>

const laneCountEvents = family(CaseOpened, CaseEscalated, CaseClosed)

/** How many cases of each kind are open, at the same cost for a hundred and a hundred thousand. */
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

/** What a case is before it is escalated: only a case of flags can be. */
const kindBeforeEscalation = 'FLAG'
