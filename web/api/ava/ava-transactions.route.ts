import { transactionsOf } from '../../../projections/ava-transactions.ts'
import { calls } from '../../contract/calls.ts'
import { transactionsAnswer } from '../answers/ava.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { mostTransactions } from './lists.ts'

export const avaTransactionsRoute = (hall: Hall) =>
  reading(calls.avaTransactions, ({ person }) =>
    asked(async () => transactionsAnswer(await transactionsOf(hall.db, person.accountId, mostTransactions))),
  )
