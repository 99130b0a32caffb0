import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  FlagDismissed,
  FlagOverturned,
  FlagClosed,
  FlagUpheld,
  ReviewFlagged,
} from '../../domain/reviews/review-state.ts'
import { authorTypes, flagReasons, flagStatuses } from '../../domain/reviews/vocabulary.ts'
import { beforeCursor, instantColumn, pageOf, type PageRequest } from '../columns.ts'
import type { Projection } from '../projection.ts'

const FlagRowSchema = z.object({
  flagId: z.string(),
  reviewId: z.string(),
  reporterId: z.string(),
  reporterType: z.enum(authorTypes),
  reason: z.enum(flagReasons),
  note: z.string().nullable(),
  weight: z.number(),
  caseNumber: z.number(),
  status: z.enum(flagStatuses),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  flaggedAt: z.string(),
  /** Reasons of the decision, for the reporter; null while pending. */
  whyFacts: z.string().nullable(),
  whyGround: z.string().nullable(),
})
export type FlagRow = z.infer<typeof FlagRowSchema>

const events = family(ReviewFlagged, FlagClosed, FlagDismissed, FlagUpheld, FlagOverturned)
const outcomeByEvent = { [FlagClosed.type]: 'REVIEWED', FlagDismissed: 'DISMISSED', FlagUpheld: 'UPHELD' } as const

/** Every flag with its outcome, for moderators, for its reporter, and for the weight of the reporter's next flag. @rule E-06 */
export const flags: Projection<FlagRow, EventIn<typeof events>> = {
  name: 'flags',
  version: 3,
  row: FlagRowSchema,
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
      const { flagId, reviewId, reporterId, reporterType, reason, note, weight, caseNumber, at: flaggedAt } = event.data
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
        flaggedAt,
        whyFacts: null,
        whyGround: null,
      }
    }
    const status = event.type === FlagOverturned.type ? event.data.outcome : outcomeByEvent[event.type]
    const { by: decidedBy, at: decidedAt, facts: whyFacts, ground: whyGround } = event.data
    return row && { ...row, status, decidedBy, decidedAt, whyFacts, whyGround }
  },
}

/** Id of the flagged review; null for an unknown flag. */
export const reviewOfFlag = (db: CommonQueryMethods, flagId: string) =>
  db.maybeOneFirst(sql.type(z.object({ reviewId: z.string() }))`
    select review_id as "reviewId" from read.flags where key = ${flagId}`)

const OwnFlagSchema = z.object({
  id: z.string(),
  reviewId: z.string(),
  reason: z.enum(flagReasons),
  note: z.string().nullable(),
  status: z.enum(flagStatuses),
  createdAt: instantColumn,
  decidedAt: instantColumn.nullable(),
  /** Name of the reviewed business; null for other targets. */
  targetName: z.string().nullable(),
  rating: z.number(),
  whyFacts: z.string().nullable(),
  whyGround: z.string().nullable(),
})

/** An account's own flags with their outcomes, newest first, without the moderator. */
export const flagsOf = async (db: CommonQueryMethods, reporterId: string, { limit, cursor }: PageRequest) => {
  const before = beforeCursor(cursor, sql.fragment`f.flagged_at`, sql.fragment`f.key`)
  const rows = await db.any(sql.type(OwnFlagSchema)`
    select f.flag_id as id, f.review_id as "reviewId", f.reason, f.note, f.status, f.flagged_at as "createdAt",
      f.decided_at as "decidedAt", a.business_name as "targetName", r.rating,
      f.why_facts as "whyFacts", f.why_ground as "whyGround"
    from read.flags f join read.reviews r on r.key = f.review_id
      left join read.accounts a on a.key = r.target_id and r.target_type = 'BUSINESS'
    where f.reporter_id = ${reporterId} and ${before}
    order by f.flagged_at desc, f.key desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ createdAt, id }) => [createdAt, id])
}
