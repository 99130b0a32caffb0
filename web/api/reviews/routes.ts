import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { firstOfMonth, romeDay } from '../../../domain/kernel/italian-calendar.ts'
import { latestDecisionsOnDisputes } from '../../../projections/moderation/decisions.ts'
import { scoredReviews } from '../../../projections/reviews/counted-reviews.ts'
import { disputesOfBusiness, disputeWithParties, statementsOfDispute } from '../../../projections/reviews/disputes.ts'
import { activeExclusions, exclusionsOf } from '../../../projections/reviews/excluded-periods.ts'
import { flagsOf } from '../../../projections/reviews/flags.ts'
import {
  publicReviewsOf,
  reviewReceived,
  reviewsReceived,
  reviewsWritten,
} from '../../../projections/reviews/reviews.ts'
import { monthlyTotalsOfVenue, starDistributionOfVenue } from '../../../projections/reviews/venue-scores.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { DisputeThread } from '../../contract/reviews/flags-and-disputes.ts'
import { loadBusiness } from '../accounts/businesses.routes.ts'
import { type ApiContext, readWritten, runQuery } from '../api-context.ts'
import { ownDecisionResponse, reasonsResponse } from '../moderation/responses.ts'
import { type AnyRoute, defaultPageSize, readRoute, route } from '../route.ts'
import { exclusionRoutes, maxExclusions } from './exclusions.routes.ts'
import {
  disputeResponse,
  disputeThreadResponse,
  exclusionResponse,
  ownDisputeResponse,
  ownReviewWithActions,
  replyResponse,
  reviewContributionResponse,
  reviewWithActions,
  scoreExplanationResponse,
  scoreHistoryResponse,
} from './responses.ts'

const maxDisputes = 200

const submitReviewRoute = (api: ApiContext) =>
  route(endpoints.submitReview, ({ body, newEntityId, caller, person }) => {
    const content = { ...body, comment: body.comment ?? null, reasonTags: body.reasonTags ?? [] }
    return pipe(
      api.useCases.submitReview(caller, { reviewId: newEntityId, ...content }),
      TE.flatMap(({ newlyIssuedRewards, position }) =>
        pipe(
          readWritten(api, position, () => api.reviewWritten({ authorId: person.accountId, reviewId: newEntityId })),
          TE.map((review) => ({
            body: { ...ownReviewWithActions(api, person)(review), newlyIssuedRewards: [...newlyIssuedRewards] },
            position,
          })),
        ),
      ),
    )
  })

const editReviewRoute = (api: ApiContext) =>
  route(endpoints.editReview, ({ params, body, caller, person }) =>
    pipe(
      api.useCases.editReview(caller, { reviewId: params.id, changes: body }),
      TE.flatMap(({ position }) =>
        pipe(
          readWritten(api, position, () => api.reviewWritten({ authorId: person.accountId, reviewId: params.id })),
          TE.map((review) => ({ body: ownReviewWithActions(api, person)(review), position })),
        ),
      ),
    ),
  )

const ownReviewsRoute = (api: ApiContext) =>
  route(endpoints.ownReviews, ({ query, person }) =>
    pipe(
      runQuery(() =>
        reviewsWritten(api.db, person.accountId, { limit: query.limit ?? defaultPageSize, cursor: query.cursor }),
      ),
      TE.map(({ items, nextCursor }) => ({ body: items.map(ownReviewWithActions(api, person)), nextCursor })),
    ),
  )

const reviewsOfTargetRoute = (api: ApiContext) =>
  route(endpoints.reviewsOfTarget, ({ params, query, person }) => {
    const { targetType, targetId } = params
    const paging = { limit: query.limit ?? defaultPageSize, cursor: query.cursor }
    const isTarget = person !== null && (targetId === person.accountId || targetId === person.clientId)
    return pipe(
      runQuery(() =>
        isTarget
          ? reviewsReceived(api.db, targetType, targetId, person.accountId, paging)
          : publicReviewsOf(api.db, targetType, targetId, person?.accountId ?? null, paging),
      ),
      TE.map(({ items, nextCursor }) => ({ body: items.map(reviewWithActions(person)), nextCursor })),
    )
  })

const replyRoutes = (api: ApiContext) => [
  route(endpoints.publishReply, ({ params, body, caller, person }) =>
    pipe(
      api.useCases.publishReply(caller, { reviewId: params.id, text: body.text }),
      TE.flatMap(({ position }) =>
        pipe(
          readWritten(api, position, async () => {
            const review = await reviewReceived(api.db, person.accountId, params.id)
            return review && replyResponse(review)
          }),
          TE.map((body) => ({ body, position })),
        ),
      ),
    ),
  ),
  route(endpoints.withdrawReply, ({ params, caller }) =>
    pipe(
      api.useCases.withdrawReply(caller, { reviewId: params.id }),
      TE.map(({ position }) => ({ body: undefined, position })),
    ),
  ),
]

const flagReviewRoute = (api: ApiContext) =>
  route(endpoints.flagReview, ({ params, body, newEntityId, caller }) => {
    const flag = { flagId: newEntityId, reviewId: params.id, reason: body.reason, note: body.note ?? null }
    return pipe(
      api.useCases.flagReview(caller, flag),
      TE.map(({ position }) => {
        const { flagId: id, reviewId, reason, note } = flag
        return { body: { id, reviewId, reason, note, status: 'PENDING' as const, createdAt: api.clock() }, position }
      }),
    )
  })

const ownFlagsRoute = (api: ApiContext) =>
  route(endpoints.ownFlags, ({ query, person }) =>
    pipe(
      runQuery(() =>
        flagsOf(api.db, person.accountId, { limit: query.limit ?? defaultPageSize, cursor: query.cursor }),
      ),
      TE.map(({ items, nextCursor }) => ({
        body: items.map(({ whyFacts, whyGround, ...flag }) => ({
          ...flag,
          why: reasonsResponse({ whyFacts, whyGround }),
        })),
        nextCursor,
      })),
    ),
  )

const openDisputeRoute = (api: ApiContext) =>
  route(endpoints.openDispute, ({ params, body, caller, person }) =>
    pipe(
      api.useCases.openDispute(caller, { reviewId: params.id, ...body, evidenceUrls: body.evidenceUrls ?? [] }),
      TE.flatMap(({ disputeId, position }) =>
        pipe(
          readWritten(api, position, async () => {
            const disputes = await disputesOfBusiness(api.db, person.accountId, maxDisputes)
            return disputes.find(({ id }) => id === disputeId) ?? null
          }),
          TE.map((dispute) => ({ body: disputeResponse(dispute), position })),
        ),
      ),
    ),
  )

const disputesRoute = ({ db, clock, services }: ApiContext) =>
  readRoute(endpoints.disputes, ({ person: { accountId } }) =>
    runQuery(async () => {
      const disputes = await disputesOfBusiness(db, accountId, maxDisputes)
      const reviewIds = disputes.map(({ reviewId }) => reviewId)
      const decisionByReview = new Map(
        (await latestDecisionsOnDisputes(db, accountId, reviewIds)).map((decision) => [decision.reviewId, decision]),
      )
      const toDecision = ownDecisionResponse(services.nameHasher.rating, clock())
      return disputes.map((dispute) => {
        const decision = decisionByReview.get(dispute.reviewId)
        return ownDisputeResponse(dispute, decision === undefined ? null : toDecision(decision))
      })
    }),
  )

const disputeThreadRoutes = (api: ApiContext) => [
  readRoute(endpoints.disputeThread, ({ params, person }) =>
    pipe(
      runQuery(() => loadDisputeThread(api, params.id, person.accountId)),
      TE.filterOrElse(
        (thread) => thread !== null,
        () => rejectedWith({ type: 'DisputeNotFound' }),
      ),
    ),
  ),
  route(endpoints.fileStatement, ({ params, body, newEntityId, caller, person }) =>
    pipe(
      api.useCases.fileStatement(caller, { disputeId: params.id, statementId: newEntityId, message: body.message }),
      TE.flatMap(({ position }) =>
        pipe(
          readWritten(api, position, () => loadDisputeThread(api, params.id, person.accountId)),
          TE.map((body) => ({ body, position })),
        ),
      ),
    ),
  ),
]

/** Null for accounts that are not a party of the dispute. */
const loadDisputeThread = async (
  { db }: ApiContext,
  disputeId: string,
  accountId: string,
): Promise<DisputeThread | null> => {
  const dispute = await disputeWithParties(db, disputeId)
  if (dispute === null || (accountId !== dispute.businessId && accountId !== dispute.authorId)) return null
  const party = accountId === dispute.businessId ? 'business' : 'author'
  return disputeThreadResponse(party, dispute, await statementsOfDispute(db, disputeId))
}

const scoreRoutes = (api: ApiContext) => [
  readRoute(endpoints.scoreExplanation, ({ params: { id } }) =>
    pipe(
      loadBusiness(api, id),
      TE.flatMap((business) =>
        runQuery(async () => {
          const [stars, exclusions] = await Promise.all([
            starDistributionOfVenue(api.db, id),
            activeExclusions(api.db, id),
          ])
          return scoreExplanationResponse(business, stars, exclusions, api.clock())
        }),
      ),
    ),
  ),
  readRoute(endpoints.scoreHistory, ({ params: { id } }) =>
    pipe(
      loadBusiness(api, id),
      TE.flatMap(() =>
        runQuery(async () => {
          const today = romeDay(api.clock())
          const totals = await monthlyTotalsOfVenue(api.db, id, firstOfMonth(today))
          return [...scoreHistoryResponse(totals, today)]
        }),
      ),
    ),
  ),
  route(endpoints.scoreReviews, ({ params: { id }, query, person }) =>
    pipe(
      assertOwnBusiness(id, person.accountId),
      TE.flatMap(() => loadBusiness(api, id)),
      TE.flatMap((business) =>
        runQuery(async () => {
          const paging = { limit: query.limit ?? defaultPageSize, cursor: query.cursor }
          const { items, nextCursor } = await scoredReviews(api.db, id, paging)
          return { body: items.map(reviewContributionResponse(business)), nextCursor }
        }),
      ),
    ),
  ),
  readRoute(endpoints.scoreExclusions, ({ params: { id }, person }) =>
    pipe(
      assertOwnBusiness(id, person.accountId),
      TE.flatMap(() => runQuery(async () => (await exclusionsOf(api.db, id, maxExclusions)).map(exclusionResponse))),
    ),
  ),
]

/** The contribution of each review is visible to the venue itself only. */
const assertOwnBusiness = (id: string, accountId: string): Result<unknown> =>
  id === accountId ? TE.right(null) : TE.left(rejectedWith({ type: 'TargetUnknown' }))

export const reviewRoutes = (api: ApiContext): readonly AnyRoute[] => [
  submitReviewRoute(api),
  reviewsOfTargetRoute(api),
  ownReviewsRoute(api),
  editReviewRoute(api),
  ...replyRoutes(api),
  flagReviewRoute(api),
  ownFlagsRoute(api),
  openDisputeRoute(api),
  disputesRoute(api),
  ...disputeThreadRoutes(api),
  ...scoreRoutes(api),
  ...exclusionRoutes(api),
]
