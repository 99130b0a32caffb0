import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { AffiliateProgrammeCreated, AffiliateProgrammeDecided } from '../../domain/promotion/affiliate.ts'
import { type CommissionEvent, CommissionEvents } from '../../domain/promotion/commission.ts'
import { ReferralClicked, ReferralCodeRegistered, ReferralConverted } from '../../domain/promotion/referral.ts'
import { commissionStatuses, programmeStatuses } from '../../domain/promotion/vocabulary.ts'
import { countColumn, instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const ProgrammeRowSchema = z.object({
  accountId: z.string(),
  programmeId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  rateHundredths: z.number(),
  cookieDays: z.number(),
  createdAt: z.string(),
  status: z.enum(programmeStatuses),
  /** For the decision on a programme that waited. */
  reasons: z.string().nullable(),
})
export type ProgrammeRow = z.infer<typeof ProgrammeRowSchema>

const programmeEvents = family(AffiliateProgrammeCreated, AffiliateProgrammeDecided)

/** @rule E-20 programmes by account */
export const affiliateProgrammes: Projection<ProgrammeRow, EventIn<typeof programmeEvents>> = {
  name: 'affiliate_programmes',
  version: 2,
  row: ProgrammeRowSchema,
  columns: {
    accountId: { type: 'text' },
    programmeId: { type: 'text' },
    name: { type: 'text', pii: { of: 'accountId', erased: '' } },
    description: { type: 'text', pii: { of: 'accountId', erased: null } },
    rateHundredths: { type: 'int' },
    cookieDays: { type: 'int' },
    createdAt: { type: 'instant' },
    status: { type: 'text' },
    reasons: { type: 'text', pii: { of: 'accountId', erased: null } },
  },
  erasedWith: 'accountId',
  indexes: ['account_id, created_at desc, key desc', `created_at, key where status = 'waiting'`],
  events: programmeEvents,
  keys: ({ event }) => [event.data.programmeId],
  evolve: (row, { event }) => {
    if (event.type === 'AffiliateProgrammeDecided')
      return row && { ...row, status: event.data.decision, reasons: event.data.reasons }
    const { at: createdAt, needsApproval, ...programme } = event.data
    return { ...programme, createdAt, status: needsApproval ? 'waiting' : 'approved', reasons: null }
  },
}

const Programme = ProgrammeRowSchema.omit({ accountId: true, createdAt: true }).extend({ inForce: z.boolean() })
export type Programme = z.infer<typeof Programme>

/** Latest first; the first approved one is in force. */
export const programmesOf = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(Programme)`
    select programme_id as "programmeId", name, description, rate_hundredths as "rateHundredths",
      cookie_days as "cookieDays", status, reasons,
      status = 'approved' and row_number() over (partition by status order by created_at desc, key desc) = 1 as "inForce"
    from read.affiliate_programmes where account_id = ${accountId}
    order by created_at desc, key desc`)

const WaitingProgramme = Programme.omit({ inForce: true, status: true, reasons: true, cookieDays: true }).extend({
  accountId: z.string(),
  accountName: z.string().nullable(),
  createdAt: instantColumn,
})
export type WaitingProgramme = z.infer<typeof WaitingProgramme>

/** Programmes that wait for an administrator, oldest first. @rule Q-133 */
export const waitingProgrammes = (db: CommonQueryMethods, limit: number) =>
  db.any(sql.type(WaitingProgramme)`
    select p.programme_id as "programmeId", p.account_id as "accountId", p.name, p.description,
      p.rate_hundredths as "rateHundredths", p.created_at as "createdAt",
      coalesce(a.business_name, a.first_name || ' ' || a.last_name) as "accountName"
    from read.affiliate_programmes p left join read.accounts a on a.key = p.account_id
    where p.status = 'waiting' order by p.created_at, p.key limit ${limit}`)

const ReferralRowSchema = z.object({
  code: z.string(),
  accountId: z.string(),
  clicks: z.number(),
  conversions: z.number(),
  openedAt: z.string(),
})
export type ReferralRow = z.infer<typeof ReferralRowSchema>

const referralEvents = family(ReferralCodeRegistered, ReferralClicked, ReferralConverted)

/** @rule E-21 clicks and conversions of each code */
export const referrals: Projection<ReferralRow, EventIn<typeof referralEvents>> = {
  name: 'referrals',
  version: 1,
  row: ReferralRowSchema,
  columns: {
    code: { type: 'text' },
    accountId: { type: 'text' },
    clicks: { type: 'int' },
    conversions: { type: 'int' },
    openedAt: { type: 'instant' },
  },
  erasedWith: 'accountId',
  indexes: ['account_id, opened_at'],
  events: referralEvents,
  keys: ({ event }) => [event.data.code],
  evolve: (row, { event: { type, data } }) => {
    switch (type) {
      case ReferralCodeRegistered.type:
        return { code: data.code, accountId: data.accountId, clicks: 0, conversions: 0, openedAt: data.at }
      case ReferralClicked.type:
        return row && { ...row, clicks: row.clicks + 1 }
      case ReferralConverted.type:
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

const AffiliateStatsSchema = z.object({
  clicks: countColumn,
  conversions: countColumn,
  codes: countColumn,
  earnedCents: countColumn,
  pendingCents: countColumn,
  earnedThisMonthCents: countColumn,
})
export type AffiliateStats = z.infer<typeof AffiliateStatsSchema>

/** @rule E-36 totals of an account's codes; `month` is the first day of the current month */
export const affiliateStatsOf = (db: CommonQueryMethods, accountId: string, month: string) =>
  db.one(sql.type(AffiliateStatsSchema)`
    select r.clicks, r.conversions, r.codes, c."earnedCents", c."pendingCents", c."earnedThisMonthCents"
    from (select coalesce(sum(clicks), 0) as clicks, coalesce(sum(conversions), 0) as conversions, count(*) as codes
          from read.referrals where account_id = ${accountId}) r,
      (select coalesce(sum(amount_cents) filter (where status = 'earned'), 0) as "earnedCents",
          coalesce(sum(amount_cents) filter (where status = 'pending'), 0) as "pendingCents",
          coalesce(sum(amount_cents) filter (where status = 'earned' and settled_on >= ${month}::date), 0)
            as "earnedThisMonthCents"
        from read.commissions where account_id = ${accountId}) c`)

const commissionStatus = z.enum(commissionStatuses)
const CommissionRowSchema = z.object({
  bookingId: z.string(),
  code: z.string(),
  accountId: z.string(),
  rateHundredths: z.number(),
  amountCents: z.number(),
  status: commissionStatus,
  recordedOn: z.string(),
  settledOn: z.string().nullable(),
})
export type CommissionRow = z.infer<typeof CommissionRowSchema>

/** @rule Q-82 commission of each referred booking */
export const commissions: Projection<CommissionRow, CommissionEvent> = {
  name: 'commissions',
  version: 1,
  row: CommissionRowSchema,
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

const Commission = CommissionRowSchema.omit({ accountId: true, settledOn: true })
export type Commission = z.infer<typeof Commission>

/** Latest first. */
export const commissionsOf = (db: CommonQueryMethods, accountId: string, limit: number) =>
  db.any(sql.type(Commission)`
    select booking_id as "bookingId", code, rate_hundredths as "rateHundredths", amount_cents as "amountCents", status,
      to_char(recorded_on, 'YYYY-MM-DD') as "recordedOn"
    from read.commissions where account_id = ${accountId}
    order by recorded_on desc, key desc limit ${limit}`)
