import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { caseOutcomes, urgencies } from '../../domain/moderation/vocabulary.ts'
import {
  authorTypes,
  flagReasons,
  flagStatuses,
  reasonCodes,
  targetTypes,
  visibilities,
} from '../../domain/reviews/vocabulary.ts'
import { beforeCursor, countColumn, instantColumn, isoText, pageOf } from '../columns.ts'
import { flagsOf } from '../reviews/flags.ts'
import { disputeStatus, moderationStatus } from '../reviews/reviews.ts'
import { appealStatus, severity } from '../sanctions/sanctions.ts'
import { caseKind, priorityBreakdown } from './cases.ts'
import { decisionKind } from './decisions.ts'
import { accountNames, displayNameColumn } from './queue.queries.ts'

const ModeratedReviewSchema = z.object({
  id: z.string(),
  authorId: z.string(),
  authorType: z.enum(authorTypes),
  authorName: z.string().nullable(),
  targetType: z.enum(targetTypes),
  targetId: z.string(),
  targetName: z.string().nullable(),
  /** The account of a reviewed client; null for other targets. */
  targetAccountId: z.string().nullable(),
  rating: z.number(),
  comment: z.string().nullable(),
  reasonCode: z.enum(reasonCodes),
  reasonTags: z.array(z.string()),
  visibility: z.enum(visibilities),
  moderationStatus,
  disputeStatus,
  flagsCount: z.number(),
  createdAt: instantColumn,
  lastActionAt: instantColumn,
  version: z.string(),
  flags: z.array(
    z.object({
      id: z.string(),
      reporterId: z.string(),
      reporterType: z.enum(authorTypes),
      reporterName: z.string().nullable(),
      reason: z.enum(flagReasons),
      note: z.string().nullable(),
      status: z.enum(flagStatuses),
      weight: z.number(),
      caseNumber: z.number(),
      createdAt: z.string(),
    }),
  ),
})
export type ModeratedReview = z.infer<typeof ModeratedReviewSchema>

const selectModerated = sql.fragment`select r.review_id as id, r.author_id as "authorId", r.author_type as "authorType",
    coalesce(author.business_name, author.first_name || ' ' || author.last_name) as "authorName",
    r.target_type as "targetType", r.target_id as "targetId", target.business_name as "targetName", client.key as "targetAccountId", r.rating, r.comment,
    r.reason_code as "reasonCode", r.reason_tags as "reasonTags", r.visibility,
    r.moderation_status as "moderationStatus", r.dispute_status as "disputeStatus", r.flags_count as "flagsCount",
    r.created_at as "createdAt", r.last_action_at as "lastActionAt", r.seen_as as version,
    coalesce((
      select json_agg(json_build_object('id', f.flag_id, 'reporterId', f.reporter_id, 'reporterType', f.reporter_type,
        'reporterName', ${displayNameColumn},
        'reason', f.reason, 'note', f.note, 'status', f.status, 'weight', f.weight, 'caseNumber', f.case_number,
        'createdAt', ${isoText(sql.fragment`f.flagged_at`)}) order by f.flagged_at, f.key)
      from read.flags f left join read.accounts a on a.key = f.reporter_id where f.review_id = r.key
    ), '[]') as flags
  from read.reviews r
    left join read.accounts author on author.key = r.author_id
    left join read.accounts target on target.key = r.target_id
    left join read.accounts client on r.target_type = 'USER' and client.client_id = r.target_id`

/** Reviews with their flags, latest activity first. @rule A-43 */
export const reviewsForModerators = async (
  db: CommonQueryMethods,
  { status, limit, cursor }: { status?: string | undefined; limit: number; cursor?: string | undefined },
) => {
  const rows = await db.any(sql.type(ModeratedReviewSchema)`
    ${selectModerated}
    where ${status === undefined ? sql.fragment`true` : sql.fragment`r.moderation_status = ${status}`}
      and ${beforeCursor(cursor, sql.fragment`r.last_action_at`, sql.fragment`r.key`)}
    order by r.last_action_at desc, r.key desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ lastActionAt, id }) => [lastActionAt, id])
}

export const reviewForModerators = (db: CommonQueryMethods, reviewId: string) =>
  db.maybeOne(sql.type(ModeratedReviewSchema)`${selectModerated} where r.key = ${reviewId}`)

const Case = z.object({
  caseId: z.string(),
  kind: caseKind,
  targetId: z.string(),
  priority: z.number(),
  why: priorityBreakdown,
  urgency: z.enum(urgencies),
  dueAt: instantColumn,
  openedAt: instantColumn,
  claimedBy: z.string().nullable(),
  claimedUntil: instantColumn.nullable(),
  closedAt: instantColumn.nullable(),
  parties: z.array(z.string()),
  outcome: z.enum(caseOutcomes).nullable(),
})

export const caseById = (db: CommonQueryMethods, caseId: string) =>
  db.maybeOne(sql.type(Case)`
    select case_id as "caseId", kind, target_id as "targetId", priority, why, urgency, due_at as "dueAt", opened_at as "openedAt",
      claimed_by as "claimedBy", claimed_until as "claimedUntil", closed_at as "closedAt", parties, outcome
    from read.cases where key = ${caseId}`)

/** Outcomes of a reporter's earlier flags. @rule Q-54 they determine the weight of the next flag */
export const recordOfReporter = (db: CommonQueryMethods, reporterId: string) =>
  db.one(sql.type(z.object({ upheld: countColumn, dismissed: countColumn }))`
    select count(*) filter (where status = 'UPHELD') as upheld, count(*) filter (where status = 'DISMISSED') as dismissed
    from read.flags where reporter_id = ${reporterId}`)

/** Number of reviews an author has written, and how many of them are hidden or removed. */
export const recordOfAuthor = (db: CommonQueryMethods, authorId: string) =>
  db.one(sql.type(z.object({ written: countColumn, hidden: countColumn, removed: countColumn }))`
    select count(*) as written, count(*) filter (where moderation_status = 'HIDDEN') as hidden,
      count(*) filter (where moderation_status = 'REMOVED') as removed
    from read.reviews where author_id = ${authorId}`)

const SanctionSummary = z.object({
  id: z.string(),
  severity,
  active: z.boolean(),
  createdAt: instantColumn,
  expiresAt: instantColumn.nullable(),
})

/** The latest 20 sanctions of an account. Sanctions past their end are inactive even if the expiry is not yet recorded. */
export const sanctionSummaries = (db: CommonQueryMethods, accountId: string, now: string) =>
  db.any(sql.type(SanctionSummary)`
    select sanction_id as id, severity, active and (expires_at is null or expires_at > ${now}::timestamptz) as active,
      created_at as "createdAt", expires_at as "expiresAt"
    from read.sanctions where account_id = ${accountId} order by created_at desc, key desc limit 20`)

const DecisionSummary = z.object({ at: instantColumn, kind: decisionKind, by: z.string().nullable() })

/**
 * Decisions on a review, its flags and its dispute. `by` is null if one follows from another decision. Flags decided in one
 * request with the same outcome share a row.
 */
export const decisionsOnReview = (db: CommonQueryMethods, reviewId: string) =>
  db.any(sql.type(DecisionSummary)`
    select distinct at, kind, decided_by as by from read.decisions where review_id = ${reviewId} order by at`)

const AppealedSanction = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string().nullable(),
  severity,
  facts: z.string(),
  createdAt: instantColumn,
  expiresAt: instantColumn.nullable(),
  appealStatus,
  appealReason: z.string().nullable(),
})

/** The sanction under appeal; null if the id is not that of a sanction. */
export const appealedSanction = (db: CommonQueryMethods, sanctionId: string) =>
  db.maybeOne(sql.type(AppealedSanction)`
    select s.sanction_id as id, s.account_id as "accountId", ${displayNameColumn} as "accountName", s.severity, s.facts,
      s.created_at as "createdAt", s.expires_at as "expiresAt", s.appeal_status as "appealStatus",
      s.appeal_reason as "appealReason"
    from read.sanctions s left join read.accounts a on a.key = s.account_id where s.key = ${sanctionId}`)

const maxFlags = 20

/** Outcomes of an account's flags, with the latest ones. */
export const flagAbuseRecord = async (db: CommonQueryMethods, accountId: string) => {
  const [names, record, { items: flags }] = await Promise.all([
    accountNames(db, [accountId]),
    recordOfReporter(db, accountId),
    flagsOf(db, accountId, { limit: maxFlags }),
  ])
  return { accountId, accountName: names.get(accountId) ?? null, ...record, flags }
}
