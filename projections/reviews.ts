import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import {
  DisputeClosed,
  DisputeOpened,
  DisputeRejected,
  DisputeTakenUnderReview,
  DisputeTurned,
  DisputeUpheld,
  DisputeVoided,
} from '../domain/reputation/dispute/events.ts'
import {
  FlagDismissed,
  FlagReviewed,
  FlagUpheld,
  ReviewEdited,
  ReviewFlagged,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReviewSubmitted,
} from '../domain/reputation/review/events.ts'
import type { Projection } from './projection.ts'

export const moderationStatus = z.enum(['ACTIVE', 'HIDDEN', 'REMOVED', 'PENDING_REVIEW'])
export const disputeStatus = z.enum(['NONE', 'OPEN', 'UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'])

const Row = z.object({
  reviewId: z.string(),
  authorId: z.string(),
  authorType: z.enum(['user', 'client']),
  targetType: z.enum(['USER', 'PLACE', 'BUSINESS']),
  targetId: z.string(),
  rating: z.number(),
  comment: z.string().nullable(),
  reasonCode: z.string(),
  reasonTags: z.array(z.string()),
  visibility: z.enum(['PUBLIC_ANONYMOUS', 'PRIVATE_TO_BUSINESS']),
  moderationStatus,
  flagsCount: z.number(),
  disputeStatus,
  edited: z.boolean(),
  /** Why it is out of sight; null while it is not. */
  whyFacts: z.string().nullable(),
  whyGround: z.string().nullable(),
  createdAt: z.string(),
  lastActionAt: z.string(),
  /** Where in the log the latest that happened to it stands: what a moderator who saw this row has seen. */
  seenAs: z.string(),
})
export type ReviewRow = z.infer<typeof Row>

const events = family(
  ReviewSubmitted,
  ReviewEdited,
  ReviewFlagged,
  FlagReviewed,
  FlagDismissed,
  FlagUpheld,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  DisputeOpened,
  DisputeTakenUnderReview,
  DisputeUpheld,
  DisputeRejected,
  DisputeClosed,
  DisputeVoided,
  DisputeTurned,
)
type Event = EventIn<typeof events>

/** Every review with its moderation and dispute status (E-05). Who may see it is the query's matter, never the row's. */
export const reviews: Projection<ReviewRow, Event> = {
  name: 'reviews',
  version: 4,
  row: Row,
  columns: {
    reviewId: { type: 'text' },
    authorId: { type: 'text' },
    authorType: { type: 'text' },
    targetType: { type: 'text' },
    targetId: { type: 'text' },
    rating: { type: 'int' },
    comment: { type: 'text', pii: { of: 'authorId', erased: null } },
    reasonCode: { type: 'text' },
    reasonTags: { type: 'json', pii: { of: 'authorId', erased: [] } },
    visibility: { type: 'text' },
    moderationStatus: { type: 'text' },
    flagsCount: { type: 'int' },
    disputeStatus: { type: 'text' },
    edited: { type: 'bool' },
    whyFacts: { type: 'text', pii: { of: 'authorId', erased: '' } },
    whyGround: { type: 'text' },
    createdAt: { type: 'instant' },
    lastActionAt: { type: 'instant' },
    seenAs: { type: 'text' },
  },
  indexes: [
    'target_id, target_type, created_at desc, key desc',
    `target_id, target_type, created_at desc, key desc where visibility = 'PUBLIC_ANONYMOUS' and moderation_status = 'ACTIVE'`,
    'author_id, created_at desc, key desc',
    'moderation_status, last_action_at desc, key desc',
    'last_action_at desc, key desc',
  ],
  events,
  keys: ({ event }) => [event.data.reviewId],
  evolve: (row, { event, position }) => {
    if (event.type === 'ReviewSubmitted') return { ...submitted(event.data), seenAs: position }
    return row && { ...row, ...changed(row, event), lastActionAt: event.data.at, seenAs: position }
  },
}

const inSight = { whyFacts: null, whyGround: null }
const whyOf = ({ facts, ground }: { readonly facts: string; readonly ground: string }) => ({
  whyFacts: facts,
  whyGround: ground,
})

const submitted = ({
  at,
  ...data
}: Extract<Event, { type: 'ReviewSubmitted' }>['data']): Omit<ReviewRow, 'seenAs'> => ({
  ...data,
  reasonTags: [...data.reasonTags],
  moderationStatus: 'ACTIVE',
  flagsCount: 0,
  disputeStatus: 'NONE',
  edited: false,
  ...inSight,
  createdAt: at,
  lastActionAt: at,
})

const changed = (row: ReviewRow, event: Exclude<Event, { type: 'ReviewSubmitted' }>): Partial<ReviewRow> => {
  switch (event.type) {
    case 'ReviewEdited': {
      const { rating, comment, reasonCode, reasonTags } = event.data
      return { rating, comment, reasonCode, reasonTags: [...reasonTags], edited: true }
    }
    case 'ReviewFlagged':
      return { flagsCount: row.flagsCount + 1 }
    case 'ReviewHeld':
      return { moderationStatus: 'PENDING_REVIEW', ...whyOf(event.data) }
    case 'ReviewHidden':
      return { moderationStatus: 'HIDDEN', ...whyOf(event.data) }
    case 'ReviewRemoved':
      return { moderationStatus: 'REMOVED', ...whyOf(event.data) }
    case 'ReviewRestored':
      return { moderationStatus: 'ACTIVE', ...inSight }
    case 'DisputeOpened':
      return { disputeStatus: 'OPEN' }
    case 'DisputeTakenUnderReview':
      return { disputeStatus: 'UNDER_REVIEW' }
    case 'DisputeUpheld':
      return { disputeStatus: 'RESOLVED_UPHELD' }
    case 'DisputeRejected':
      return { disputeStatus: 'RESOLVED_REJECTED' }
    case 'DisputeVoided':
      return { disputeStatus: 'NONE' }
    case 'DisputeTurned':
      return { disputeStatus: event.data.outcome === 'upheld' ? 'RESOLVED_UPHELD' : 'RESOLVED_REJECTED' }
    case 'DisputeClosed': // keeps the outcome
    case 'FlagReviewed':
    case 'FlagDismissed':
    case 'FlagUpheld':
      return {}
  }
}
