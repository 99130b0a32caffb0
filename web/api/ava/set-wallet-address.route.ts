import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { walletBack } from './wallet-back.ts'

export const setWalletAddressRoute = (hall: Hall) =>
  route(calls.setWalletAddress, ({ body, asker, person }) =>
    pipe(
      hall.ask.setWalletAddress(asker, { address: body.walletAddress }),
      TE.flatMap((position) => walletBack(hall, person.accountId, position)),
    ),
  )
