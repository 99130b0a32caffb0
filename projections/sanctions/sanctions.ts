import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { automations, grounds, remedies } from '../../domain/kernel/vocabulary.ts'
import {
  SanctionAppealApproved,
  SanctionAppealRejected,
  SanctionAppealSubmitted,
  SanctionAppealTakenUnderReview,
  PermanentSuspensionConsented,
  PermanentSuspensionImposed,
  PermanentSuspensionRefused,
  SanctionExpired,
  SanctionLifted,
  SuspensionImposed,
  WarningIssued,
} from '../../domain/sanctions/sanction-record-events.ts'
import {
  type SanctionAppealOutcome,
  sanctionAppealOutcomes,
  sanctionAppealStatuses,
  sanctionReasons,
  sanctionTriggers,
  severities,
  userTypes,
} from '../../domain/sanctions/vocabulary.ts'
import { beforeCursor, instantColumn, pageOf } from '../columns.ts'
import type { Projection } from '../projection.ts'

export const severity = z.enum(severities)
export const appealStatus = z.enum(sanctionAppealStatuses)
const appealOutcome = z.enum(sanctionAppealOutcomes)
const SanctionRowSchema = z.object({
  sanctionId: z.string(),
  accountId: z.string(),
  userType: z.enum(userTypes),
  reason: z.enum(sanctionReasons),
  severity,
  /** Severity that a moderator proposed and a second one has not answered yet. */
  proposed: z.literal('PERMANENT').nullable(),
  consentedBy: z.string().nullable(),
  description: z.string().nullable(),
  /** As recorded; a sanction past its end may still be marked as active. */
  active: z.boolean(),
  expiresAt: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  deactivatedAt: z.string().nullable(),
  deactivatedBy: z.string().nullable(),
  lifted: z.boolean(),
  liftedFacts: z.string().nullable(),
  triggerType: z.enum(sanctionTriggers),
  triggerData: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  strikes: z.number(),
  ladderVersion: z.number(),
  facts: z.string(),
  ground: z.enum(grounds),
  rulesVersion: z.number(),
  automation: z.enum(automations),
  redress: z.array(z.enum(remedies)),
  appealableUntil: z.string().nullable(),
  appealStatus,
  appealReason: z.string().nullable(),
  appealedAt: z.string().nullable(),
  appealReviewedBy: z.string().nullable(),
  appealReviewedAt: z.string().nullable(),
  appealDecision: appealOutcome.nullable(),
  appealDecisionReason: z.string().nullable(),
})
export type SanctionRow = z.infer<typeof SanctionRowSchema>

const sanctionEvents = family(
  WarningIssued,
  SuspensionImposed,
  PermanentSuspensionImposed,
  PermanentSuspensionConsented,
  PermanentSuspensionRefused,
  SanctionExpired,
  SanctionLifted,
  SanctionAppealSubmitted,
  SanctionAppealTakenUnderReview,
  SanctionAppealApproved,
  SanctionAppealRejected,
)
type SanctionEvent = EventIn<typeof sanctionEvents>
type Imposition = Extract<
  SanctionEvent,
  { readonly type: 'WarningIssued' | 'SuspensionImposed' | 'PermanentSuspensionImposed' }
>

/**
 * Sanctions with their appeals, past ones included.
 * @rule E-19 fields of a sanction
 * @rule Q-55 ended sanctions are kept
 */
export const sanctions: Projection<SanctionRow, SanctionEvent> = {
  name: 'sanctions',
  version: 2,
  row: SanctionRowSchema,
  columns: {
    sanctionId: { type: 'text' },
    accountId: { type: 'text' },
    userType: { type: 'text' },
    reason: { type: 'text' },
    severity: { type: 'text' },
    proposed: { type: 'text' },
    consentedBy: { type: 'text' },
    description: { type: 'text', pii: { of: 'accountId', erased: null } },
    active: { type: 'bool' },
    expiresAt: { type: 'instant' },
    createdBy: { type: 'text' },
    createdAt: { type: 'instant' },
    deactivatedAt: { type: 'instant' },
    deactivatedBy: { type: 'text' },
    lifted: { type: 'bool' },
    liftedFacts: { type: 'text', pii: { of: 'accountId', erased: '' } },
    triggerType: { type: 'text' },
    triggerData: { type: 'json' },
    strikes: { type: 'int' },
    ladderVersion: { type: 'int' },
    facts: { type: 'text', pii: { of: 'accountId', erased: '' } },
    ground: { type: 'text' },
    rulesVersion: { type: 'int' },
    automation: { type: 'text' },
    redress: { type: 'json' },
    appealableUntil: { type: 'instant' },
    appealStatus: { type: 'text' },
    appealReason: { type: 'text', pii: { of: 'accountId', erased: '' } },
    appealedAt: { type: 'instant' },
    appealReviewedBy: { type: 'text' },
    appealReviewedAt: { type: 'instant' },
    appealDecision: { type: 'text' },
    appealDecisionReason: { type: 'text', pii: { of: 'accountId', erased: '' } },
  },
  indexes: ['account_id, created_at desc, key desc', 'created_at desc, key desc', 'active, expires_at'],
  events: sanctionEvents,
  keys: ({ event }) =>
    'replaces' in event.data && event.data.replaces !== null
      ? [event.data.sanctionId, event.data.replaces]
      : [event.data.sanctionId],
  evolve: (row, { event }, key) => {
    if (event.data.sanctionId !== key) return row && { ...row, active: false, deactivatedAt: event.data.at }
    return isImposition(event) ? imposedRow(event) : row && updatedRow(row, event)
  },
}

const isImposition = (event: SanctionEvent): event is Imposition =>
  event.type === 'WarningIssued' || event.type === 'SuspensionImposed' || event.type === 'PermanentSuspensionImposed'

const imposedRow = ({ type, data }: Imposition): SanctionRow => {
  const { violationId: _, replaces: __, evidence, trigger, by, redress, at, ...rest } = data
  return {
    ...rest,
    severity: type === 'WarningIssued' ? 'LOW' : type === 'SuspensionImposed' ? data.severity : 'PERMANENT',
    proposed: type === 'SuspensionImposed' ? data.proposed : null,
    consentedBy: null,
    expiresAt: type === 'PermanentSuspensionImposed' ? null : data.until,
    active: true,
    createdBy: by,
    createdAt: at,
    deactivatedAt: null,
    deactivatedBy: null,
    lifted: false,
    liftedFacts: null,
    triggerType: trigger,
    triggerData: { ...evidence },
    redress: [...redress],
    appealStatus: 'NONE',
    appealReason: null,
    appealedAt: null,
    appealReviewedBy: null,
    appealReviewedAt: null,
    appealDecision: null,
    appealDecisionReason: null,
  }
}

const updatedRow = (row: SanctionRow, event: Exclude<SanctionEvent, Imposition>): SanctionRow => {
  const { at } = event.data
  switch (event.type) {
    case 'PermanentSuspensionConsented': {
      const { by, appealableUntil } = event.data
      return { ...row, severity: 'PERMANENT', proposed: null, consentedBy: by, expiresAt: null, appealableUntil }
    }
    case 'PermanentSuspensionRefused':
      return { ...row, proposed: null }
    case 'SanctionExpired':
      return { ...row, active: false, deactivatedAt: at }
    case 'SanctionLifted': {
      const { by, facts } = event.data
      const isPending = row.appealStatus === 'PENDING' || row.appealStatus === 'UNDER_REVIEW'
      const granted = { appealStatus: 'APPROVED', appealReviewedBy: by, appealReviewedAt: at } as const
      const deactivated = { ...row, ...deactivation(row, at, by), lifted: true, liftedFacts: facts }
      return isPending ? { ...deactivated, ...granted } : deactivated
    }
    case SanctionAppealSubmitted.type:
      return { ...row, appealStatus: 'PENDING', appealReason: event.data.reason, appealedAt: at }
    case SanctionAppealTakenUnderReview.type:
      return { ...row, appealStatus: 'UNDER_REVIEW', appealReviewedBy: event.data.by }
    case SanctionAppealApproved.type:
      return {
        ...row,
        ...deactivation(row, at, event.data.by),
        ...appealDecision('APPROVED', event.data),
        lifted: true,
      }
    case SanctionAppealRejected.type:
      return { ...row, ...appealDecision('REJECTED', event.data) }
  }
}

/** Keeps the end of a sanction that is already inactive. */
const deactivation = ({ active, deactivatedAt, deactivatedBy }: SanctionRow, at: string, by: string | null) =>
  active ? { active: false, deactivatedAt: at, deactivatedBy: by } : { deactivatedAt, deactivatedBy }

const appealDecision = (
  decision: SanctionAppealOutcome,
  { by, facts, at }: { readonly by: string; readonly facts: string; readonly at: string },
) => ({
  appealStatus: decision,
  appealDecision: decision,
  appealDecisionReason: facts,
  appealReviewedBy: by,
  appealReviewedAt: at,
})

const AccountIdOnly = z.object({ accountId: z.string() })

/** The sanctioned account; null if there is no such sanction. */
export const accountOfSanction = (db: CommonQueryMethods, sanctionId: string) =>
  db.maybeOneFirst(
    sql.type(AccountIdOnly)`select account_id as "accountId" from read.sanctions where key = ${sanctionId}`,
  )

export const accountsWithExpiredSanctions = (db: CommonQueryMethods, now: string, limit: number) =>
  db.anyFirst(sql.type(AccountIdOnly)`
    select account_id as "accountId" from read.sanctions
    where active and expires_at <= ${now}::timestamptz order by expires_at limit ${limit}`)

const SanctionViewSchema = z.object({
  id: z.string(),
  userId: z.string(),
  userType: z.enum(userTypes),
  userName: z.string().nullable(),
  reason: z.enum(sanctionReasons),
  severity,
  proposed: z.literal('PERMANENT').nullable(),
  consentedBy: z.string().nullable(),
  /** The account has a staff role. */
  ofStaff: z.boolean(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  expiresAt: instantColumn.nullable(),
  createdBy: z.string().nullable(),
  createdAt: instantColumn,
  deactivatedAt: instantColumn.nullable(),
  deactivatedBy: z.string().nullable(),
  lifted: z.boolean(),
  liftedReason: z.string().nullable(),
  triggerType: z.enum(sanctionTriggers),
  triggerData: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  violationCount: z.number(),
  ladderVersion: z.number(),
  facts: z.string(),
  ground: z.enum(grounds),
  rulesVersion: z.number(),
  automation: z.enum(automations),
  redress: z.array(z.enum(remedies)),
  appealableUntil: instantColumn.nullable(),
  appealStatus,
  appealReason: z.string().nullable(),
  appealedAt: instantColumn.nullable(),
  appealReviewedBy: z.string().nullable(),
  appealReviewedAt: instantColumn.nullable(),
  appealDecision: appealOutcome.nullable(),
  appealDecisionReason: z.string().nullable(),
})
export type SanctionView = z.infer<typeof SanctionViewSchema>

/** Sanctions past their end are inactive even if the expiry is not yet recorded. */
const selectSanctions = (
  now: string,
) => sql.fragment`select s.sanction_id as id, s.account_id as "userId", s.user_type as "userType",
    coalesce(a.business_name, a.first_name || ' ' || a.last_name) as "userName", s.reason, s.severity, s.proposed,
    s.consented_by as "consentedBy", coalesce(json_array_length(a.roles), 0) > 0 as "ofStaff", s.description,
    s.active and (s.expires_at is null or s.expires_at > ${now}::timestamptz) as "isActive", s.expires_at as "expiresAt",
    s.created_by as "createdBy", s.created_at as "createdAt", s.deactivated_at as "deactivatedAt",
    s.deactivated_by as "deactivatedBy", s.lifted, s.lifted_facts as "liftedReason", s.trigger_type as "triggerType",
    s.trigger_data as "triggerData", s.strikes as "violationCount", s.ladder_version as "ladderVersion", s.facts, s.ground,
    s.rules_version as "rulesVersion", s.automation, s.redress, s.appealable_until as "appealableUntil",
    s.appeal_status as "appealStatus", s.appeal_reason as "appealReason", s.appealed_at as "appealedAt",
    s.appeal_reviewed_by as "appealReviewedBy", s.appeal_reviewed_at as "appealReviewedAt",
    s.appeal_decision as "appealDecision", s.appeal_decision_reason as "appealDecisionReason"
  from read.sanctions s left join read.accounts a on a.key = s.account_id`

const maxPerAccount = 100

/** The latest sanctions of an account, at most `maxPerAccount`, newest first. */
export const sanctionsOf = (db: CommonQueryMethods, accountId: string, now: string) =>
  db.any(sql.type(SanctionViewSchema)`
    ${selectSanctions(now)} where s.account_id = ${accountId} order by s.created_at desc, s.key desc limit ${maxPerAccount}`)

export const sanctionById = (db: CommonQueryMethods, sanctionId: string, now: string) =>
  db.maybeOne(sql.type(SanctionViewSchema)`${selectSanctions(now)} where s.key = ${sanctionId}`)

interface SanctionFilter {
  readonly userId?: string | undefined
  readonly activeOnly: boolean
  readonly now: string
  readonly limit: number
  readonly cursor?: string | undefined
}

export const sanctionsForModerators = async (
  db: CommonQueryMethods,
  { userId, activeOnly, now, limit, cursor }: SanctionFilter,
) => {
  const active = sql.fragment`s.active and (s.expires_at is null or s.expires_at > ${now}::timestamptz)`
  const rows = await db.any(sql.type(SanctionViewSchema)`
    ${selectSanctions(now)}
    where ${userId === undefined ? sql.fragment`true` : sql.fragment`s.account_id = ${userId}`}
      and ${activeOnly ? active : sql.fragment`true`}
      and ${beforeCursor(cursor, sql.fragment`s.created_at`, sql.fragment`s.key`)}
    order by s.created_at desc, s.key desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id])
}
