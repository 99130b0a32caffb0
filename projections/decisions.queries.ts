import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { Automation, Ground, Redress } from '../domain/kernel/statement.ts'
import { countColumn, instantColumn, oneOfThem, pageOf, placeOf } from './columns.ts'
import { addressee, decisionKind } from './decisions.ts'

const Told = z.object({
  id: z.string(),
  kind: decisionKind,
  reviewId: z.string(),
  addressee,
  at: instantColumn,
  facts: z.string(),
  ground: oneOfThem(Ground),
  rulesVersion: z.number(),
  automation: oneOfThem(Automation),
  redress: z.array(oneOfThem(Redress)),
  appealableUntil: instantColumn.nullable(),
})
export type ToldDecision = z.infer<typeof Told>

const told = sql.fragment`select decision_id as id, kind, review_id as "reviewId", addressee, at, facts, ground,
  rules_version as "rulesVersion", automation, redress, appealable_until as "appealableUntil" from read.decisions`

const Place = z.tuple([z.string(), z.string()])

/** What was decided on somebody's reviews, flags and disputes, newest first; who decided, reported or wrote stays inside. */
export const decisionsTold = async (
  db: CommonQueryMethods,
  accountId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) => {
  const place = placeOf(Place, cursor)
  const before = place === null ? sql.fragment`true` : sql.fragment`(at, key) < (${place[0]}::timestamptz, ${place[1]})`
  const rows = await db.any(sql.type(Told)`
    ${told} where addressee_id = ${accountId} and ${before} order by at desc, key desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ at, id }) => [at, id])
}

/** The latest decision a business was told of on each of the reviews it disputed. */
export const decisionsOnDisputes = (db: CommonQueryMethods, businessId: string, reviewIds: readonly string[]) =>
  db.any(sql.type(Told)`
    select distinct on ("reviewId") * from (${told}
      where addressee_id = ${businessId} and addressee = 'business' and review_id = any(${sql.array(reviewIds, 'text')})) d
    order by "reviewId", at desc`)

const OnRecord = Told.omit({ facts: true, addressee: true, redress: true, appealableUntil: true }).extend({
  writtenAt: instantColumn,
  /** Flags and disputes that had come by then. */
  reports: countColumn,
})
export type DecisionOnRecord = z.infer<typeof OnRecord>

/** A decision without a word anybody wrote, and without anybody. */
export const decisionOnRecord = (db: CommonQueryMethods, decisionId: string) =>
  db.maybeOne(sql.type(OnRecord)`
    select d.decision_id as id, d.kind, d.review_id as "reviewId", d.at, d.ground, d.rules_version as "rulesVersion",
      d.automation, r.created_at as "writtenAt",
      (select count(*) from read.flags f where f.review_id = d.review_id and f.flagged_at <= d.at)
        + (select count(*) from read.disputes p where p.key = d.review_id and p.created_at <= d.at) as reports
    from read.decisions d join read.reviews r on r.key = d.review_id where d.key = ${decisionId}`)
