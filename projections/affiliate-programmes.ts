import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { AffiliateProgrammeCreated } from '../domain/promotion/affiliate/events.ts'
import { family, type EventIn } from '../domain/kernel/event.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  accountId: z.string(),
  programmeId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  rateHundredths: z.number(),
  cookieDays: z.number(),
  createdAt: z.string(),
})
export type ProgrammeRow = z.infer<typeof Row>

const events = family(AffiliateProgrammeCreated)

/** Every programme, for the account that created it (E-20). */
export const affiliateProgrammes: Projection<ProgrammeRow, EventIn<typeof events>> = {
  name: 'affiliate_programmes',
  version: 1,
  row: Row,
  columns: {
    accountId: { type: 'text' },
    programmeId: { type: 'text' },
    name: { type: 'text', pii: { of: 'accountId', erased: '' } },
    description: { type: 'text', pii: { of: 'accountId', erased: null } },
    rateHundredths: { type: 'int' },
    cookieDays: { type: 'int' },
    createdAt: { type: 'instant' },
  },
  goesWith: 'accountId',
  indexes: ['account_id, created_at desc, key desc'],
  events,
  keys: ({ event }) => [event.data.programmeId],
  evolve: (_, { event }) => {
    const { at: createdAt, ...programme } = event.data
    return { ...programme, createdAt }
  },
}

const Programme = Row.omit({ accountId: true, createdAt: true }).extend({ inForce: z.boolean() })
export type Programme = z.infer<typeof Programme>

/** The latest first: it is the one in force. */
export const programmesOf = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(Programme)`
    select programme_id as "programmeId", name, description, rate_hundredths as "rateHundredths",
      cookie_days as "cookieDays", row_number() over (order by created_at desc, key desc) = 1 as "inForce"
    from read.affiliate_programmes where account_id = ${accountId}
    order by created_at desc, key desc`)
