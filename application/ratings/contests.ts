import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { DisputeReason } from '../../domain/kernel/vocabulary.ts'
import { ratingContest } from '../../domain/ratings/rating-contest.ts'
import { isReleased, ratingRelease } from '../../domain/ratings/rating-release.ts'
import { rating } from '../../domain/ratings/rating.ts'
import { rejectIfUnchanged, rejectedWith, type Result, type UseCase, type UseCaseContext } from '../use-case.ts'

export interface ContestRatingInput {
  /** Null if the client received no such rating. */
  readonly ratingId: string | null
  readonly reason: DisputeReason
  readonly message: string
}

export interface ContestResult {
  readonly ratingId: string
  readonly position: Position | null
}

/** @rule Q-136 the rated client may contest a rating once */
export const contestRating: UseCase<ContestRatingInput, ContestResult> =
  (context) =>
  ({ ratingId, reason, message }) =>
    pipe(
      loadReceivedRating(context, ratingId ?? ''),
      TE.bindTo('received'),
      TE.bind('contested', ({ received }) =>
        context.execute(
          ratingContest,
          received.ratingId,
          {
            type: 'ContestRating',
            ratingId: received.ratingId,
            businessId: received.businessId,
            clientAccountId: context.person.accountId,
            reason,
            message,
            workingDays: context.ruleSettings.reviews.disputeWorkingDays,
            at: context.at,
          },
          { personalData: 'decrypted' },
        ),
      ),
      TE.tap(({ received, contested }) =>
        rejectIfUnchanged(
          context,
          ratingContest,
          received.ratingId,
          rejectedWith({ type: 'AlreadyContested' }),
        )(contested),
      ),
      TE.map(({ received, contested }) => ({ ratingId: received.ratingId, position: contested.position })),
    )

/** A rating in effect that the caller received and may see. @rule Q-46 a held rating does not exist for its client */
const loadReceivedRating = (context: UseCaseContext, ratingId: string) =>
  pipe(
    context.load(rating, ratingId),
    TE.flatMap(({ state }) =>
      state.status === 'given' && state.rated.clientId === context.person.clientId
        ? TE.right(state.rated)
        : ratingNotFound(),
    ),
    TE.tap(({ held, clientId }) => (held ? requireRelease(context, clientId, ratingId) : TE.right(undefined))),
  )

const requireRelease = (context: UseCaseContext, clientId: string, ratingId: string): Result<unknown> =>
  pipe(
    context.load(ratingRelease, clientId),
    TE.flatMap(({ state }) => (isReleased(state, ratingId) ? TE.right(undefined) : ratingNotFound())),
  )

const ratingNotFound = () => TE.left(rejectedWith({ type: 'RatingNotFound' }))

export interface AnswerContestInput {
  readonly ratingId: string
  readonly message: string
}

/** @rule Q-136 the business that gave the rating may answer once, until the decision */
export const answerContest: UseCase<AnswerContestInput, Position | null> =
  ({ execute, person, at }) =>
  ({ ratingId, message }) =>
    pipe(
      execute(
        ratingContest,
        ratingId,
        { type: 'AnswerContest', by: person.accountId, message, at },
        { personalData: 'decrypted' },
      ),
      TE.map(({ position }) => position),
    )
