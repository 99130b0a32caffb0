import type { GivenReasons } from '../../../application/moderation/reasons.it.ts'
import { appealCaseId } from '../../../application/moderation/cases.ts'
import { rejectedWith } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { isAboutRating } from '../../../domain/moderation/vocabulary.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import { ownAppeal, ownAppeals } from '../../../projections/moderation/appeals.ts'
import { reviewForModerators, reviewsForModerators } from '../../../projections/moderation/case-file.queries.ts'
import { anonymousDecision, decisionsAddressedTo } from '../../../projections/moderation/decisions.ts'
import { firstYearWithStatistics, transparencyStatistics } from '../../../projections/moderation/transparency.ts'
import { disputeForModerator } from '../../../projections/reviews/disputes.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { AppealFile } from '../../contract/moderation/appeals.ts'
import { type ApiContext, readWritten, runQuery } from '../api-context.ts'
import { type AnyRoute, defaultPageSize, readRoute, recordingSubjects, route } from '../route.ts'
import { loadAppealFile } from './appeal-file.ts'
import { loadCaseFile, loadMaskedCaseFile } from './case-file.ts'
import { connectionRoutes } from './connections.routes.ts'
import { queueRoutes } from './queue.routes.ts'
import { isOwnCase, matterOfRow, pageWithoutOwnMatters, requireOthersCase } from './own-matters.ts'
import { loadModeratedContest } from './rating-contests.ts'
import { reversalRoutes } from './reversal.routes.ts'
import { accountsIn, recordContestedRating, recordReview } from './recorded-subjects.ts'
import { dsaStatementOf, isRestriction } from './dsa-statement.ts'
import {
  flagResponse,
  moderatedDisputeResponse,
  moderatedReviewResponse,
  ownAppealResponse,
  ownDecisionResponse,
  replayResponse,
  transparencyResponse,
} from './responses.ts'

const caseFileRoute = (api: ApiContext) =>
  readRoute(endpoints.caseFile, ({ params, person, recordSubjects }) =>
    pipe(
      isOwnCase(api, person, params.caseId),
      TE.flatMap((ownMatter) =>
        runQuery(() =>
          ownMatter
            ? loadMaskedCaseFile(api, params.caseId, recordSubjects)
            : loadCaseFile(api, params.caseId, person.accountId, recordSubjects),
        ),
      ),
      TE.filterOrElse(
        (file) => file !== null,
        () => rejectedWith({ type: 'CaseNotFound' }),
      ),
    ),
  )

const replayCaseRoute = (api: ApiContext) =>
  readRoute(endpoints.replayCase, ({ params, caller, ...request }) =>
    pipe(
      api.useCases.replayCase(caller, params),
      TE.tapTask(({ viewer, replay }) =>
        viewer.kind === 'staff' || viewer.kind === 'auditor'
          ? recordReview(api, request, replay.reviewId)
          : async () => request.recordSubjects(),
      ),
      TE.map(replayResponse),
    ),
  )

interface ReasonsBody extends Omit<GivenReasons, 'facts'> {
  readonly facts?: string | null | undefined
}

const toGivenReasons = ({ ground, facts, violation }: ReasonsBody): GivenReasons => ({
  ground,
  facts: facts ?? undefined,
  violation,
})

const moderatedReviewsRoute = (api: ApiContext) =>
  route(endpoints.moderatedReviews, ({ query, person, recordSubjects }) =>
    pipe(
      runQuery(() =>
        reviewsForModerators(api.db, {
          status: query.status,
          limit: query.limit ?? defaultPageSize,
          cursor: query.cursor,
        }),
      ),
      TE.flatMap(pageWithoutOwnMatters(api, person, matterOfRow)),
      recordingSubjects(recordSubjects, ({ items }) => items.flatMap(accountsIn)),
      TE.map(({ items, nextCursor }) => ({
        body: items.map((review) => moderatedReviewResponse(review, person.accountId)),
        nextCursor,
      })),
    ),
  )

const moderateReviewRoute = (api: ApiContext) =>
  route(endpoints.moderateReview, ({ params, body, caller, person, recordSubjects }) =>
    pipe(
      api.useCases.moderateReview(caller, {
        reviewId: params.id,
        to: body.moderationStatus,
        notes: body.moderatorNotes ?? null,
        given: toGivenReasons(body),
        seenPosition: body.seenVersion ?? null,
      }),
      TE.flatMap(({ position }) =>
        pipe(
          readWritten(api, position, () => reviewForModerators(api.db, params.id)),
          recordingSubjects(recordSubjects, ({ authorId }) => [authorId]),
          TE.map((review) => ({ body: moderatedReviewResponse(review, person.accountId), position })),
        ),
      ),
    ),
  )

const decideFlagRoute = (api: ApiContext) =>
  route(endpoints.decideFlag, ({ params, body, caller, person, recordSubjects }) =>
    pipe(
      api.useCases.decideFlag(caller, {
        flagId: params.flagId,
        outcome: body.status,
        notes: body.notes ?? null,
        given: toGivenReasons(body),
        seenPosition: body.seenVersion ?? null,
      }),
      TE.flatMap(({ reviewId, position }) =>
        pipe(
          readWritten(api, position, async () => {
            const review = await reviewForModerators(api.db, reviewId)
            const flag = review?.flags.find(({ id }) => id === params.flagId)
            if (review && flag) recordSubjects(review.authorId, flag.reporterId)
            return review && flag ? flagResponse(flag, review, person.accountId) : null
          }),
          TE.map((flag) => ({ body: flag, position })),
        ),
      ),
    ),
  )

const setDisputeStatusRoute = (api: ApiContext) =>
  route(endpoints.setDisputeStatus, ({ params, body, caller, person, recordSubjects }) => {
    const { status, moderatorNotes = null, resolution = null, seenVersion: seenPosition = null, ...reasonsBody } = body
    const given = toGivenReasons(reasonsBody)
    return pipe(
      api.useCases.setDisputeStatus(caller, {
        disputeId: params.disputeId,
        status,
        moderatorNotes,
        resolution,
        given,
        seenPosition,
      }),
      TE.flatMap(({ position }) =>
        pipe(
          readWritten(api, position, async () => {
            const dispute = await disputeForModerator(api.db, params.disputeId)
            const review = dispute && (await reviewForModerators(api.db, dispute.reviewId))
            if (review) recordSubjects(dispute.businessId, review.authorId)
            return dispute && review && moderatedDisputeResponse(dispute, review, person.accountId)
          }),
          TE.map((dispute) => ({ body: dispute, position })),
        ),
      ),
    )
  })

const removeRatingRoute = (api: ApiContext) =>
  route(endpoints.removeRating, ({ params, body, caller, recordSubjects }) =>
    pipe(
      api.useCases.removeRating(caller, { ...params, ...body }),
      TE.map(({ position, accountIds }) => {
        recordSubjects(...accountIds)
        return { body: undefined, position }
      }),
    ),
  )

const decideRatingContestRoute = (api: ApiContext) =>
  route(endpoints.decideRatingContest, ({ params: { ratingId }, body, caller, person, recordSubjects }) => {
    const { outcome, moderatorNotes = null, resolution = null, reasons } = body
    return pipe(
      api.useCases.decideRatingContest(caller, { ratingId, outcome, moderatorNotes, resolution, reasons }),
      TE.flatMap(({ position }) =>
        pipe(
          readWritten(api, position, () => loadModeratedContest(api, ratingId, person.accountId)),
          recordingSubjects(recordSubjects, ({ contest, clientAccountId }) => [contest.businessId, clientAccountId]),
          TE.map(({ contest }) => ({ body: contest, position })),
        ),
      ),
    )
  })

const ownDecisionsRoute = (api: ApiContext) =>
  route(endpoints.ownDecisions, ({ person, query }) =>
    pipe(
      runQuery(() =>
        decisionsAddressedTo(api.db, person.accountId, { limit: query.limit ?? defaultPageSize, cursor: query.cursor }),
      ),
      TE.map(({ items, nextCursor }) => ({
        body: items.map(ownDecisionResponse(api.services.nameHasher.rating, api.clock())),
        nextCursor,
      })),
    ),
  )

const suggestReasonsRoute = (api: ApiContext) =>
  readRoute(endpoints.suggestReasons, ({ params, query, caller, ...request }) =>
    pipe(
      api.useCases.suggestReasons(caller, {
        reviewId: params.id,
        decision: query.decision,
        flagId: query.flagId ?? null,
      }),
      TE.tapTask(() => recordReview(api, request, params.id)),
      TE.map(({ ground, facts, grounds, violations }) => ({
        ground,
        facts,
        grounds: [...grounds],
        violations: [...violations],
      })),
    ),
  )

const dsaStatementRoute = (api: ApiContext) =>
  readRoute(endpoints.dsaStatement, ({ params }) =>
    pipe(
      runQuery(() => anonymousDecision(api.db, params.id)),
      TE.filterOrElse(
        (decision) => decision !== null,
        () => rejectedWith({ type: 'DecisionUnknown' }),
      ),
      TE.filterOrElse(isRestriction, () => rejectedWith({ type: 'NotARestriction' })),
      TE.map(dsaStatementOf),
    ),
  )

const transparencyRoute = (api: ApiContext) =>
  readRoute(endpoints.transparency, ({ params, after }) =>
    runQuery(() => {
      const thisYear = Number(romeDay(api.clock()).slice(0, 4))
      const year = params.year === 'current' ? thisYear : Number(params.year)
      const count = async () => {
        const firstYear = (await firstYearWithStatistics(api.db)) ?? thisYear
        const years = Array.from({ length: Math.max(thisYear - firstYear, 0) + 1 }, (_, ago) => thisYear - ago)
        return transparencyResponse(year, years, await transparencyStatistics(api.db, year))
      }
      return after === null ? api.transparencyReports(`${year} in ${thisYear}`, count) : count()
    }),
  )

const decisionRoutes = (api: ApiContext) =>
  [suggestReasonsRoute(api), ownDecisionsRoute(api), dsaStatementRoute(api), transparencyRoute(api)] as const

const maxAppeals = 100

const lodgeAppealRoute = (api: ApiContext) =>
  route(endpoints.lodgeAppeal, ({ params, body, caller, person }) =>
    pipe(
      api.useCases.lodgeAppeal(caller, { decisionId: params.id, text: body.reason }),
      TE.flatMap(({ decisionId, position }) =>
        pipe(
          readWritten(api, position, () => ownAppeal(api.db, decisionId, person.accountId)),
          TE.map((appeal) => ({ body: ownAppealResponse(api.services.nameHasher.rating)(appeal), position })),
        ),
      ),
    ),
  )

const ownAppealsRoute = (api: ApiContext) =>
  readRoute(endpoints.ownAppeals, ({ person }) =>
    runQuery(async () =>
      (await ownAppeals(api.db, person.accountId, maxAppeals)).map(ownAppealResponse(api.services.nameHasher.rating)),
    ),
  )

const appealFileRoute = (api: ApiContext) =>
  readRoute(endpoints.appealFile, ({ params, person, ...request }) =>
    pipe(
      requireOthersCase(api, person, appealCaseId(params.decisionId)),
      TE.flatMap(() => loadAppealFile(api, params.decisionId, person)),
      TE.tapTask((file) => (isAboutRating(file) ? recordContestedRating : recordReview)(api, request, file.reviewId)),
    ),
  )

const appellantsIn = ({ appeals }: AppealFile) => appeals.map(({ appellantId }) => appellantId)

const takeAppealUnderReviewRoute = (api: ApiContext) =>
  route(endpoints.takeAppealUnderReview, ({ params: { decisionId }, caller, person, recordSubjects }) =>
    pipe(
      api.useCases.takeAppealUnderReview(caller, { decisionId }),
      TE.flatMap(({ position }) =>
        pipe(
          loadAppealFile(api, decisionId, person),
          recordingSubjects(recordSubjects, appellantsIn),
          TE.map((body) => ({ body, position })),
        ),
      ),
    ),
  )

const decideAppealRoute = (api: ApiContext) =>
  route(
    endpoints.decideAppeal,
    ({ params: { decisionId }, body: { reason: facts, measure = null, ...body }, caller, person, recordSubjects }) =>
      pipe(
        api.useCases.decideAppeal(caller, { decisionId, facts, measure, ...body }),
        TE.flatMap(({ position }) =>
          pipe(
            loadAppealFile(api, decisionId, person),
            recordingSubjects(recordSubjects, appellantsIn),
            TE.map((body) => ({ body, position })),
          ),
        ),
      ),
  )

const appealRoutes = (api: ApiContext) =>
  [
    lodgeAppealRoute(api),
    ownAppealsRoute(api),
    appealFileRoute(api),
    takeAppealUnderReviewRoute(api),
    decideAppealRoute(api),
  ] as const

export const moderationRoutes = (api: ApiContext): readonly AnyRoute[] => [
  ...queueRoutes(api),
  caseFileRoute(api),
  replayCaseRoute(api),
  moderatedReviewsRoute(api),
  moderateReviewRoute(api),
  decideFlagRoute(api),
  setDisputeStatusRoute(api),
  removeRatingRoute(api),
  decideRatingContestRoute(api),
  ...decisionRoutes(api),
  ...appealRoutes(api),
  ...reversalRoutes(api),
  ...connectionRoutes(api),
]
