import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { disputeReasons } from '../../domain/kernel/vocabulary.ts'
import { type RatingContestEvent, RatingContestEvents } from '../../domain/ratings/rating-contest.ts'
import { contestStatuses } from '../../domain/ratings/vocabulary.ts'
import { domainInstantColumn, instantColumn, isoText } from '../columns.ts'
import { displayNameColumn } from '../moderation/queue.queries.ts'
import type { Projection } from '../projection.ts'

const status = z.enum(contestStatuses)
const reason = z.enum(disputeReasons)
const RatingContestRowSchema = z.object({
  ratingId: z.string(),
  businessId: z.string(),
  clientAccountId: z.string(),
  status,
  reason,
  message: z.string(),
  /** The answer of the business. */
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  moderatorNotes: z.string().nullable(),
  resolution: z.string().nullable(),
  dueAt: z.string(),
  openedAt: z.string(),
  closedAt: z.string().nullable(),
})
export type RatingContestRow = z.infer<typeof RatingContestRowSchema>

/** Current state of every contested rating. @rule Q-136 */
export const ratingContests: Projection<RatingContestRow, RatingContestEvent> = {
  name: 'rating_contests',
  version: 1,
  row: RatingContestRowSchema,
  columns: {
    ratingId: { type: 'text' },
    businessId: { type: 'text' },
    clientAccountId: { type: 'text' },
    status: { type: 'text' },
    reason: { type: 'text' },
    message: { type: 'text', pii: { of: 'clientAccountId', erased: '' } },
    answer: { type: 'text', pii: { of: 'businessId', erased: null } },
    answeredAt: { type: 'instant' },
    decidedBy: { type: 'text' },
    moderatorNotes: { type: 'text', pii: { of: 'clientAccountId', erased: null } },
    resolution: { type: 'text', pii: { of: 'clientAccountId', erased: null } },
    dueAt: { type: 'instant' },
    openedAt: { type: 'instant' },
    closedAt: { type: 'instant' },
  },
  indexes: ['business_id, opened_at', 'client_account_id, opened_at'],
  events: RatingContestEvents,
  keys: ({ event }) => [event.data.ratingId],
  evolve: (row, { event }) => {
    if (event.type === 'RatingContested') {
      const { at, ...opened } = event.data
      return { ...opened, status: 'OPEN', ...undecided, openedAt: at }
    }
    if (row === null) return null
    switch (event.type) {
      case 'ContestAnswered':
        return { ...row, answer: event.data.message, answeredAt: event.data.at }
      case 'RatingKept':
      case 'RatingStruck': {
        const { by: decidedBy, moderatorNotes, resolution, at: closedAt } = event.data
        const decided = { decidedBy, moderatorNotes, resolution, closedAt }
        return { ...row, ...decided, status: event.type === 'RatingKept' ? 'KEPT' : 'STRUCK' }
      }
      case 'ContestVoided':
        return { ...row, status: 'VOID', closedAt: event.data.at }
      case 'ContestOverturned':
        return { ...row, status: event.data.outcome }
    }
  },
}

const undecided = {
  answer: null,
  answeredAt: null,
  decidedBy: null,
  moderatorNotes: null,
  resolution: null,
  closedAt: null,
}

/** The contest `k` of the rating `r` as JSON, without moderator and internal notes; null if there is none. */
export const contestColumn = sql.fragment`case when k.key is not null then json_build_object('status', k.status,
    'reason', k.reason, 'message', k.message, 'answer', k.answer, 'resolution', k.resolution,
    'dueAt', ${isoText(sql.fragment`k.due_at`)}, 'contestedAt', ${isoText(sql.fragment`k.opened_at`)}) end as contest`
export const contestJoin = sql.fragment`left join read.rating_contests k on k.key = r.key`
export const ContestColumn = z.object({
  contest: z
    .object({
      status,
      reason,
      message: z.string(),
      answer: z.string().nullable(),
      resolution: z.string().nullable(),
      dueAt: z.string(),
      contestedAt: z.string(),
    })
    .nullable(),
})
export type ContestColumn = z.infer<typeof ContestColumn>

/** Ids of ratings that the client contests and nobody has decided on. */
export const openContestsBy = (db: CommonQueryMethods, clientAccountId: string) =>
  db.anyFirst(sql.type(z.object({ ratingId: z.string() }))`
    select rating_id as "ratingId" from read.rating_contests
    where status = 'OPEN' and client_account_id = ${clientAccountId}`)

const ContestOfClient = z.object({
  ratingId: z.string(),
  status,
  openedAt: domainInstantColumn,
})

/** Contests of the business's ratings by the client. The id of a rating begins with both. */
export const contestsBetween = (db: CommonQueryMethods, businessId: string, clientId: string) =>
  db.any(sql.type(ContestOfClient)`
    select rating_id as "ratingId", status, opened_at as "openedAt" from read.rating_contests
    where business_id = ${businessId} and starts_with(rating_id, ${`${businessId}_${clientId}_`})`)

const PartyContest = RatingContestRowSchema.omit({ moderatorNotes: true, decidedBy: true }).extend({
  answeredAt: instantColumn.nullable(),
  dueAt: instantColumn,
  openedAt: instantColumn,
  closedAt: instantColumn.nullable(),
})
export type PartyContest = z.infer<typeof PartyContest>

const partyColumns = sql.fragment`k.rating_id as "ratingId", k.business_id as "businessId", k.client_account_id as "clientAccountId",
  k.status, k.reason, k.message, k.answer, k.answered_at as "answeredAt", k.resolution, k.due_at as "dueAt",
  k.opened_at as "openedAt", k.closed_at as "closedAt"`

/** Contests to which the account is a party, oldest first, also of ratings that no longer exist. */
export const contestsOf = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(PartyContest)`
    select ${partyColumns} from read.rating_contests k
    where k.business_id = ${accountId} or k.client_account_id = ${accountId} order by k.opened_at, k.key`)

const ModeratedContest = PartyContest.extend({
  moderatorNotes: z.string().nullable(),
  decidedBy: z.string().nullable(),
  businessName: z.string().nullable(),
  clientName: z.string().nullable(),
})
export type ModeratedContest = z.infer<typeof ModeratedContest>

/** A contest as moderators see it. */
export const contestForModerators = (db: CommonQueryMethods, ratingId: string) =>
  db.maybeOne(sql.type(ModeratedContest)`
    select ${partyColumns}, k.moderator_notes as "moderatorNotes", k.decided_by as "decidedBy",
      b.business_name as "businessName", ${displayNameColumn} as "clientName"
    from read.rating_contests k
      left join read.accounts b on b.key = k.business_id
      left join read.accounts a on a.key = k.client_account_id
    where k.key = ${ratingId}`)
