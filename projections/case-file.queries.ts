import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { instantColumn } from './columns.ts'
import { decisionKind } from './decisions.ts'
import { flagsRaised } from './flags.ts'
import { recordOfReporter } from './moderation.queries.ts'
import { nameColumn, namesOf } from './queue.queries.ts'
import { appealStatus, severity } from './sanctions.ts'

const Sanction = z.object({
  id: z.string(),
  severity,
  active: z.boolean(),
  createdAt: instantColumn,
  expiresAt: instantColumn.nullable(),
})

/** What was imposed on an account, the latest first; a suspension past its end is over, whoever has noticed. */
export const sanctionsInBrief = (db: CommonQueryMethods, accountId: string, now: string) =>
  db.any(sql.type(Sanction)`
    select sanction_id as id, severity, active and (expires_at is null or expires_at > ${now}::timestamptz) as active,
      created_at as "createdAt", expires_at as "expiresAt"
    from read.sanctions where account_id = ${accountId} order by created_at desc, key desc limit 20`)

const Decided = z.object({ at: instantColumn, kind: decisionKind, by: z.string().nullable() })

/**
 * What was decided about a review, its flags and its dispute, and by whom; nobody where it followed from another. Flags
 * decided alike in one act are one line.
 */
export const decisionsAbout = (db: CommonQueryMethods, reviewId: string) =>
  db.any(sql.type(Decided)`
    select distinct at, kind, decided_by as by from read.decisions where review_id = ${reviewId} order by at`)

const Appealed = z.object({
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

/** The sanction an appeal is about; null when it is about something else. */
export const sanctionAppealed = (db: CommonQueryMethods, sanctionId: string) =>
  db.maybeOne(sql.type(Appealed)`
    select s.sanction_id as id, s.account_id as "accountId", ${nameColumn} as "accountName", s.severity, s.facts,
      s.created_at as "createdAt", s.expires_at as "expiresAt", s.appeal_status as "appealStatus",
      s.appeal_reason as "appealReason"
    from read.sanctions s left join read.accounts a on a.key = s.account_id where s.key = ${sanctionId}`)

const flagsShown = 20

/** How an account flags, with the latest it raised. */
export const flaggingOf = async (db: CommonQueryMethods, accountId: string) => {
  const [names, record, { items: flags }] = await Promise.all([
    namesOf(db, [accountId]),
    recordOfReporter(db, accountId),
    flagsRaised(db, accountId, { limit: flagsShown }),
  ])
  return { accountId, accountName: names.get(accountId) ?? null, ...record, flags }
}
