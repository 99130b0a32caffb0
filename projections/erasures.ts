import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { AccountDeleted } from '../domain/access/account/deletion-events.ts'
import { DataDeletionRequested } from '../domain/access/deletion/events.ts'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { AccountErased } from '../domain/privacy/erasure/events.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  accountId: z.string(),
  /** By a provider, or by the owner who decides at once. */
  askedAt: z.string(),
  deletedAt: z.string().nullable(),
  erasedAt: z.string().nullable(),
})
export type ErasureRow = z.infer<typeof Row>

const events = family(DataDeletionRequested, AccountDeleted, AccountErased)

/** How far the deletion of each account has come that somebody asked for. */
export const erasures: Projection<ErasureRow, EventIn<typeof events>> = {
  name: 'erasures',
  version: 1,
  row: Row,
  columns: {
    accountId: { type: 'text' },
    askedAt: { type: 'instant' },
    deletedAt: { type: 'instant' },
    erasedAt: { type: 'instant' },
  },
  indexes: ['asked_at, key where erased_at is null'],
  events,
  keys: ({ event: { data } }) => (data.accountId === null ? [] : [data.accountId]),
  evolve: (row, { event: { type, data } }, accountId) => {
    const { at } = data
    const known = row ?? { accountId, askedAt: at, deletedAt: null, erasedAt: null }
    if (type === 'DataDeletionRequested') return known
    return type === 'AccountDeleted' ? { ...known, deletedAt: at } : { ...known, erasedAt: at }
  },
}

const Due = z.object({ accountId: z.string(), decided: z.boolean() })

/** Not yet erased, who waits longest first. */
export const erasuresDue = (db: CommonQueryMethods, limit: number) =>
  db.any(sql.type(Due)`
    select account_id as "accountId", deleted_at is not null as decided from read.erasures
    where erased_at is null order by asked_at, key limit ${limit}`)
