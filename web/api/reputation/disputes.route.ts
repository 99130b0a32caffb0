import { disputesOf } from '../../../projections/disputes.ts'
import { calls } from '../../contract/calls.ts'
import { disputeAnswer } from '../answers/moderation.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { mostDisputes } from './review-lists.ts'

export const disputesRoute = (hall: Hall) =>
  reading(calls.disputes, ({ person }) =>
    asked(async () => (await disputesOf(hall.db, person.accountId, mostDisputes)).map(disputeAnswer)),
  )
