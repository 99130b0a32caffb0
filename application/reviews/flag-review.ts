import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { review } from '../../domain/reviews/review.ts'
import type { FlagReason } from '../../domain/reviews/vocabulary.ts'
import { holdFacts } from '../moderation/reasons.it.ts'
import { authorTypeOf } from '../person.ts'
import type { UseCaseContext, UseCase } from '../use-case.ts'
import { loadReadableReview } from './readable-review.ts'

export interface FlagReviewInput {
  /** Chosen by the caller; repeating the request with the same id has no further effect. */
  readonly flagId: string
  readonly reviewId: string
  readonly reason: FlagReason
  readonly note: string | null
}

export interface FlagReviewResult {
  readonly flagId: string
  readonly position: Position | null
}

/**
 * Flags a review. The reporter's record determines the weight of the flag.
 * @rule P-14 any signed-in account that can see the review
 * @rule Q-53 @rule Q-58
 */
export const flagReview: UseCase<FlagReviewInput, FlagReviewResult> = (context) => (input) =>
  pipe(
    TE.Do,
    TE.bind('review', () => loadReadableReview(context, input.reviewId)),
    TE.bindW('record', () => context.lookups.reviews.recordOfReporter(context.person.accountId)),
    TE.bindW('established', () => isEstablished(context)),
    TE.flatMap(({ review: { submitted }, record, established }) =>
      context.execute(
        review,
        input.reviewId,
        {
          type: 'FlagReview',
          ...input,
          reporterId: context.person.accountId,
          reporterType: authorTypeOf(context.person),
          reporterRecord: record,
          established,
          holdAtWeight: context.ruleSettings.reviews.holdAtWeight,
          heldFacts: holdFacts(submitted.at),
          at: context.at,
        },
        { personalData: 'decrypted' },
      ),
    ),
    TE.map(({ position }) => ({ flagId: input.flagId, position })),
  )

/** An account is established once it is confirmed, old enough, and has reviewed or been rated. @rule D-06 */
const isEstablished = ({ person, ruleSettings, lookups, at }: UseCaseContext) =>
  pipe(
    lookups.reviews.hasReviewedOrBeenRated(person),
    TE.map((hasReviewedOrBeenRated) => {
      const isOldEnough = plusDays(person.registeredAt, ruleSettings.reviews.reporterMinAgeDays) <= at
      return person.emailConfirmed && isOldEnough && hasReviewedOrBeenRated
    }),
  )
