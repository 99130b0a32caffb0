import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import {
  BusinessProfileChanged,
  BusinessRegistered,
  ClientProfileChanged,
  ClientRegistered,
} from '../domain/access/account/events.ts'
import { normalisePhone } from '../domain/access/phone.ts'
import { family, type EventIn } from '../domain/kernel/event.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  accountId: z.string(),
  kind: z.enum(['business', 'client']),
  phone: z.string(),
  /** Since when the account has had it. */
  registeredAt: z.string(),
})
export type PhoneRow = z.infer<typeof Row>

const events = family(BusinessRegistered, ClientRegistered, BusinessProfileChanged, ClientProfileChanged)

/** Whose number this is; several accounts may give the same one. */
export const phones: Projection<PhoneRow, EventIn<typeof events>> = {
  name: 'phones',
  version: 2,
  row: Row,
  columns: {
    accountId: { type: 'text' },
    kind: { type: 'text' },
    phone: { type: 'text', pii: { of: 'accountId', erased: '' } },
    registeredAt: { type: 'instant' },
  },
  goesWith: 'accountId',
  indexes: ['phone, kind, registered_at'],
  events,
  keys: ({ event }) => [event.data.accountId],
  evolve: (row, { event }) => {
    const { accountId, phone, at } = event.data
    const number = phone === null ? null : normalisePhone(phone)
    const kind = event.type === 'ClientRegistered' || event.type === 'ClientProfileChanged' ? 'client' : 'business'
    if (row !== null && row.phone === number) return row
    return number === null ? null : { accountId, kind, phone: number, registeredAt: at }
  },
}

const Found = z.object({ accountId: z.string() })

/** Up to three, those that have had the number longest first. */
export const accountsWithPhone = (db: CommonQueryMethods, kind: 'business' | 'client', phone: string) =>
  db.any(sql.type(Found)`
    select account_id as "accountId" from read.phones where phone = ${phone} and kind = ${kind}
    order by registered_at, account_id limit 3`)
