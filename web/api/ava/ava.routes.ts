import { transactionsOf } from '../../../projections/ava-transactions.ts'
import { walletOf } from '../../../projections/wallets.ts'
import { calls } from '../../contract/calls.ts'
import { avaProfileAnswer, avaWalletAnswer, transactionAnswer } from '../answers/ava.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

const mostTransactions = 200

/** AVA at a glance, its movements, the wallet (A-50..A-52). */
export const avaRoutes = (hall: Hall) => [
  reading(calls.avaProfile, ({ person }) =>
    asked(async () => avaProfileAnswer(await walletOf(hall.db, person.accountId), hall.clock())),
  ),
  reading(calls.avaTransactions, ({ person }) =>
    asked(async () => (await transactionsOf(hall.db, person.accountId, mostTransactions)).map(transactionAnswer)),
  ),
  reading(calls.avaWallet, ({ person }) =>
    asked(async () => avaWalletAnswer(person.accountId, await walletOf(hall.db, person.accountId))),
  ),
]
