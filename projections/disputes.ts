import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { DisputeEvents, type DisputeEvent } from '../domain/reputation/dispute/events.ts'
import { instantColumn } from './columns.ts'
import type { Projection } from './projection.ts'

const status = z.enum(['OPEN', 'UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED', 'CLOSED'])
const Row = z.object({
  disputeId: z.string(),
  reviewId: z.string(),
  businessId: z.string(),
  status,
  reason: z.string(),
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
export type DisputeRow = z.infer<typeof Row>

/** Every dispute as it stands (E-07). */
export const disputes: Projection<DisputeRow, DisputeEvent> = {
  name: 'disputes',
  version: 2,
  row: Row,
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
      const { disputeId, reviewId, businessId, reason, message, evidenceUrls, dueAt } = event.data
      return {
        disputeId,
        reviewId,
        businessId,
        reason,
        message,
        evidenceUrls: [...evidenceUrls],
        dueAt,
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
    if (event.type === 'DisputeTurned') return { ...row, status: resolved[event.data.outcome], updatedAt: at }
    const { by, moderatorNotes, resolution } = event.data
    const judged = {
      ...row,
      moderatorId: by,
      moderatorNotes: moderatorNotes ?? row.moderatorNotes,
      resolution: resolution ?? row.resolution,
      updatedAt: at,
    }
    switch (event.type) {
      case 'DisputeTakenUnderReview':
        return { ...judged, status: 'UNDER_REVIEW' }
      case 'DisputeUpheld':
        return { ...judged, status: 'RESOLVED_UPHELD', resolvedAt: at }
      case 'DisputeRejected':
        return { ...judged, status: 'RESOLVED_REJECTED', resolvedAt: at }
      case 'DisputeClosed':
        return { ...judged, status: 'CLOSED' }
    }
  },
}

const resolved = { upheld: 'RESOLVED_UPHELD', rejected: 'RESOLVED_REJECTED' } as const

const columns = sql.fragment`dispute_id as id, review_id as "reviewId", business_id as "businessId", status, reason, message,
  evidence_urls as "evidenceUrls", resolution, due_at as "dueAt", created_at as "createdAt", updated_at as "updatedAt",
  resolved_at as "resolvedAt"`
const Dispute = z.object({
  id: z.string(),
  reviewId: z.string(),
  businessId: z.string(),
  status,
  reason: z.string(),
  message: z.string(),
  evidenceUrls: z.array(z.string()),
  resolution: z.string().nullable(),
  dueAt: instantColumn,
  createdAt: instantColumn,
  updatedAt: instantColumn,
  resolvedAt: instantColumn.nullable(),
})
const Judged = Dispute.extend({ moderatorId: z.string().nullable(), moderatorNotes: z.string().nullable() })

/** A business's own disputes, newest first; who judged and the inner notes stay inside. */
export const disputesOf = (db: CommonQueryMethods, businessId: string, limit: number) =>
  db.any(sql.type(Dispute)`
    select ${columns} from read.disputes where business_id = ${businessId}
    order by created_at desc, key desc limit ${limit}`)

export const disputeForModerator = (db: CommonQueryMethods, disputeId: string) =>
  db.maybeOne(sql.type(Judged)`
    select ${columns}, moderator_id as "moderatorId", moderator_notes as "moderatorNotes"
    from read.disputes where key = ${disputeId}`)

const Heard = Dispute.extend({ authorId: z.string() })

/** A dispute with the author of its review: who may read it is decided by the two. */
export const disputeWithParties = (db: CommonQueryMethods, disputeId: string) =>
  db.maybeOne(sql.type(Heard)`
    select d.*, r.author_id as "authorId"
    from (select ${columns} from read.disputes where key = ${disputeId}) d join read.reviews r on r.key = d."reviewId"`)
