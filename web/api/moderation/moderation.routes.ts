import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { disputeForModerator } from '../../../projections/disputes.ts'
import { moderationQueue, reviewForModerators, reviewsForModerators } from '../../../projections/moderation.queries.ts'
import { refuse } from '../../../application/use-case.ts'
import { calls } from '../../contract/calls.ts'
import { flagAnswer, judgedDisputeAnswer, moderatedReviewAnswer, queuedCaseAnswer } from '../answers/moderation.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { reading, route, stream } from '../route.ts'
import { caseFileOf } from './case-file.ts'

const pageSize = 50

/** The moderators' console and queue (A-43, A-44, A-78, A-79). */
export const moderationRoutes = (hall: Hall) => [
  route(calls.moderatedReviews, ({ query }) =>
    pipe(
      asked(() =>
        reviewsForModerators(hall.db, { status: query.status, limit: query.limit ?? pageSize, cursor: query.cursor }),
      ),
      TE.map(({ items, nextCursor }) => ({ answer: items.map(moderatedReviewAnswer), nextCursor })),
    ),
  ),

  route(calls.moderateReview, ({ params, body, asker }) =>
    pipe(
      hall.ask.moderateReview(asker, {
        reviewId: params.id,
        to: body.moderationStatus,
        notes: body.moderatorNotes ?? null,
      }),
      TE.flatMap(({ position }) =>
        pipe(
          readBack(hall, position, () => reviewForModerators(hall.db, params.id)),
          TE.map((review) => ({ answer: moderatedReviewAnswer(review), position })),
        ),
      ),
    ),
  ),

  reading(calls.queue, ({ query }) =>
    asked(async () => {
      const { lane, limit = pageSize, cursor } = query
      const { items, nextCursor } = await moderationQueue(hall.db, { lane, now: hall.clock(), limit, cursor })
      return { items: items.map(queuedCaseAnswer), nextCursor }
    }),
  ),

  route(calls.claimCase, ({ params, asker }) =>
    pipe(
      hall.ask.claimCase(asker, params),
      TE.map(({ claimedUntil, position }) => ({ answer: { claimedUntil }, position })),
    ),
  ),

  route(calls.releaseCase, ({ params, asker }) =>
    pipe(
      hall.ask.releaseCase(asker, params),
      TE.map(({ position }) => ({ answer: undefined, position })),
    ),
  ),

  stream(calls.queueEvents, (_asked, after, push) =>
    hall.live.ofQueue(after, (data, position) => push({ id: position, data })),
  ),

  reading(calls.caseFile, ({ params }) =>
    pipe(
      asked(() => caseFileOf(hall, params.caseId)),
      TE.filterOrElse(
        (file) => file !== null,
        () => refuse({ type: 'CaseNotFound' }),
      ),
    ),
  ),

  route(calls.decideFlag, ({ params, body, asker }) =>
    pipe(
      hall.ask.decideFlag(asker, { flagId: params.flagId, outcome: body.status, notes: body.notes ?? null }),
      TE.flatMap(({ reviewId, position }) =>
        pipe(
          readBack(hall, position, async () => {
            const review = await reviewForModerators(hall.db, reviewId)
            return review?.flags.find(({ id }) => id === params.flagId) ?? null
          }),
          TE.map((flag) => ({ answer: flagAnswer(reviewId, flag), position })),
        ),
      ),
    ),
  ),

  route(calls.decideDispute, ({ params, body, asker }) => {
    const { status, moderatorNotes = null, resolution = null } = body
    return pipe(
      hall.ask.decideDispute(asker, { disputeId: params.disputeId, status, moderatorNotes, resolution }),
      TE.flatMap(({ position }) =>
        pipe(
          readBack(hall, position, () => disputeForModerator(hall.db, params.disputeId)),
          TE.map((dispute) => ({ answer: judgedDisputeAnswer(dispute), position })),
        ),
      ),
    )
  }),
]
