import { transactionsOf } from '../../../projections/ava-transactions.ts'
import { calls } from '../../contract/calls.ts'
import { transactionAnswer } from '../answers/ava.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { mostTransactions } from './lists.ts'

export const avaTransactionsRoute = (hall: Hall) =>
  reading(calls.avaTransactions, ({ person }) =>
    asked(async () => (await transactionsOf(hall.db, person.accountId, mostTransactions)).map(transactionAnswer)),
  )
