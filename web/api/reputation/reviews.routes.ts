import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { businessesByName, publicBusiness } from '../../../projections/accounts.ts'
import { disputesOf } from '../../../projections/disputes.ts'
import {
  publicReviewsOf,
  reviewsReceived,
  reviewsWritten,
  reviewWritten,
} from '../../../projections/reviews.queries.ts'
import { refuse } from '../../../application/use-case.ts'
import { calls } from '../../contract/calls.ts'
import { disputeAnswer } from '../answers/moderation.ts'
import { ownReviewAnswer, reviewAnswer } from '../answers/reputation.ts'
import { businessAnswer } from '../answers/user.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

const pageSize = 50
const mostDisputes = 200

/** Reviews as everybody but moderators meets them (A-39..A-42, A-75, A-83). */
export const reviewRoutes = (hall: Hall) => [
  route(calls.submitReview, ({ body, intentId, asker, person }) => {
    const words = { ...body, comment: body.comment ?? null, reasonTags: body.reasonTags ?? [] }
    return pipe(
      hall.ask.submitReview(asker, { reviewId: intentId, ...words }),
      TE.flatMap(({ newlyIssuedRewards, position }) =>
        pipe(
          readBack(hall, position, () => reviewWritten(hall.db, person.accountId, intentId)),
          TE.map((review) => ({
            answer: { ...ownReviewAnswer(review), newlyIssuedRewards: [...newlyIssuedRewards] },
            position,
          })),
        ),
      ),
    )
  }),

  route(calls.reviewsOfTarget, ({ params, query, person }) => {
    const { targetType, targetId } = params
    const paging = { limit: query.limit ?? pageSize, cursor: query.cursor }
    const own = person !== null && (targetId === person.accountId || targetId === person.clientId)
    return pipe(
      asked(() =>
        own
          ? reviewsReceived(hall.db, targetType, targetId, person.accountId, paging)
          : publicReviewsOf(hall.db, targetType, targetId, person?.accountId ?? null, paging),
      ),
      TE.map(({ items, nextCursor }) => ({ answer: items.map(reviewAnswer), nextCursor })),
    )
  }),

  route(calls.ownReviews, ({ query, person }) =>
    pipe(
      asked(() => reviewsWritten(hall.db, person.accountId, { limit: query.limit ?? pageSize, cursor: query.cursor })),
      TE.map(({ items, nextCursor }) => ({ answer: items.map(ownReviewAnswer), nextCursor })),
    ),
  ),

  route(calls.editReview, ({ params, body, asker, person }) =>
    pipe(
      hall.ask.editReview(asker, { reviewId: params.id, changes: body }),
      TE.flatMap(({ position }) =>
        pipe(
          readBack(hall, position, () => reviewWritten(hall.db, person.accountId, params.id)),
          TE.map((review) => ({ answer: ownReviewAnswer(review), position })),
        ),
      ),
    ),
  ),

  route(calls.flagReview, ({ params, body, intentId, asker }) => {
    const flag = { flagId: intentId, reviewId: params.id, reason: body.reason, note: body.note ?? null }
    return pipe(
      hall.ask.flagReview(asker, flag),
      TE.map(({ position }) => {
        const { flagId: id, reviewId, reason, note } = flag
        return { answer: { id, reviewId, reason, note, status: 'PENDING' as const, createdAt: hall.clock() }, position }
      }),
    )
  }),

  route(calls.openDispute, ({ params, body, asker, person }) =>
    pipe(
      hall.ask.openDispute(asker, { reviewId: params.id, ...body, evidenceUrls: body.evidenceUrls ?? [] }),
      TE.flatMap(({ disputeId, position }) =>
        pipe(
          readBack(hall, position, async () => {
            const own = await disputesOf(hall.db, person.accountId, mostDisputes)
            return own.find(({ id }) => id === disputeId) ?? null
          }),
          TE.map((dispute) => ({ answer: disputeAnswer(dispute), position })),
        ),
      ),
    ),
  ),

  reading(calls.disputes, ({ person }) =>
    asked(async () => (await disputesOf(hall.db, person.accountId, mostDisputes)).map(disputeAnswer)),
  ),

  reading(calls.businessProfile, ({ params }) =>
    pipe(
      asked(() => publicBusiness(hall.db, params.id)),
      TE.filterOrElse(
        (business) => business !== null,
        () => refuse({ type: 'TargetUnknown' }),
      ),
      TE.map(businessAnswer),
    ),
  ),

  reading(calls.findBusinesses, ({ query }) => asked(async () => [...(await businessesByName(hall.db, query.query))])),
]
