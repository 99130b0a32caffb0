import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { PayoutBatchEmptied, PayoutBatchPaid, PayoutBatchPlanned } from '../domain/ava/payout/events.ts'
import { family, type EventIn } from '../domain/kernel/event.ts'
import type { Projection } from './projection.ts'

const Row = z.object({ batchId: z.string(), plannedAt: z.string() })
export type PayoutBatchRow = z.infer<typeof Row>

const events = family(PayoutBatchPlanned, PayoutBatchPaid, PayoutBatchEmptied)

/** The batches of payouts that have not ended. */
export const payoutBatches: Projection<PayoutBatchRow, EventIn<typeof events>> = {
  name: 'payout_batches',
  version: 1,
  row: Row,
  columns: { batchId: { type: 'text' }, plannedAt: { type: 'instant' } },
  indexes: [],
  events,
  keys: ({ event }) => [event.data.batchId],
  evolve: (_, { event: { type, data } }) =>
    type === 'PayoutBatchPlanned' ? { batchId: data.batchId, plannedAt: data.at } : null,
}

export const openPayoutBatches = (db: CommonQueryMethods) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select batch_id as id from read.payout_batches order by planned_at, key`)
