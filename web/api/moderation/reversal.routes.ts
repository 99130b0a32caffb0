import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { ApiContext } from '../api-context.ts'
import { readRoute, route } from '../route.ts'
import { recordReview } from './recorded-subjects.ts'
import { reversalPlanResponse } from './responses.ts'

/** *Effetto domino* */
export const reversalRoutes = (api: ApiContext) => [
  route(endpoints.draftReversalPlan, ({ params, caller, person, ...request }) =>
    pipe(
      api.useCases.draftReversalPlan(caller, { reviewId: params.id }),
      TE.tapTask(() => recordReview(api, request, params.id)),
      TE.map((plan) => ({ body: reversalPlanResponse(plan, person.accountId), position: plan.position })),
    ),
  ),
  route(endpoints.approveReversal, ({ params, caller, person, ...request }) =>
    pipe(
      api.useCases.approveReversal(caller, params),
      TE.tapTask(({ reviewId }) => recordReview(api, request, reviewId)),
      TE.map((plan) => ({ body: reversalPlanResponse(plan, person.accountId), position: plan.position })),
    ),
  ),
  readRoute(endpoints.reversalPlan, ({ params, caller, person, ...request }) =>
    pipe(
      api.useCases.reversalPlan(caller, params),
      TE.tapTask(({ reviewId }) => recordReview(api, request, reviewId)),
      TE.map((plan) => reversalPlanResponse(plan, person.accountId)),
    ),
  ),
  readRoute(endpoints.latestReversalOfReview, ({ params, caller, person, ...request }) =>
    pipe(
      api.useCases.latestReversalOfReview(caller, { reviewId: params.id }),
      TE.tapTask(() => recordReview(api, request, params.id)),
      TE.map(({ plan, canDraft }) => ({
        plan: plan && reversalPlanResponse(plan, person.accountId),
        canPreview: canDraft,
      })),
    ),
  ),
]
