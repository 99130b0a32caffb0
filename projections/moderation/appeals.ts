import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { grounds } from '../../domain/kernel/vocabulary.ts'
import { type AppealEvent, AppealEvents } from '../../domain/moderation/appeal.ts'
import { appealSides, appealStatuses, measures } from '../../domain/moderation/vocabulary.ts'
import { instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const side = z.enum(appealSides)
const measure = z.enum(measures)
const status = z.enum(appealStatuses)
const AppealRowSchema = z.object({
  decisionId: z.string(),
  toldId: z.string(),
  reviewId: z.string(),
  appellantId: z.string(),
  /** The review's author; null until the appeal is decided. */
  authorId: z.string().nullable(),
  side,
  level: z.number(),
  text: z.string(),
  status,
  before: measure,
  measure: measure.nullable(),
  reason: z.string().nullable(),
  ground: z.enum(grounds).nullable(),
  decidedBy: z.string().nullable(),
  lodgedAt: z.string(),
  closedAt: z.string().nullable(),
  /** In Italian time. */
  lodgedYear: z.number(),
  closedYear: z.number().nullable(),
})
export type AppealRow = z.infer<typeof AppealRowSchema>

const keyOf = (decisionId: string, appellantId: string) => `${decisionId}_${appellantId}`

/** Appeals against decisions about reviews, one row per decision and appellant. */
export const appeals: Projection<AppealRow, AppealEvent> = {
  name: 'appeals',
  version: 3,
  row: AppealRowSchema,
  columns: {
    decisionId: { type: 'text' },
    toldId: { type: 'text' },
    reviewId: { type: 'text' },
    appellantId: { type: 'text' },
    authorId: { type: 'text' },
    side: { type: 'text' },
    level: { type: 'int' },
    text: { type: 'text', pii: { of: 'appellantId', erased: '' } },
    status: { type: 'text' },
    before: { type: 'text' },
    measure: { type: 'text' },
    reason: { type: 'text', pii: { of: 'authorId', erased: '' } },
    ground: { type: 'text' },
    decidedBy: { type: 'text' },
    lodgedAt: { type: 'instant' },
    closedAt: { type: 'instant' },
    lodgedYear: { type: 'int' },
    closedYear: { type: 'int' },
  },
  indexes: [
    'appellant_id, lodged_at desc, key desc',
    'decision_id, lodged_at',
    'review_id, status',
    'lodged_year',
    'closed_year, status',
  ],
  events: AppealEvents,
  keys: ({ event }) =>
    event.type === 'AppealLodged'
      ? [keyOf(event.data.decisionId, event.data.appellantId)]
      : event.data.appellants.map((appellantId) => keyOf(event.data.decisionId, appellantId)),
  evolve: (row, { event }) => {
    switch (event.type) {
      case 'AppealLodged': {
        const { decisionId, toldId, reviewId, appellantId, level, text, measure: before, at } = event.data
        const lodged = { decisionId, toldId, reviewId, appellantId, side: event.data.side, level, text }
        const undecided = {
          authorId: null,
          measure: null,
          reason: null,
          ground: null,
          decidedBy: null,
          closedAt: null,
          closedYear: null,
        }
        return { ...lodged, status: 'OPEN', before, lodgedAt: at, lodgedYear: yearOf(at), ...undecided }
      }
      case 'AppealTaken':
        return row && { ...row, status: 'UNDER_REVIEW' }
      case 'AppealDecided': {
        const { outcome, authorId, measure: after, facts: reason, ground, by: decidedBy, at } = event.data
        const decided = { status: outcome, authorId, measure: after, reason, ground, decidedBy }
        return row && { ...row, ...decided, ...closedAt(at) }
      }
      case 'AppealVoided':
        return row && { ...row, status: 'VOID', ...closedAt(event.data.at) }
    }
  },
}

const yearOf = (at: Instant): number => Number(romeDay(at).slice(0, 4))
const closedAt = (at: Instant) => ({ closedAt: at, closedYear: yearOf(at) })

const Appeal = AppealRowSchema.omit({ authorId: true, lodgedYear: true, closedYear: true }).extend({
  lodgedAt: instantColumn,
  closedAt: instantColumn.nullable(),
})
export type Appeal = z.infer<typeof Appeal>

const columns = sql.fragment`decision_id as "decisionId", told_id as "toldId", review_id as "reviewId",
  appellant_id as "appellantId", side, level, text, status, before, measure, reason, ground, decided_by as "decidedBy",
  lodged_at as "lodgedAt", closed_at as "closedAt"`

/** The appeals of an account, newest first. */
export const ownAppeals = (db: CommonQueryMethods, accountId: string, limit: number) =>
  db.any(sql.type(Appeal)`
    select ${columns} from read.appeals where appellant_id = ${accountId}
    order by lodged_at desc, key desc limit ${limit}`)

export const ownAppeal = (db: CommonQueryMethods, decisionId: string, accountId: string) =>
  db.maybeOne(sql.type(Appeal)`select ${columns} from read.appeals where key = ${keyOf(decisionId, accountId)}`)

/** Ids of the decisions about a review with undecided appeals. */
export const openAppealsOf = (db: CommonQueryMethods, reviewId: string) =>
  db.anyFirst(sql.type(z.object({ decisionId: z.string() }))`
    select distinct decision_id as "decisionId" from read.appeals
    where review_id = ${reviewId} and status in ('OPEN', 'UNDER_REVIEW')`)
