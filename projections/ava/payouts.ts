import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import {
  PayoutBatchClosedEmpty,
  PayoutBatchPaid,
  PayoutBatchPlanned,
  payoutIdOf,
} from '../../domain/ava/payout-batch.ts'
import { payoutStatuses } from '../../domain/ava/vocabulary.ts'
import { PayoutConfirmed, PayoutReleased, PayoutReserved } from '../../domain/ava/wallet-state.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { countColumn, instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const payoutStatus = z.enum(payoutStatuses)
const PayoutRowSchema = z.object({
  payoutId: z.string(),
  accountId: z.string(),
  amount: z.number(),
  toAddress: z.string(),
  status: payoutStatus,
  txHash: z.string().nullable(),
  gasUsed: z.number().nullable(),
  reservedAt: z.string(),
  confirmedAt: z.string().nullable(),
})
export type PayoutRow = z.infer<typeof PayoutRowSchema>

const payoutEvents = family(PayoutReserved, PayoutConfirmed, PayoutReleased, PayoutBatchPaid)
type Event = EventIn<typeof payoutEvents>

/** Payouts of an account; a cancelled payout is deleted. @rule E-10 */
export const payouts: Projection<PayoutRow, Event> = {
  name: 'payouts',
  version: 1,
  row: PayoutRowSchema,
  columns: {
    payoutId: { type: 'text' },
    accountId: { type: 'text' },
    amount: { type: 'int' },
    toAddress: { type: 'text', pii: { of: 'accountId', erased: '' } },
    status: { type: 'text' },
    txHash: { type: 'text' },
    gasUsed: { type: 'bigint' },
    reservedAt: { type: 'instant' },
    confirmedAt: { type: 'instant' },
  },
  indexes: ['account_id, reserved_at desc, key desc'],
  events: payoutEvents,
  keys: ({ event }) =>
    event.type === 'PayoutBatchPaid'
      ? event.data.accountIds.map((accountId) => payoutIdOf(event.data.batchId, accountId))
      : [event.data.payoutId],
  evolve: (row, { event }) => {
    switch (event.type) {
      case 'PayoutReserved': {
        const { payoutId, accountId, amount, address, at } = event.data
        const pending = { status: 'pending', txHash: null, gasUsed: null, confirmedAt: null } as const
        return { payoutId, accountId, amount, toAddress: address, reservedAt: at, ...pending }
      }
      case 'PayoutBatchPaid':
        return row && { ...row, gasUsed: event.data.gasUsed }
      case 'PayoutConfirmed':
        return row && { ...row, status: 'confirmed', txHash: event.data.txHash, confirmedAt: event.data.at }
      case 'PayoutReleased':
        return null
    }
  },
}

const Payout = z.object({
  id: z.string(),
  walletId: z.string(),
  amount: z.number(),
  toAddress: z.string(),
  status: payoutStatus,
  transactionHash: z.string().nullable(),
  gasUsed: countColumn.nullable(),
  createdAt: instantColumn,
  confirmedAt: instantColumn.nullable(),
})

/** Payouts of an account, newest first. */
export const payoutsOf = (db: CommonQueryMethods, accountId: string, limit: number) =>
  db.any(sql.type(Payout)`
    select payout_id as id, account_id as "walletId", amount, to_address as "toAddress", status,
      tx_hash as "transactionHash", gas_used as "gasUsed", reserved_at as "createdAt", confirmed_at as "confirmedAt"
    from read.payouts where account_id = ${accountId}
    order by reserved_at desc, key desc limit ${limit}`)

const PayoutBatchRowSchema = z.object({ batchId: z.string(), plannedAt: z.string() })
export type PayoutBatchRow = z.infer<typeof PayoutBatchRowSchema>

const payoutBatchEvents = family(PayoutBatchPlanned, PayoutBatchPaid, PayoutBatchClosedEmpty)

/** Payout batches in progress. */
export const payoutBatches: Projection<PayoutBatchRow, EventIn<typeof payoutBatchEvents>> = {
  name: 'payout_batches',
  version: 1,
  row: PayoutBatchRowSchema,
  columns: { batchId: { type: 'text' }, plannedAt: { type: 'instant' } },
  indexes: [],
  events: payoutBatchEvents,
  keys: ({ event }) => [event.data.batchId],
  evolve: (_, { event: { type, data } }) =>
    type === 'PayoutBatchPlanned' ? { batchId: data.batchId, plannedAt: data.at } : null,
}

export const openPayoutBatches = (db: CommonQueryMethods) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select batch_id as id from read.payout_batches order by planned_at, key`)
