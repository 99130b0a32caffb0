import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'

export const redeemRewardRoute = (hall: Hall) =>
  route(calls.redeemReward, ({ params, asker }) =>
    pipe(
      hall.ask.redeemReward(asker, params),
      TE.map(({ position }) => ({ answer: { message: 'Il codice è stato usato e non vale più.' }, position })),
    ),
  )
