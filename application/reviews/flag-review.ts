import { account } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { type ExistingReview, pendingFlags } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import type { FlagReason } from '../../domain/reviews/vocabulary.ts'
import { connectedAmong } from '../accounts/connections.ts'
import { idsWhose } from '../command-handler.ts'
import { holdFacts } from '../moderation/reasons.it.ts'
import { authorTypeOf } from '../person.ts'
import { isCountingVenue } from '../rewards/counting-venues.ts'
import type { Result, UseCaseContext, UseCase } from '../use-case.ts'
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
    TE.bindW('established', ({ review }) => isEstablished(context, review)),
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

/** Venues of a reporter that are examined at most. */
const maxExaminedVenues = 20

/**
 * Whether the reporter's flags have weight: the account is confirmed, old enough, and independent.
 * @rule D-06
 */
const isEstablished = (context: UseCaseContext, flagged: ExistingReview): Result<boolean> => {
  const { person, ruleSettings, at } = context
  const isOldEnough = plusDays(person.registeredAt, ruleSettings.reviews.reporterMinAgeDays) <= at
  if (!person.emailConfirmed || !isOldEnough) return TE.right(false)
  return pipe(
    hasMetIndependentVenue(context, flagged.identity),
    TE.flatMap((hasMet) => (hasMet ? isFirstOfConnected(context, flagged) : TE.right(false))),
  )
}

/**
 * A venue other than the flagged review's target, and not connected with it, has rated the reporter or been reviewed by
 * the reporter.
 * @rule Q-124
 */
const hasMetIndependentVenue = (
  context: UseCaseContext,
  { targetType, targetId }: ExistingReview['identity'],
): Result<boolean> =>
  pipe(
    TE.Do,
    TE.bind('met', () => context.lookups.reviews.venuesMetBy(context.person, maxExaminedVenues)),
    TE.let('others', ({ met }) => met.filter((venue) => venue !== targetId)),
    TE.bindW('counting', ({ others }) => countingVenues(context, others)),
    TE.bindW('connected', ({ counting }) =>
      targetType === 'BUSINESS' ? connectedAmong(context, targetId, counting, context.at) : TE.right([]),
    ),
    TE.map(({ counting, connected }) => counting.length > connected.length),
  )

const countingVenues = ({ load, ruleSettings, at }: UseCaseContext, venues: readonly string[]) =>
  idsWhose(
    (venue) => load(account, venue),
    (state) => isCountingVenue(state, ruleSettings.rewards, at),
  )(venues)

/** None of the pending flags is by an account that the reporter is connected with. @rule Q-123 they count as one reporter */
const isFirstOfConnected = (context: UseCaseContext, flagged: ExistingReview): Result<boolean> => {
  const reporters = pendingFlags(flagged)
    .filter(({ weight }) => weight > 0)
    .map(({ reporterId }) => reporterId)
    .slice(0, maxExaminedReporters)
  return pipe(
    connectedAmong(context, context.person.accountId, reporters, context.at),
    TE.map(({ length }) => length === 0),
  )
}

/** More flags than hold a review do not change its state. */
const maxExaminedReporters = 50
