import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { ReferralClicked } from '../domain/promotion/clicks/events.ts'
import { ReferralConverted, ReferralOpened } from '../domain/promotion/referral/events.ts'
import { countColumn, instantColumn } from './columns.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  code: z.string(),
  accountId: z.string(),
  clicks: z.number(),
  conversions: z.number(),
  openedAt: z.string(),
})
export type ReferralRow = z.infer<typeof Row>

const events = family(ReferralOpened, ReferralClicked, ReferralConverted)

/** What each code has brought its account (E-21). */
export const referrals: Projection<ReferralRow, EventIn<typeof events>> = {
  name: 'referrals',
  version: 1,
  row: Row,
  columns: {
    code: { type: 'text' },
    accountId: { type: 'text' },
    clicks: { type: 'int' },
    conversions: { type: 'int' },
    openedAt: { type: 'instant' },
  },
  goesWith: 'accountId',
  indexes: ['account_id, opened_at'],
  events,
  keys: ({ event }) => [event.data.code],
  evolve: (row, { event: { type, data } }) => {
    switch (type) {
      case 'ReferralOpened':
        return { code: data.code, accountId: data.accountId, clicks: 0, conversions: 0, openedAt: data.at }
      case 'ReferralClicked':
        return row && { ...row, clicks: row.clicks + 1 }
      case 'ReferralConverted':
        return row && { ...row, conversions: row.conversions + 1 }
    }
  },
}

const Referral = z.object({
  code: z.string(),
  clicks: z.number(),
  conversions: z.number(),
  earnedCents: countColumn,
  openedAt: instantColumn,
})
export type Referral = z.infer<typeof Referral>

export const referralsOf = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(Referral)`
    select r.code, r.clicks, r.conversions, r.opened_at as "openedAt",
      (select coalesce(sum(c.amount_cents), 0) from read.commissions c
       where c.code = r.code and c.status = 'earned') as "earnedCents"
    from read.referrals r where r.account_id = ${accountId} order by r.opened_at, r.key`)

const Stats = z.object({
  clicks: countColumn,
  conversions: countColumn,
  codes: countColumn,
  earnedCents: countColumn,
  pendingCents: countColumn,
  earnedThisMonthCents: countColumn,
})
export type AffiliateStats = z.infer<typeof Stats>

/** All of an account's codes together (E-36); `month` is its first day. */
export const affiliateStatsOf = (db: CommonQueryMethods, accountId: string, month: string) =>
  db.one(sql.type(Stats)`
    select r.clicks, r.conversions, r.codes, c."earnedCents", c."pendingCents", c."earnedThisMonthCents"
    from (select coalesce(sum(clicks), 0) as clicks, coalesce(sum(conversions), 0) as conversions, count(*) as codes
          from read.referrals where account_id = ${accountId}) r,
      (select coalesce(sum(amount_cents) filter (where status = 'earned'), 0) as "earnedCents",
          coalesce(sum(amount_cents) filter (where status = 'pending'), 0) as "pendingCents",
          coalesce(sum(amount_cents) filter (where status = 'earned' and settled_on >= ${month}::date), 0)
            as "earnedThisMonthCents"
        from read.commissions where account_id = ${accountId}) c`)
