import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import {
  FlagDismissed,
  FlagReviewed,
  FlagTurned,
  FlagUpheld,
  ReviewFlagged,
} from '../domain/reputation/review/events.ts'
import type { Projection } from './projection.ts'

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
})
export type FlagRow = z.infer<typeof Row>

const events = family(ReviewFlagged, FlagReviewed, FlagDismissed, FlagUpheld, FlagTurned)
const outcomes = { FlagReviewed: 'REVIEWED', FlagDismissed: 'DISMISSED', FlagUpheld: 'UPHELD' } as const

/** Every flag with its outcome (E-06): for moderators, and for the weight of a reporter's next one. */
export const flags: Projection<FlagRow, EventIn<typeof events>> = {
  name: 'flags',
  version: 2,
  row: Row,
  columns: {
    flagId: { type: 'text' },
    reviewId: { type: 'text' },
    reporterId: { type: 'text' },
    reporterType: { type: 'text' },
    reason: { type: 'text' },
    note: { type: 'text', pii: true },
    weight: { type: 'int' },
    caseNumber: { type: 'int' },
    status: { type: 'text' },
    decidedBy: { type: 'text' },
    decidedAt: { type: 'instant' },
    flaggedAt: { type: 'instant' },
  },
  indexes: ['review_id, flagged_at', 'reporter_id, status'],
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
      }
    }
    const status = event.type === 'FlagTurned' ? event.data.outcome : outcomes[event.type]
    return row && { ...row, status, decidedBy: event.data.by, decidedAt: event.data.at }
  },
}

/** Whose review a flag is about; null for a flag nobody raised. */
export const reviewOfFlag = (db: CommonQueryMethods, flagId: string) =>
  db.maybeOneFirst(sql.type(z.object({ reviewId: z.string() }))`
    select review_id as "reviewId" from read.flags where key = ${flagId}`)
