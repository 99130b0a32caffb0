import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { walletBack } from './wallet-back.ts'

export const configureWalletRoute = (hall: Hall) =>
  route(calls.configureWallet, ({ params, body, asker, person }) => {
    const { publicWalletAddress: address, payoutThreshold: threshold } = body
    return pipe(
      hall.ask.configureWallet(asker, { walletId: params.id, address, threshold }),
      TE.flatMap((position) => walletBack(hall, person.accountId, position)),
    )
  })
