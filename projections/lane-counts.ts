import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { CaseClosed, CaseEscalated, CaseOpened } from '../domain/moderation/case/events.ts'
import { caseKind } from './cases.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  kind: caseKind,
  /** Cases nobody has decided. */
  open: z.number(),
})
export type LaneCountRow = z.infer<typeof Row>

const events = family(CaseOpened, CaseEscalated, CaseClosed)

/** How many cases of each kind are open, at the same cost for a hundred and a hundred thousand. */
export const laneCounts: Projection<LaneCountRow, EventIn<typeof events>> = {
  name: 'lane_counts',
  version: 1,
  row: Row,
  columns: { kind: { type: 'text' }, open: { type: 'int' } },
  indexes: [],
  events,
  keys: ({ event: { type, data } }) => (type === 'CaseEscalated' ? [escalated, data.kind] : [data.kind]),
  evolve: (row, { event: { type, data } }, key) => {
    const left = type === 'CaseClosed' || key !== data.kind
    return { kind: caseKind.parse(key), open: (row?.open ?? 0) + (left ? -1 : 1) }
  },
}

/** What a case is before it is escalated: only a case of flags can be. */
const escalated = 'FLAG'
