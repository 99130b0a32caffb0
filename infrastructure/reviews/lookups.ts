import type { CommonQueryMethods } from 'slonik'
import type { ReviewLookups } from '../../application/reviews/lookups.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { recordOfReporter } from '../../projections/moderation/case-file.queries.ts'
import { reviewsByNewAccounts } from '../../projections/reviews/counted-reviews.ts'
import {
  readModelsOfWrittenReviews,
  reviewedSince,
  reviewsWrittenBy,
  type WrittenReview,
  type WrittenReviewLookup,
} from '../../projections/reviews/reviews.ts'
import { reviewOfFlag } from '../../projections/reviews/flags.ts'
import {
  fullScore,
  fullScoresAt,
  reviewDaysOfVenue,
  venuesWithReviewsOn,
} from '../../projections/reviews/venue-scores.ts'
import { metBy, venuesMetBy } from '../../projections/rewards/client-standings.ts'
import { batchReads } from '../projections/projection-engine.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const reviewLookups = ({ db, find, queryRecent, queryCaughtUp, queryIfShown }: ReadModels): ReviewLookups => ({
  reviewOfFlag: (flagId) => find(['flags'], () => reviewOfFlag(db, flagId)),
  recordOfReporter: (accountId) => queryRecent(['flags'], () => recordOfReporter(db, accountId)),
  reviewedSince: (accountId, since) => queryCaughtUp(['reviews'], () => reviewedSince(db, accountId, since)),
  metBy: (accountIds, among) =>
    among.length === 0
      ? TE.right([])
      : queryRecent(['reviews', 'ratings', 'accounts'], () => metBy(db, accountIds, among)),
  venuesMetBy: (person, limit) => queryRecent(['reviews', 'ratings'], () => venuesMetBy(db, person, limit)),
  venuesWithReviewsOn: (day, minReviews, after, limit) =>
    queryReadModel(() => venuesWithReviewsOn(db, day, minReviews, after, limit)),
  reviewDaysOfVenue: (businessId, from, to) =>
    queryReadModel(async () =>
      (await reviewDaysOfVenue(db, businessId, from, to)).map((count) => ({ ...count, day: count.day as Day })),
    ),
  reviewsByNewAccounts: (businessId, day, days) =>
    queryReadModel(() => reviewsByNewAccounts(db, businessId, day, days)),
  fullScore: (targetId) => queryCaughtUp(['score_changes'], () => fullScore(db, targetId)),
  fullScoresAt: (targetId, positions) => {
    const last = positions.at(-1)
    if (last === undefined) return TE.right([])
    return queryIfShown(['score_changes'], () => fullScoresAt(db, targetId, positions), last)
  },
})

/** Reads back what requests have written; concurrent ones share a statement. Null for unknown ids and other authors. */
export const writtenReviews = (
  db: CommonQueryMethods,
): ((lookup: WrittenReviewLookup) => Promise<WrittenReview | null>) =>
  batchReads(readModelsOfWrittenReviews, (lookups: readonly WrittenReviewLookup[]) => reviewsWrittenBy(db, lookups))
