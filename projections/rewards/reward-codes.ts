import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  RewardExpired,
  RewardExpiring,
  RewardIssued,
  RewardRedeemed,
  RewardReinstated,
  RewardRevoked,
  RewardSuspended,
} from '../../domain/rewards/rewards-state.ts'
import { reviewRuleTypes, rewardTypes } from '../../domain/rewards/vocabulary.ts'
import { PremiumColumn, premiumColumn, premiumJoin } from '../ava/premium-accounts.ts'
import { countColumn, dayOrder, dayOrderIndex, instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const RewardCodeRowSchema = z.object({
  code: z.string(),
  clientId: z.string(),
  businessId: z.string().nullable(),
  rewardType: z.enum(rewardTypes),
  ruleType: z.enum(reviewRuleTypes).nullable(),
  percent: z.number(),
  ruleVersion: z.number(),
  evidence: z.array(z.string()),
  issuedForReviewId: z.string().nullable(),
  issuedAt: z.string(),
  expiresAt: z.string(),
  redeemedAt: z.string().nullable(),
  /** The business that granted the discount, also for an elite code, and the discount if it entered the bill. */
  redeemedAtBusiness: z.string().nullable(),
  discountCents: z.number().nullable(),
  revokedAt: z.string().nullable(),
  expiredAt: z.string().nullable(),
  /** The end of its last suspension, which may have passed. */
  suspendedUntil: z.string().nullable(),
  /** The owner has been reminded of the expiry. */
  reminded: z.boolean(),
})
export type RewardCodeRow = z.infer<typeof RewardCodeRowSchema>

const events = family(
  RewardIssued,
  RewardRedeemed,
  RewardRevoked,
  RewardSuspended,
  RewardReinstated,
  RewardExpired,
  RewardExpiring,
)

/** All reward codes issued, with their outcome. @rule E-04 */
export const rewardCodes: Projection<RewardCodeRow, EventIn<typeof events>> = {
  name: 'reward_codes',
  version: 4,
  row: RewardCodeRowSchema,
  columns: {
    code: { type: 'text' },
    clientId: { type: 'text' },
    businessId: { type: 'text' },
    rewardType: { type: 'text' },
    ruleType: { type: 'text' },
    percent: { type: 'int' },
    ruleVersion: { type: 'int' },
    evidence: { type: 'json' },
    issuedForReviewId: { type: 'text' },
    issuedAt: { type: 'instant' },
    expiresAt: { type: 'instant' },
    redeemedAt: { type: 'instant' },
    redeemedAtBusiness: { type: 'text' },
    discountCents: { type: 'int' },
    revokedAt: { type: 'instant' },
    expiredAt: { type: 'instant' },
    suspendedUntil: { type: 'instant' },
    reminded: { type: 'bool' },
  },
  indexes: [
    'client_id, issued_at desc, key',
    'business_id, issued_at desc, key',
    'issued_for_review_id',
    `business_id, ${dayOrderIndex('redeemed_at')} where redeemed_at is not null`,
    `redeemed_at_business, ${dayOrderIndex('redeemed_at')}`,
    'expires_at where redeemed_at is null and revoked_at is null and expired_at is null',
  ],
  events,
  createdBy: ['RewardIssued'],
  keys: ({ event }) => [event.data.code],
  evolve: (row, { event }) => {
    switch (event.type) {
      case 'RewardIssued': {
        const { at, evidence, ...reward } = event.data
        const unused = { redeemedAt: null, redeemedAtBusiness: null, discountCents: null }
        const undecided = { ...unused, revokedAt: null, expiredAt: null, suspendedUntil: null, reminded: false }
        return { ...reward, evidence: [...evidence], issuedAt: at, ...undecided }
      }
      case 'RewardRedeemed': {
        const { at: redeemedAt, businessId: redeemedAtBusiness, discountCents } = event.data
        return row && { ...row, redeemedAt, redeemedAtBusiness, discountCents }
      }
      case 'RewardRevoked':
        return row && { ...row, revokedAt: event.data.at }
      case 'RewardSuspended':
        return row && { ...row, suspendedUntil: event.data.until }
      case 'RewardReinstated':
        return row && { ...row, suspendedUntil: null }
      case 'RewardExpired':
        return row && { ...row, expiredAt: event.data.at }
      case 'RewardExpiring':
        return row && { ...row, reminded: true }
    }
  },
}

const columns = sql.fragment`r.code, r.client_id as "clientId", r.business_id as "businessId", r.reward_type as "rewardType",
  r.rule_type as "ruleType", r.percent as "discountPercent", r.issued_for_review_id as "issuedForReviewId",
  r.issued_at as "issuedAt", r.expires_at as "expiresAt", r.redeemed_at as "redeemedAt", r.revoked_at as "revokedAt",
  r.suspended_until as "suspendedUntil"`
const Reward = z.object({
  code: z.string(),
  clientId: z.string(),
  businessId: z.string().nullable(),
  rewardType: z.enum(rewardTypes),
  ruleType: z.enum(reviewRuleTypes).nullable(),
  discountPercent: z.number(),
  issuedForReviewId: z.string().nullable(),
  issuedAt: instantColumn,
  expiresAt: instantColumn,
  redeemedAt: instantColumn.nullable(),
  revokedAt: instantColumn.nullable(),
  suspendedUntil: instantColumn.nullable(),
})
const OwnReward = Reward.extend({ businessName: z.string().nullable(), ...PremiumColumn.shape })
const RedeemedReward = Reward.extend({
  redeemedAt: instantColumn,
  clientName: z.string().nullable(),
  ...PremiumColumn.shape,
})

/** Codes of a client, newest first, with the business that honours them. */
export const rewardsOfClient = (db: CommonQueryMethods, clientId: string, limit: number) =>
  db.any(sql.type(OwnReward)`
    select ${columns}, a.business_name as "businessName", ${premiumColumn}
    from read.reward_codes r left join read.accounts a on a.key = r.business_id ${premiumJoin(sql.fragment`a.key`)}
    where r.client_id = ${clientId} order by r.issued_at desc, r.key limit ${limit}`)

/**
 * Codes issued for reviews of a business that were redeemed, of all clients or of one, the latest day first.
 * @rule Q-60 @rule Q-65 the owner stays unknown until the code is redeemed
 */
export const rewardsRedeemedAt = (
  db: CommonQueryMethods,
  { businessId, clientId }: { readonly businessId: string; readonly clientId?: string },
  limit: number,
) =>
  db.any(sql.type(RedeemedReward)`
    select ${columns}, a.first_name || ' ' || a.last_name as "clientName", ${premiumColumn}
    from read.reward_codes r left join read.accounts a on a.client_id = r.client_id ${premiumJoin(sql.fragment`a.key`)}
    where r.business_id = ${businessId} and r.redeemed_at is not null
      and ${clientId === undefined ? sql.fragment`true` : sql.fragment`r.client_id = ${clientId}`}
    order by ${dayOrder(sql.fragment`r.redeemed_at`, sql.fragment`r.key`).descending} limit ${limit}`)

const IssuedRewardCounts = z.object({ issued: countColumn, redeemed: countColumn })
const OwnRewardCounts = IssuedRewardCounts.extend({ active: countColumn, suspended: countColumn, ended: countColumn })

/** Numbers of active, suspended, redeemed and ended codes of a client. Same statuses as the list. */
export const countRewardsOf = (db: CommonQueryMethods, clientId: string, now: string) => {
  const isUnredeemed = sql.fragment`redeemed_at is null and revoked_at is null and expires_at > ${now}::timestamptz`
  const isSuspended = sql.fragment`coalesce(suspended_until > ${now}::timestamptz, false)`
  return db.one(sql.type(OwnRewardCounts)`
    select count(*) as issued, count(*) filter (where redeemed_at is not null) as redeemed,
      count(*) filter (where ${isUnredeemed} and not ${isSuspended}) as active,
      count(*) filter (where ${isUnredeemed} and ${isSuspended}) as suspended,
      count(*) filter (where redeemed_at is null and (revoked_at is not null or expires_at <= ${now}::timestamptz)) as ended
    from read.reward_codes where client_id = ${clientId}`)
}

/** Numbers of codes issued for reviews of a business, and redeemed, before an instant. */
export const countRewardsIssuedBy = (db: CommonQueryMethods, businessId: string, before: string) =>
  db.one(sql.type(IssuedRewardCounts)`
    select count(*) as issued, count(*) filter (where redeemed_at < ${before}::timestamptz) as redeemed
    from read.reward_codes where business_id = ${businessId} and issued_at < ${before}::timestamptz`)

/** Owner of a code; null for an unknown code. */
export const clientOfCode = (db: CommonQueryMethods, code: string) =>
  db.maybeOneFirst(sql.type(z.object({ clientId: z.string() }))`
    select client_id as "clientId" from read.reward_codes where key = ${code}`)

const isOpen = sql.fragment`redeemed_at is null and revoked_at is null and expired_at is null`

/** Clients with codes that have expired without being redeemed. */
export const clientsWithExpiredRewards = (db: CommonQueryMethods, now: string, limit: number) =>
  db.anyFirst(sql.type(z.object({ clientId: z.string() }))`
    select distinct client_id as "clientId" from read.reward_codes
    where expires_at <= ${now}::timestamptz and ${isOpen} limit ${limit}`)

/** Clients who have not been reminded of a code that expires by `until`. */
export const clientsToRemind = (
  db: CommonQueryMethods,
  { now, until, limit }: { readonly now: string; readonly until: string; readonly limit: number },
) =>
  db.anyFirst(sql.type(z.object({ clientId: z.string() }))`
    select distinct client_id as "clientId" from read.reward_codes
    where expires_at > ${now}::timestamptz and expires_at <= ${until}::timestamptz and not reminded and ${isOpen}
    limit ${limit}`)
