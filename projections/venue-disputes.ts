import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { DisputeOpened, DisputeRejected, DisputeUpheld, DisputeVoided } from '../domain/reputation/dispute/events.ts'
import { ReviewSubmitted } from '../domain/reputation/review/events.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  businessId: z.string(),
  /** Ever received, in whatever state they are now. */
  reviews: z.number(),
  opened: z.number(),
  won: z.number(),
  lost: z.number(),
  /** Their review went otherwise before they were decided. */
  voided: z.number(),
})
export type VenueDisputesRow = z.infer<typeof Row>

const events = family(ReviewSubmitted, DisputeOpened, DisputeUpheld, DisputeRejected, DisputeVoided)
const counters = {
  ReviewSubmitted: 'reviews',
  DisputeOpened: 'opened',
  DisputeUpheld: 'won',
  DisputeRejected: 'lost',
  DisputeVoided: 'voided',
} as const

/** How often a venue disputes what is said of it, and how that ends: in public, so that nobody disputes lightly. */
export const venueDisputes: Projection<VenueDisputesRow, EventIn<typeof events>> = {
  name: 'venue_disputes',
  version: 1,
  row: Row,
  columns: {
    businessId: { type: 'text' },
    reviews: { type: 'int' },
    opened: { type: 'int' },
    won: { type: 'int' },
    lost: { type: 'int' },
    voided: { type: 'int' },
  },
  indexes: [],
  events,
  keys: ({ event: { type, data } }) => {
    if (type !== 'ReviewSubmitted') return [data.businessId]
    return data.targetType === 'BUSINESS' ? [data.targetId] : []
  },
  evolve: (row, { event: { type } }, businessId) => {
    const before = row ?? { businessId, reviews: 0, opened: 0, won: 0, lost: 0, voided: 0 }
    const counter = counters[type]
    return { ...before, [counter]: before[counter] + 1 }
  },
}

const Counted = Row.omit({ businessId: true })

/** Null for a venue nobody has reviewed. */
export const disputesOfVenue = (db: CommonQueryMethods, businessId: string) =>
  db.maybeOne(sql.type(Counted)`
    select reviews, opened, won, lost, voided from read.venue_disputes where key = ${businessId}`)
