import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { AccountDeleted } from '../../domain/accounts/account-events.ts'
import { DataDeletionRequested } from '../../domain/accounts/data-deletion-request.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { AccountErased } from '../../domain/privacy/erasure.ts'
import { decodeCursor, instantColumn, instantCursor, pageOf } from '../columns.ts'
import type { Projection } from '../projection.ts'

const ErasureRowSchema = z.object({
  accountId: z.string(),
  /** Time of the latest request by a provider, or of the deletion by the owner. */
  askedAt: z.string(),
  deletedAt: z.string().nullable(),
  erasedAt: z.string().nullable(),
})
export type ErasureRow = z.infer<typeof ErasureRowSchema>

const events = family(DataDeletionRequested, AccountDeleted, AccountErased)

/** Progress of each requested deletion. */
export const erasures: Projection<ErasureRow, EventIn<typeof events>> = {
  name: 'erasures',
  version: 2,
  row: ErasureRowSchema,
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
    const current = row ?? { accountId, askedAt: at, deletedAt: null, erasedAt: null }
    if (type === 'DataDeletionRequested') return { ...current, askedAt: at }
    return type === 'AccountDeleted' ? { ...current, deletedAt: at } : { ...current, erasedAt: at }
  },
}

const PendingErasure = z.object({ accountId: z.string(), requestedAt: instantColumn, isDeleted: z.boolean() })
/** Accounts not yet erased, oldest request first. */
export const erasuresDue = async (
  db: CommonQueryMethods,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) => {
  const after = decodeCursor(instantCursor, cursor)
  const isAfter =
    after === null ? sql.fragment`true` : sql.fragment`(asked_at, key) > (${after[0]}::timestamptz, ${after[1]})`
  const rows = await db.any(sql.type(PendingErasure)`
    select account_id as "accountId", asked_at as "requestedAt", deleted_at is not null as "isDeleted"
    from read.erasures
    where erased_at is null and ${isAfter} order by asked_at, key limit ${limit + 1}`)
  return pageOf(rows, limit, ({ requestedAt, accountId }) => [requestedAt, accountId])
}
