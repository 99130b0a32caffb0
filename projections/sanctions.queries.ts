import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { instantColumn, pageOf, placeOf } from './columns.ts'
import { appealStatus, severity } from './sanctions.ts'

const Sanction = z.object({
  id: z.string(),
  userId: z.string(),
  userType: z.enum(['user', 'client']),
  userName: z.string().nullable(),
  reason: z.string(),
  severity,
  description: z.string().nullable(),
  isActive: z.boolean(),
  expiresAt: instantColumn.nullable(),
  createdBy: z.string().nullable(),
  createdAt: instantColumn,
  deactivatedAt: instantColumn.nullable(),
  deactivatedBy: z.string().nullable(),
  lifted: z.boolean(),
  liftedReason: z.string().nullable(),
  triggerType: z.string(),
  triggerData: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  violationCount: z.number(),
  ladderVersion: z.number(),
  facts: z.string(),
  ground: z.string(),
  rulesVersion: z.number(),
  automation: z.enum(['none', 'detection', 'decision']),
  redress: z.array(z.enum(['appeal', 'out-of-court', 'court'])),
  appealableUntil: instantColumn.nullable(),
  appealStatus,
  appealReason: z.string().nullable(),
  appealedAt: instantColumn.nullable(),
  appealReviewedBy: z.string().nullable(),
  appealReviewedAt: instantColumn.nullable(),
  appealDecision: z.enum(['APPROVED', 'REJECTED']).nullable(),
  appealDecisionReason: z.string().nullable(),
})
export type SanctionFound = z.infer<typeof Sanction>

/** A suspension past its end is over, whether or not anybody has written that down. */
const select = (
  now: string,
) => sql.fragment`select s.sanction_id as id, s.account_id as "userId", s.user_type as "userType",
    coalesce(a.business_name, a.first_name || ' ' || a.last_name) as "userName", s.reason, s.severity, s.description,
    s.active and (s.expires_at is null or s.expires_at > ${now}::timestamptz) as "isActive", s.expires_at as "expiresAt",
    s.created_by as "createdBy", s.created_at as "createdAt", s.deactivated_at as "deactivatedAt",
    s.deactivated_by as "deactivatedBy", s.lifted, s.lifted_facts as "liftedReason", s.trigger_type as "triggerType",
    s.trigger_data as "triggerData", s.strikes as "violationCount", s.ladder_version as "ladderVersion", s.facts, s.ground,
    s.rules_version as "rulesVersion", s.automation, s.redress, s.appealable_until as "appealableUntil",
    s.appeal_status as "appealStatus", s.appeal_reason as "appealReason", s.appealed_at as "appealedAt",
    s.appeal_reviewed_by as "appealReviewedBy", s.appeal_reviewed_at as "appealReviewedAt",
    s.appeal_decision as "appealDecision", s.appeal_decision_reason as "appealDecisionReason"
  from read.sanctions s left join read.accounts a on a.key = s.account_id`

const mostOfOne = 100

/** All of one account, the latest first. */
export const sanctionsOf = (db: CommonQueryMethods, accountId: string, now: string) =>
  db.any(sql.type(Sanction)`
    ${select(now)} where s.account_id = ${accountId} order by s.created_at desc, s.key desc limit ${mostOfOne}`)

export const sanctionById = (db: CommonQueryMethods, sanctionId: string, now: string) =>
  db.maybeOne(sql.type(Sanction)`${select(now)} where s.key = ${sanctionId}`)

interface Wanted {
  readonly userId?: string | undefined
  readonly activeOnly: boolean
  readonly now: string
  readonly limit: number
  readonly cursor?: string | undefined
}

const Place = z.tuple([z.string(), z.string()])

export const sanctionsForModerators = async (
  db: CommonQueryMethods,
  { userId, activeOnly, now, limit, cursor }: Wanted,
) => {
  const place = placeOf(Place, cursor)
  const active = sql.fragment`s.active and (s.expires_at is null or s.expires_at > ${now}::timestamptz)`
  const rows = await db.any(sql.type(Sanction)`
    ${select(now)}
    where ${userId === undefined ? sql.fragment`true` : sql.fragment`s.account_id = ${userId}`}
      and ${activeOnly ? active : sql.fragment`true`}
      and ${place === null ? sql.fragment`true` : sql.fragment`(s.created_at, s.key) < (${place[0]}::timestamptz, ${place[1]})`}
    order by s.created_at desc, s.key desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id])
}
