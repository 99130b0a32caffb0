import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import {
  AvaEarned,
  AvaMatured,
  AvaSpent,
  AvaTakenBack,
  PayoutConfirmed,
  PayoutReleased,
  PayoutReserved,
} from '../../domain/ava/wallet-state.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { transactionReasons, transactionTypes } from '../../domain/ava/vocabulary.ts'
import { instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const AvaTransactionRowSchema = z.object({
  transactionId: z.string(),
  accountId: z.string(),
  /** AVA taken back or paid out count as spent. @rule E-08 */
  type: z.enum(transactionTypes),
  amount: z.number(),
  what: z.enum(transactionReasons),
  causeId: z.string(),
  maturing: z.boolean(),
  /** Transaction of a confirmed payout. */
  txHash: z.string().nullable(),
  happenedAt: z.string(),
})
export type AvaTransactionRow = z.infer<typeof AvaTransactionRowSchema>

const events = family(AvaEarned, AvaMatured, AvaTakenBack, AvaSpent, PayoutReserved, PayoutConfirmed, PayoutReleased)
type Event = EventIn<typeof events>

/** AVA transactions of an account, one row each. */
export const avaTransactions: Projection<AvaTransactionRow, Event> = {
  name: 'ava_transactions',
  version: 3,
  row: AvaTransactionRowSchema,
  columns: {
    transactionId: { type: 'text' },
    accountId: { type: 'text' },
    type: { type: 'text' },
    amount: { type: 'int' },
    what: { type: 'text' },
    causeId: { type: 'text' },
    maturing: { type: 'bool' },
    txHash: { type: 'text' },
    happenedAt: { type: 'instant' },
  },
  erasedWith: 'accountId',
  indexes: ['account_id, happened_at desc, key desc', 'account_id, cause_id'],
  events,
  keys: ({ id, event }) => [...maturingKeys(event), keyOf(event) ?? id],
  evolve: (row, { event }, key) => {
    if (event.type === 'AvaMatured' || maturingKeys(event).includes(key)) return row && { ...row, maturing: false }
    if (event.type === 'PayoutConfirmed') return row && { ...row, txHash: event.data.txHash }
    if (event.type === 'PayoutReleased') return null
    const { accountId, amount, at } = event.data
    const made = { transactionId: key, accountId, amount, happenedAt: at, maturing: false, txHash: null }
    return { ...made, ...transactionFields(event) }
  },
}

/** Row of maturing AVA that are taken back, and hence no longer mature. */
const maturingKeys = ({ type, data }: Event): readonly string[] =>
  type === 'AvaTakenBack' && data.state === 'maturing' ? [causeKey(data)] : []

const causeKey = ({ accountId, causeId }: { readonly accountId: string; readonly causeId: string }) =>
  `${accountId}_${causeId}`

/**
 * Key derived from the cause, for rows that a later event updates. Null (the event's id) for all others, because a cause
 * may reveal the venue of a stay.
 * @rule Q-46 the owner must not learn the venue
 */
const keyOf = ({ type, data }: Event): string | null => {
  switch (type) {
    case 'AvaEarned':
      return data.state === 'maturing' ? causeKey(data) : null
    case 'AvaMatured':
      return causeKey(data)
    case 'PayoutReserved':
    case 'PayoutConfirmed':
    case 'PayoutReleased':
      return `payout_${data.payoutId}`
    case 'AvaTakenBack':
    case 'AvaSpent':
      return null
  }
}

type TransactionEvent = Exclude<Event, { readonly type: 'AvaMatured' | 'PayoutConfirmed' | 'PayoutReleased' }>

const transactionFields = (event: TransactionEvent) => {
  switch (event.type) {
    case 'AvaEarned': {
      const { reason, causeId, state } = event.data
      return { type: 'earned', what: reason, causeId, maturing: state === 'maturing' } as const
    }
    case 'AvaTakenBack': {
      const what = event.data.state === 'maturing' ? 'BOOKING_CANCELLED' : 'RATING_REMOVED'
      return { type: 'spent', what, causeId: event.data.causeId } as const
    }
    case 'AvaSpent':
      return { type: 'premium_upgrade', what: 'PREMIUM', causeId: event.data.causeId } as const
    case 'PayoutReserved':
      return { type: 'spent', what: 'PAYOUT', causeId: event.data.payoutId } as const
  }
}

const Transaction = AvaTransactionRowSchema.omit({ accountId: true, happenedAt: true, transactionId: true }).extend({
  id: z.string(),
  createdAt: instantColumn,
})

/** Transactions of an account, newest first. */
export const transactionsOf = (db: CommonQueryMethods, accountId: string, limit: number) =>
  db.any(sql.type(Transaction)`
    select transaction_id as id, type, amount, what, cause_id as "causeId", maturing, tx_hash as "txHash",
      happened_at as "createdAt"
    from read.ava_transactions where account_id = ${accountId}
    order by happened_at desc, key desc limit ${limit}`)
