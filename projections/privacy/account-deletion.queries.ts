import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { countColumn } from '../columns.ts'

const ExistsRow = z.object({ found: z.boolean() })

/** Whether a review by the account, or about it, has an undecided dispute. */
export const hasUndecidedDispute = (db: CommonQueryMethods, accountId: string) =>
  db.oneFirst(sql.type(ExistsRow)`
    select exists (
      select from read.reviews where author_id = ${accountId} and dispute_status in ('OPEN', 'UNDER_REVIEW')
    ) or exists (
      select from read.disputes where business_id = ${accountId} and status in ('OPEN', 'UNDER_REVIEW')
    ) as found`)

export const otherAdmins = (db: CommonQueryMethods, accountId: string) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select key as id from read.accounts where roles::jsonb ? 'ADMIN' and key <> ${accountId} and not deleted
    order by key`)

export const upcomingBookings = (db: CommonQueryMethods, accountId: string, today: string) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select key as id from read.bookings
    where account_id = ${accountId} and status = 'confirmed' and check_in > ${today}::date order by key`)

const DeletionPreview = z.object({
  bookings: countColumn,
  /** Available, maturing and reserved AVA. */
  ava: countColumn,
  addresses: countColumn,
  written: countColumn,
  received: countColumn,
})

/** Numbers shown before a deletion: what is lost, and what remains anonymously. */
export const deletionPreview = (db: CommonQueryMethods, accountId: string, clientId: string | null) =>
  db.one(sql.type(DeletionPreview)`
    select (select count(*) from read.bookings where account_id = ${accountId}) as bookings,
      (select coalesce(sum(available + maturing + reserved), 0) from read.wallets where key = ${accountId}) as ava,
      (select count(*) from read.wallets where key = ${accountId} and wallet_address <> '') as addresses,
      (select count(*) from read.reviews where author_id = ${accountId})
        + (select count(*) from read.ratings where business_id = ${accountId}) as written,
      (select count(*) from read.reviews where target_id = any(${idArray(accountId, clientId)}))
        + (select count(*) from read.ratings where client_id = ${clientId} and shown_at is not null) as received`)

const idArray = (...ids: readonly (string | null)[]) =>
  sql.array(
    ids.filter((id) => id !== null),
    'text',
  )
