import { walletOf } from '../../../projections/wallets.ts'
import { calls } from '../../contract/calls.ts'
import { avaWalletAnswer } from '../answers/ava.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const avaWalletRoute = (hall: Hall) =>
  reading(calls.avaWallet, ({ person }) =>
    asked(async () => avaWalletAnswer(person.accountId, await walletOf(hall.db, person.accountId))),
  )
