import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import { dominoAnswer } from '../answers/domino.ts'
import type { Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

/** *Effetto domino*: foresee, look, approve. */
export const dominoRoutes = ({ ask }: Hall) => [
  route(calls.previewDomino, ({ params, asker, person }) =>
    pipe(
      ask.previewDomino(asker, { reviewId: params.id }),
      TE.map((plan) => ({ answer: dominoAnswer(plan, person.accountId), position: plan.position })),
    ),
  ),
  route(calls.approveDomino, ({ params, asker, person }) =>
    pipe(
      ask.approveDomino(asker, params),
      TE.map((plan) => ({ answer: dominoAnswer(plan, person.accountId), position: plan.position })),
    ),
  ),
  reading(calls.dominoPlan, ({ params, asker, person }) =>
    pipe(
      ask.dominoPlan(asker, params),
      TE.map((plan) => dominoAnswer(plan, person.accountId)),
    ),
  ),
  reading(calls.dominoOfReview, ({ params, asker, person }) =>
    pipe(
      ask.dominoOfReview(asker, { reviewId: params.id }),
      TE.map((plan) => ({ plan: plan && dominoAnswer(plan, person.accountId) })),
    ),
  ),
]
