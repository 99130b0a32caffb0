import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { romeDay } from '../domain/kernel/rome.ts'
import { CommissionEvents, type CommissionEvent } from '../domain/promotion/commission/events.ts'
import type { Projection } from './projection.ts'

const status = z.enum(['pending', 'earned', 'voided'])
const Row = z.object({
  bookingId: z.string(),
  code: z.string(),
  accountId: z.string(),
  rateHundredths: z.number(),
  amountCents: z.number(),
  status,
  recordedOn: z.string(),
  settledOn: z.string().nullable(),
})
export type CommissionRow = z.infer<typeof Row>

/** What each booking of somebody a code brought has come to. */
export const commissions: Projection<CommissionRow, CommissionEvent> = {
  name: 'commissions',
  version: 1,
  row: Row,
  columns: {
    bookingId: { type: 'text' },
    code: { type: 'text' },
    accountId: { type: 'text' },
    rateHundredths: { type: 'int' },
    amountCents: { type: 'int' },
    status: { type: 'text' },
    recordedOn: { type: 'day' },
    settledOn: { type: 'day' },
  },
  indexes: ['account_id, recorded_on desc, key desc', 'code'],
  events: CommissionEvents,
  keys: ({ event }) => [event.data.bookingId],
  evolve: (row, { event: { type, data } }) => {
    switch (type) {
      case 'CommissionRecorded': {
        const { at, ...recorded } = data
        return { ...recorded, status: 'pending', recordedOn: romeDay(at), settledOn: null }
      }
      case 'CommissionEarned':
        return row && { ...row, status: 'earned', settledOn: romeDay(data.at) }
      case 'CommissionVoided':
        return row && { ...row, status: 'voided', settledOn: romeDay(data.at) }
    }
  },
}

const Commission = Row.omit({ accountId: true, settledOn: true })
export type Commission = z.infer<typeof Commission>

/** The latest first. */
export const commissionsOf = (db: CommonQueryMethods, accountId: string, most: number) =>
  db.any(sql.type(Commission)`
    select booking_id as "bookingId", code, rate_hundredths as "rateHundredths", amount_cents as "amountCents", status,
      to_char(recorded_on, 'YYYY-MM-DD') as "recordedOn"
    from read.commissions where account_id = ${accountId}
    order by recorded_on desc, key desc limit ${most}`)
