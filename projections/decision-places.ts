import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { AppealDecided } from '../domain/moderation/appeal/events.ts'
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
import type { Projection } from './projection.ts'

const Row = z.object({ kind: z.enum(['review', 'dispute', 'appeal']), id: z.string() })
export type DecisionPlaceRow = z.infer<typeof Row>

const events = family(
  FlagReviewed,
  FlagDismissed,
  FlagUpheld,
  FlagTurned,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  DisputeUpheld,
  DisputeRejected,
  DisputeTurned,
  AppealDecided,
)

/** Where each decision about a review lies, by the id of the event that took it. */
export const decisionPlaces: Projection<DecisionPlaceRow, EventIn<typeof events>> = {
  name: 'decision_places',
  version: 1,
  row: Row,
  columns: { kind: { type: 'text' }, id: { type: 'text' } },
  indexes: [],
  events,
  keys: ({ id }) => [id],
  evolve: (_, { event }) => {
    switch (event.type) {
      case 'AppealDecided':
        return { kind: 'appeal', id: event.data.decisionId }
      case 'DisputeUpheld':
      case 'DisputeRejected':
      case 'DisputeTurned':
        return { kind: 'dispute', id: event.data.disputeId }
      case 'FlagReviewed':
      case 'FlagDismissed':
      case 'FlagUpheld':
      case 'FlagTurned':
      case 'ReviewHeld':
      case 'ReviewHidden':
      case 'ReviewRemoved':
      case 'ReviewRestored':
        return { kind: 'review', id: event.data.reviewId }
    }
  },
}

export const placeOfDecision = (db: CommonQueryMethods, decisionId: string) =>
  db.maybeOne(sql.type(Row)`select kind, id from read.decision_places where key = ${decisionId}`)
