import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { reviewsByNewAccounts } from '../../projections/reviews/counted-reviews.ts'
import {
  reviewDaysOfVenue,
  venueScore,
  venueScoresAt,
  venuesWithReviewsOn,
} from '../../projections/reviews/venue-scores.ts'
import { queryReadModel, requireShown, waitUntilShown } from '../read-models.ts'

const replayTimeoutMs = 2_000

type ScoreLookups = Pick<
  Lookups,
  'venuesWithReviewsOn' | 'reviewDaysOfVenue' | 'reviewsByNewAccounts' | 'venueScore' | 'venueScoresAt'
>

/** Lookups of venue scores, by day and at past log positions. */
export const scoreLookups = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): ScoreLookups => ({
  venuesWithReviewsOn: (day, least, after, limit) =>
    queryReadModel(() => venuesWithReviewsOn(db, day, least, after, limit)),
  reviewDaysOfVenue: (businessId, from, to) =>
    queryReadModel(async () =>
      (await reviewDaysOfVenue(db, businessId, from, to)).map((count) => ({ ...count, day: count.day as Day })),
    ),
  reviewsByNewAccounts: (businessId, day, days) =>
    queryReadModel(() => reviewsByNewAccounts(db, businessId, day, days)),
  venueScore: (targetId) =>
    queryReadModel(async () => {
      await requireShown(projections, ['score_changes'], await head())
      return venueScore(db, targetId)
    }),
  venueScoresAt: (targetId, positions) =>
    queryReadModel(async () => {
      const last = positions.at(-1)
      if (last === undefined) return []
      const shown = await waitUntilShown(projections, ['score_changes'], last, replayTimeoutMs)
      return shown ? venueScoresAt(db, targetId, positions) : null
    }),
})
