import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  FlagDismissed,
  FlagReviewed,
  FlagTurned,
  FlagUpheld,
  ReviewFlagged,
} from '../../domain/reviews/review-events.ts'
import { decodeCursor, instantColumn, pageOf } from '../columns.ts'
import type { Projection } from '../projection.ts'

const Row = z.object({
  flagId: z.string(),
  reviewId: z.string(),
  reporterId: z.string(),
  reporterType: z.enum(['user', 'client']),
  reason: z.string(),
  note: z.string().nullable(),
  weight: z.number(),
  caseNumber: z.number(),
  status: z.enum(['PENDING', 'REVIEWED', 'DISMISSED', 'UPHELD']),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  flaggedAt: z.string(),
  /** What the reporter is told of the decision; null while there is none. */
  whyFacts: z.string().nullable(),
  whyGround: z.string().nullable(),
})
export type FlagRow = z.infer<typeof Row>

const events = family(ReviewFlagged, FlagReviewed, FlagDismissed, FlagUpheld, FlagTurned)
const outcomeByEvent = { FlagReviewed: 'REVIEWED', FlagDismissed: 'DISMISSED', FlagUpheld: 'UPHELD' } as const

/** Every flag with its outcome (E-06): for moderators, and for the weight of a reporter's next one. */
export const flags: Projection<FlagRow, EventIn<typeof events>> = {
  name: 'flags',
  version: 3,
  row: Row,
  columns: {
    flagId: { type: 'text' },
    reviewId: { type: 'text' },
    reporterId: { type: 'text' },
    reporterType: { type: 'text' },
    reason: { type: 'text' },
    note: { type: 'text', pii: { of: 'reporterId', erased: null } },
    weight: { type: 'int' },
    caseNumber: { type: 'int' },
    status: { type: 'text' },
    decidedBy: { type: 'text' },
    decidedAt: { type: 'instant' },
    flaggedAt: { type: 'instant' },
    whyFacts: { type: 'text', pii: { of: 'reporterId', erased: '' } },
    whyGround: { type: 'text' },
  },
  indexes: ['review_id, flagged_at', 'reporter_id, status', 'reporter_id, flagged_at desc, key desc'],
  events,
  keys: ({ event }) => [event.data.flagId],
  evolve: (row, { event }) => {
    if (event.type === 'ReviewFlagged') {
      const { flagId, reviewId, reporterId, reporterType, reason, note, weight, caseNumber, at } = event.data
      return {
        flagId,
        reviewId,
        reporterId,
        reporterType,
        reason,
        note,
        weight,
        caseNumber,
        status: 'PENDING' as const,
        decidedBy: null,
        decidedAt: null,
        flaggedAt: at,
        whyFacts: null,
        whyGround: null,
      }
    }
    const status = event.type === 'FlagTurned' ? event.data.outcome : outcomeByEvent[event.type]
    const { by: decidedBy, at: decidedAt, facts: whyFacts, ground: whyGround } = event.data
    return row && { ...row, status, decidedBy, decidedAt, whyFacts, whyGround }
  },
}

/** Whose review a flag is about; null for a flag nobody raised. */
export const reviewOfFlag = (db: CommonQueryMethods, flagId: string) =>
  db.maybeOneFirst(sql.type(z.object({ reviewId: z.string() }))`
    select review_id as "reviewId" from read.flags where key = ${flagId}`)

const RaisedFlagSchema = z.object({
  id: z.string(),
  reviewId: z.string(),
  reason: z.string(),
  note: z.string().nullable(),
  status: z.enum(['PENDING', 'REVIEWED', 'DISMISSED', 'UPHELD']),
  createdAt: instantColumn,
  decidedAt: instantColumn.nullable(),
  /** Of the business the review is about; null for another target. */
  targetName: z.string().nullable(),
  rating: z.number(),
  whyFacts: z.string().nullable(),
  whyGround: z.string().nullable(),
})
export type RaisedFlag = z.infer<typeof RaisedFlagSchema>

const FlagCursor = z.tuple([z.string(), z.string()])

/** What an account has reported, newest first, and what became of it; who decided stays inside. */
export const flagsRaisedBy = async (
  db: CommonQueryMethods,
  reporterId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) => {
  const place = decodeCursor(FlagCursor, cursor)
  const before =
    place === null ? sql.fragment`true` : sql.fragment`(f.flagged_at, f.key) < (${place[0]}::timestamptz, ${place[1]})`
  const rows = await db.any(sql.type(RaisedFlagSchema)`
    select f.flag_id as id, f.review_id as "reviewId", f.reason, f.note, f.status, f.flagged_at as "createdAt",
      f.decided_at as "decidedAt", a.business_name as "targetName", r.rating,
      f.why_facts as "whyFacts", f.why_ground as "whyGround"
    from read.flags f join read.reviews r on r.key = f.review_id
      left join read.accounts a on a.key = r.target_id and r.target_type = 'BUSINESS'
    where f.reporter_id = ${reporterId} and ${before}
    order by f.flagged_at desc, f.key desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id])
}
