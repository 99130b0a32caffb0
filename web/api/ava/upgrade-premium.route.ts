import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { walletOf } from '../../../projections/wallets.ts'
import { calls } from '../../contract/calls.ts'
import { avaProfileAnswer } from '../answers/ava.ts'
import { readBack, type Hall } from '../hall.ts'
import { route } from '../route.ts'

export const upgradePremiumRoute = (hall: Hall) =>
  route(calls.activatePremium, ({ body, intentId, asker, person }) =>
    pipe(
      hall.ask.activatePremium(asker, { causeId: intentId, ...body }),
      TE.flatMap((position) =>
        pipe(
          readBack(hall, position, () => walletOf(hall.db, person.accountId)),
          TE.map((wallet) => ({ answer: avaProfileAnswer(wallet, hall.clock()), position })),
        ),
      ),
    ),
  )
