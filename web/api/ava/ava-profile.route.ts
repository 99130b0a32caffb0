import { walletOf } from '../../../projections/wallets.ts'
import { calls } from '../../contract/calls.ts'
import { avaProfileAnswer } from '../answers/ava.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const avaProfileRoute = (hall: Hall) =>
  reading(calls.avaProfile, ({ person }) =>
    asked(async () => avaProfileAnswer(await walletOf(hall.db, person.accountId), hall.clock())),
  )
