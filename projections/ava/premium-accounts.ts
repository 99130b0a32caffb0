import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { PremiumActivated } from '../../domain/ava/wallet-state.ts'
import { instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const PremiumAccountRowSchema = z.object({ accountId: z.string(), premiumUntil: z.string() })
export type PremiumAccountRow = z.infer<typeof PremiumAccountRowSchema>

const premiumEvents = family(PremiumActivated)

/**
 * End of the current or last Premium period of each account that ever had one. Apart from `wallets`, which stop at an event
 * they cannot apply, so that names are shown all the same.
 */
export const premiumAccounts: Projection<PremiumAccountRow, EventIn<typeof premiumEvents>> = {
  name: 'premium_accounts',
  version: 1,
  row: PremiumAccountRowSchema,
  columns: { accountId: { type: 'text' }, premiumUntil: { type: 'instant' } },
  erasedWith: 'accountId',
  indexes: [],
  events: premiumEvents,
  keys: ({ event }) => [event.data.accountId],
  evolve: (_, { event: { data } }) => ({ accountId: data.accountId, premiumUntil: data.until }),
}

/** Joins the Premium period `premium` of an account, for `premiumColumn`. */
export const premiumJoin = (accountId: FragmentSqlToken) =>
  sql.fragment`left join read.premium_accounts premium on premium.key = ${accountId}`
export const premiumColumn = sql.fragment`premium.premium_until as "premiumUntil"`
export const PremiumColumn = z.object({ premiumUntil: instantColumn.nullable() })

/** Whether Premium lasts until after `now`. @rule S-25 it ends by itself */
export const isPremiumAt = ({ premiumUntil }: z.infer<typeof PremiumColumn>, now: string): boolean =>
  premiumUntil !== null && premiumUntil > now

/** Whether an account has Premium at `now`, in SQL. */
export const premiumCondition = (accountId: FragmentSqlToken, now: string) => sql.fragment`exists (
  select from read.premium_accounts p where p.key = ${accountId} and p.premium_until > ${now}::timestamptz)`

export const hasPremium = (db: CommonQueryMethods, accountId: string, now: string) =>
  db.oneFirst(
    sql.type(z.object({ has: z.boolean() }))`select ${premiumCondition(sql.fragment`${accountId}`, now)} as has`,
  )
