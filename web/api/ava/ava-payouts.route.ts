import { payoutsOf } from '../../../projections/payouts.ts'
import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { mostPayouts } from './lists.ts'

/** of the session's own wallet. */
export const avaPayoutsRoute = (hall: Hall) =>
  reading(calls.avaPayouts, ({ person }) =>
    asked(async () => [...(await payoutsOf(hall.db, person.accountId, mostPayouts))]),
  )
