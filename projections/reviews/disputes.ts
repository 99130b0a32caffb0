import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { disputeReasons } from '../../domain/kernel/vocabulary.ts'
import {
  type DisputeEvent,
  DisputeEvents,
  DisputeOpened,
  DisputeRejected,
  DisputeOverturned,
  DisputeUpheld,
  DisputeVoided,
  StatementFiled,
} from '../../domain/reviews/dispute.ts'
import { ReviewSubmitted } from '../../domain/reviews/review-state.ts'
import { disputeParties, disputeStatuses } from '../../domain/reviews/vocabulary.ts'
import { instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const status = z.enum(disputeStatuses)
const reason = z.enum(disputeReasons)
const DisputeRowSchema = z.object({
  disputeId: z.string(),
  reviewId: z.string(),
  businessId: z.string(),
  status,
  reason,
  message: z.string(),
  evidenceUrls: z.array(z.string()),
  moderatorId: z.string().nullable(),
  moderatorNotes: z.string().nullable(),
  resolution: z.string().nullable(),
  dueAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  resolvedAt: z.string().nullable(),
})
export type DisputeRow = z.infer<typeof DisputeRowSchema>

/** Current state of every dispute. @rule E-07 */
export const disputes: Projection<DisputeRow, DisputeEvent> = {
  name: 'disputes',
  version: 2,
  row: DisputeRowSchema,
  columns: {
    disputeId: { type: 'text' },
    reviewId: { type: 'text' },
    businessId: { type: 'text' },
    status: { type: 'text' },
    reason: { type: 'text' },
    message: { type: 'text', pii: { of: 'businessId', erased: '' } },
    evidenceUrls: { type: 'json', pii: { of: 'businessId', erased: [] } },
    moderatorId: { type: 'text' },
    moderatorNotes: { type: 'text', pii: { of: 'businessId', erased: null } },
    resolution: { type: 'text', pii: { of: 'businessId', erased: null } },
    dueAt: { type: 'instant' },
    createdAt: { type: 'instant' },
    updatedAt: { type: 'instant' },
    resolvedAt: { type: 'instant' },
  },
  indexes: ['business_id, created_at desc, key desc'],
  events: DisputeEvents,
  keys: ({ event }) => [event.data.disputeId],
  evolve: (row, { event }) => {
    const { at } = event.data
    if (event.type === 'DisputeOpened') {
      const { at: _, evidenceUrls, ...opened } = event.data
      return {
        ...opened,
        evidenceUrls: [...evidenceUrls],
        status: 'OPEN' as const,
        moderatorId: null,
        moderatorNotes: null,
        resolution: null,
        createdAt: at,
        updatedAt: at,
        resolvedAt: null,
      }
    }
    if (row === null) return null
    if (event.type === 'StatementFiled') return row
    if (event.type === 'DisputeVoided') return { ...row, status: 'CLOSED', updatedAt: at }
    if (event.type === DisputeOverturned.type)
      return { ...row, status: resolvedStatus[event.data.outcome], updatedAt: at }
    const { by, moderatorNotes, resolution } = event.data
    const moderated = {
      ...row,
      moderatorId: by,
      moderatorNotes: moderatorNotes ?? row.moderatorNotes,
      resolution: resolution ?? row.resolution,
      updatedAt: at,
    }
    switch (event.type) {
      case 'DisputeTakenUnderReview':
        return { ...moderated, status: 'UNDER_REVIEW' }
      case 'DisputeUpheld':
        return { ...moderated, status: 'RESOLVED_UPHELD', resolvedAt: at }
      case 'DisputeRejected':
        return { ...moderated, status: 'RESOLVED_REJECTED', resolvedAt: at }
      case 'DisputeClosed':
        return { ...moderated, status: 'CLOSED' }
    }
  },
}

const resolvedStatus = { upheld: 'RESOLVED_UPHELD', rejected: 'RESOLVED_REJECTED' } as const

const columns = sql.fragment`dispute_id as id, review_id as "reviewId", business_id as "businessId", status, reason, message,
  evidence_urls as "evidenceUrls", resolution, due_at as "dueAt", created_at as "createdAt", updated_at as "updatedAt",
  resolved_at as "resolvedAt"`
const Dispute = z.object({
  id: z.string(),
  reviewId: z.string(),
  businessId: z.string(),
  status,
  reason,
  message: z.string(),
  evidenceUrls: z.array(z.string()),
  resolution: z.string().nullable(),
  dueAt: instantColumn,
  createdAt: instantColumn,
  updatedAt: instantColumn,
  resolvedAt: instantColumn.nullable(),
})
const DisputeForModerator = Dispute.extend({
  moderatorId: z.string().nullable(),
  moderatorNotes: z.string().nullable(),
})

/** A business's own disputes, newest first, without the moderator and the internal notes. */
export const disputesOfBusiness = (db: CommonQueryMethods, businessId: string, limit: number) =>
  db.any(sql.type(Dispute)`
    select ${columns} from read.disputes where business_id = ${businessId}
    order by created_at desc, key desc limit ${limit}`)

export const disputeForModerator = (db: CommonQueryMethods, disputeId: string) =>
  db.maybeOne(sql.type(DisputeForModerator)`
    select ${columns}, moderator_id as "moderatorId", moderator_notes as "moderatorNotes"
    from read.disputes where key = ${disputeId}`)

const DisputeWithAuthor = Dispute.extend({ authorId: z.string() })

/** A dispute with the author of its review, to determine which party is reading. */
export const disputeWithParties = (db: CommonQueryMethods, disputeId: string) =>
  db.maybeOne(sql.type(DisputeWithAuthor)`
    select d.*, r.author_id as "authorId"
    from (select ${columns} from read.disputes where key = ${disputeId}) d join read.reviews r on r.key = d."reviewId"`)

const party = z.enum(disputeParties)
const DisputeStatementRowSchema = z.object({
  statementId: z.string(),
  disputeId: z.string(),
  party,
  /** Account of the party, for erasure only; never part of a response. */
  partyId: z.string(),
  message: z.string(),
  filedAt: z.string(),
})
export type DisputeStatementRow = z.infer<typeof DisputeStatementRowSchema>

const statementEvents = family(StatementFiled)

/** The statements of both parties of a dispute. */
export const disputeStatements: Projection<DisputeStatementRow, EventIn<typeof statementEvents>> = {
  name: 'dispute_statements',
  version: 2,
  row: DisputeStatementRowSchema,
  columns: {
    statementId: { type: 'text' },
    disputeId: { type: 'text' },
    party: { type: 'text' },
    partyId: { type: 'text' },
    message: { type: 'text', pii: { of: 'partyId', erased: '' } },
    filedAt: { type: 'instant' },
  },
  indexes: ['dispute_id, filed_at, key'],
  events: statementEvents,
  keys: ({ event }) => [event.data.statementId],
  evolve: (_, { event }) => {
    const { statementId, disputeId, party: filedBy, partyId, message, at: filedAt } = event.data
    return { statementId, disputeId, party: filedBy, partyId, message, filedAt }
  },
}

const Statement = z.object({ id: z.string(), party, message: z.string(), filedAt: instantColumn })

const OwnStatement = Statement.omit({ party: true }).extend({ disputeId: z.string() })

/** An account's own statements in all disputes. */
export const statementsBy = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(OwnStatement)`
    select statement_id as id, dispute_id as "disputeId", message, filed_at as "filedAt"
    from read.dispute_statements where party_id = ${accountId} order by filed_at, key`)

/** In the order of filing. */
export const statementsOfDispute = (db: CommonQueryMethods, disputeId: string) =>
  db.any(sql.type(Statement)`
    select statement_id as id, party, message, filed_at as "filedAt"
    from read.dispute_statements where dispute_id = ${disputeId} order by filed_at, key`)

const VenueDisputesRowSchema = z.object({
  businessId: z.string(),
  /** All reviews ever received, whatever their status. */
  reviews: z.number(),
  opened: z.number(),
  /** Upheld and rejected disputes, after appeals. */
  won: z.number(),
  lost: z.number(),
  /** Closed without an outcome because the review was hidden or removed. */
  voided: z.number(),
})
export type VenueDisputesRow = z.infer<typeof VenueDisputesRowSchema>

const venueDisputeEvents = family(
  ReviewSubmitted,
  DisputeOpened,
  DisputeUpheld,
  DisputeRejected,
  DisputeVoided,
  DisputeOverturned,
)

/** A venue's disputes by current outcome, shown in public to discourage unfounded disputes. */
export const venueDisputes: Projection<VenueDisputesRow, EventIn<typeof venueDisputeEvents>> = {
  name: 'venue_disputes',
  version: 2,
  row: VenueDisputesRowSchema,
  columns: {
    businessId: { type: 'text' },
    reviews: { type: 'int' },
    opened: { type: 'int' },
    won: { type: 'int' },
    lost: { type: 'int' },
    voided: { type: 'int' },
  },
  indexes: [],
  events: venueDisputeEvents,
  keys: ({ event: { type, data } }) => {
    if (type !== 'ReviewSubmitted') return [data.businessId]
    return data.targetType === 'BUSINESS' ? [data.targetId] : []
  },
  evolve: (row, { event }, businessId) => {
    const before = row ?? { businessId, reviews: 0, opened: 0, won: 0, lost: 0, voided: 0 }
    switch (event.type) {
      case ReviewSubmitted.type:
        return { ...before, reviews: before.reviews + 1 }
      case DisputeOpened.type:
        return { ...before, opened: before.opened + 1 }
      case DisputeUpheld.type:
        return { ...before, won: before.won + 1 }
      case DisputeRejected.type:
        return { ...before, lost: before.lost + 1 }
      case DisputeVoided.type:
        return { ...before, voided: before.voided + 1 }
      case DisputeOverturned.type: {
        const toWon = event.data.outcome === 'upheld' ? 1 : -1
        return { ...before, won: before.won + toWon, lost: before.lost - toWon }
      }
    }
  },
}

const DisputeCounts = VenueDisputesRowSchema.omit({ businessId: true })

/** Null for a venue without reviews. */
export const disputeCountsOfVenue = (db: CommonQueryMethods, businessId: string) =>
  db.maybeOne(sql.type(DisputeCounts)`
    select reviews, opened, won, lost, voided from read.venue_disputes where key = ${businessId}`)
