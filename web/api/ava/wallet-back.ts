import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { walletOf } from '../../../projections/wallets.ts'
import { avaWalletAnswer } from '../answers/ava.ts'
import { readBack, type Hall } from '../hall.ts'

export const walletBack = (hall: Hall, accountId: string, position: string | null) =>
  pipe(
    readBack(hall, position, () => walletOf(hall.db, accountId)),
    TE.map((wallet) => ({ answer: avaWalletAnswer(accountId, wallet), position })),
  )
