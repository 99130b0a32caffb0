import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { Automation, Ground, Redress } from '../domain/kernel/statement.ts'
import { romeDay } from '../domain/kernel/rome.ts'
import { DisputeRejected, DisputeTurned, DisputeUpheld } from '../domain/reputation/dispute/events.ts'
import {
  FlagDismissed,
  FlagReviewed,
  FlagTurned,
  FlagUpheld,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
} from '../domain/reputation/review/events.ts'
import { oneOfThem } from './columns.ts'
import type { Projection } from './projection.ts'

export const decisionKind = z.enum([
  'HELD',
  'HIDDEN',
  'REMOVED',
  'RESTORED',
  'FLAG_REVIEWED',
  'FLAG_DISMISSED',
  'FLAG_UPHELD',
  'DISPUTE_UPHELD',
  'DISPUTE_REJECTED',
])
export type DecisionKind = z.infer<typeof decisionKind>
/** As what somebody is told of it. */
export const addressee = z.enum(['author', 'reporter', 'business'])

const Row = z.object({
  decisionId: z.string(),
  /** What one request decided has one act: the flags upheld together, the review hidden by them, removed by a dispute. */
  actId: z.string(),
  kind: decisionKind,
  reviewId: z.string(),
  addresseeId: z.string(),
  addressee,
  /** The moderator; null when it follows from another decision, or nobody decided it. */
  decidedBy: z.string().nullable(),
  /** The year in Italy. */
  year: z.number(),
  at: z.string(),
  /** A restored review had been hidden or removed by a decision, not held. */
  reverses: z.boolean(),
  facts: z.string(),
  ground: oneOfThem(Ground),
  rulesVersion: z.number(),
  automation: oneOfThem(Automation),
  redress: z.array(oneOfThem(Redress)),
  appealableUntil: z.string().nullable(),
})
export type DecisionRow = z.infer<typeof Row>

const events = family(
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  FlagReviewed,
  FlagDismissed,
  FlagUpheld,
  DisputeUpheld,
  DisputeRejected,
  FlagTurned,
  DisputeTurned,
)
type Event = EventIn<typeof events>

/** What an appeal turned, as it is from then on. */
type Turned = Extract<Event, { readonly type: 'FlagTurned' | 'DisputeTurned' }>
const turned = {
  UPHELD: 'FLAG_UPHELD',
  DISMISSED: 'FLAG_DISMISSED',
  upheld: 'DISPUTE_UPHELD',
  rejected: 'DISPUTE_REJECTED',
} as const satisfies Readonly<Record<Turned['data']['outcome'], DecisionKind>>

const kindOf = (event: Event): DecisionKind =>
  event.type === 'FlagTurned' || event.type === 'DisputeTurned' ? turned[event.data.outcome] : kinds[event.type]

const kinds = {
  ReviewHeld: 'HELD',
  ReviewHidden: 'HIDDEN',
  ReviewRemoved: 'REMOVED',
  ReviewRestored: 'RESTORED',
  FlagReviewed: 'FLAG_REVIEWED',
  FlagDismissed: 'FLAG_DISMISSED',
  FlagUpheld: 'FLAG_UPHELD',
  DisputeUpheld: 'DISPUTE_UPHELD',
  DisputeRejected: 'DISPUTE_REJECTED',
} as const satisfies Readonly<Record<Exclude<Event['type'], Turned['type']>, DecisionKind>>

/** What was decided and why, as whoever is concerned is told: one row an addressee, under the deciding event's id. */
export const decisions: Projection<DecisionRow, Event> = {
  name: 'decisions',
  version: 2,
  row: Row,
  columns: {
    decisionId: { type: 'text' },
    actId: { type: 'text' },
    kind: { type: 'text' },
    reviewId: { type: 'text' },
    addresseeId: { type: 'text' },
    addressee: { type: 'text' },
    decidedBy: { type: 'text' },
    year: { type: 'int' },
    at: { type: 'instant' },
    reverses: { type: 'bool' },
    facts: { type: 'text', pii: { of: 'addresseeId', erased: '' } },
    ground: { type: 'text' },
    rulesVersion: { type: 'int' },
    automation: { type: 'text' },
    redress: { type: 'json' },
    appealableUntil: { type: 'instant' },
  },
  indexes: ['addressee_id, at desc, key desc', 'review_id, at', 'year, kind'],
  events,
  keys: ({ id }) => [id],
  evolve: (_, { id, event, meta }) => {
    const { reviewId, at, facts, ground, rulesVersion, automation, redress, appealableUntil } = event.data
    return {
      decisionId: id,
      actId: meta.correlationId,
      kind: kindOf(event),
      reviewId,
      ...addresseeOf(event),
      decidedBy: event.type === 'ReviewHeld' ? null : event.data.by,
      year: Number(romeDay(at).slice(0, 4)),
      at,
      reverses: event.type === 'ReviewRestored' && event.data.cause !== 'flags',
      facts,
      ground,
      rulesVersion,
      automation,
      redress: [...redress],
      appealableUntil,
    }
  },
}

const addresseeOf = ({ data }: Event): Pick<DecisionRow, 'addresseeId' | 'addressee'> => {
  if ('reporterId' in data) return { addresseeId: data.reporterId, addressee: 'reporter' }
  return 'businessId' in data
    ? { addresseeId: data.businessId, addressee: 'business' }
    : { addresseeId: data.authorId, addressee: 'author' }
}
