import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { AvaEarned, AvaMatured, AvaSpent, AvaTakenBack, PayoutReserved } from '../domain/ava/wallet/events.ts'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { instantColumn } from './columns.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  transactionId: z.string(),
  accountId: z.string(),
  /** The specification's three words (E-08); what is taken back or paid out counts as spent. */
  type: z.enum(['earned', 'spent', 'premium_upgrade']),
  amount: z.number(),
  what: z.enum(['TEN_RATINGS', 'BOOKING', 'BOOKING_CANCELLED', 'RATING_REMOVED', 'PREMIUM', 'PAYOUT']),
  causeId: z.string(),
  maturing: z.boolean(),
  happenedAt: z.string(),
})
export type AvaTransactionRow = z.infer<typeof Row>

const events = family(AvaEarned, AvaMatured, AvaTakenBack, AvaSpent, PayoutReserved)
type Event = EventIn<typeof events>

/** Each movement of AVA as its owner reads it: one row a movement, keyed by its cause. */
export const avaTransactions: Projection<AvaTransactionRow, Event> = {
  name: 'ava_transactions',
  version: 1,
  row: Row,
  columns: {
    transactionId: { type: 'text' },
    accountId: { type: 'text' },
    type: { type: 'text' },
    amount: { type: 'int' },
    what: { type: 'text' },
    causeId: { type: 'text' },
    maturing: { type: 'bool' },
    happenedAt: { type: 'instant' },
  },
  goesWith: 'accountId',
  indexes: ['account_id, happened_at desc, key desc', 'account_id, cause_id'],
  events,
  // an earning is found again when it matures, so its row is named after its cause; the others happen once
  keys: ({ id, event }) =>
    event.type === 'AvaEarned' || event.type === 'AvaMatured'
      ? [`${event.data.accountId}_${event.data.causeId}`]
      : [id],
  evolve: (row, { event }, key) => {
    if (event.type === 'AvaMatured') return row && { ...row, maturing: false }
    const { accountId, amount, at } = event.data
    return { transactionId: key, accountId, amount, happenedAt: at, maturing: false, ...movement(event) }
  },
}

const movement = (event: Exclude<Event, { type: 'AvaMatured' }>) => {
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

const Transaction = Row.omit({ accountId: true, happenedAt: true, transactionId: true }).extend({
  id: z.string(),
  createdAt: instantColumn,
})

export const transactionsOf = (db: CommonQueryMethods, accountId: string, limit: number) =>
  db.any(sql.type(Transaction)`
    select transaction_id as id, type, amount, what, cause_id as "causeId", maturing, happened_at as "createdAt"
    from read.ava_transactions where account_id = ${accountId}
    order by happened_at desc, key desc limit ${limit}`)
