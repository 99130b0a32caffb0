import { decisionsOnDisputes } from '../../../projections/decisions.queries.ts'
import { disputesOf } from '../../../projections/disputes.ts'
import { calls } from '../../contract/calls.ts'
import { disputeAnswer } from '../answers/moderation.ts'
import { asked, type Hall } from '../hall.ts'
import { toldAnswer } from '../moderation/decisions.routes.ts'
import { reading } from '../route.ts'
import { mostDisputes } from './review-lists.ts'

export const disputesRoute = ({ db }: Hall) =>
  reading(calls.disputes, ({ person: { accountId } }) =>
    asked(async () => {
      const own = await disputesOf(db, accountId, mostDisputes)
      const reviewIds = own.map(({ reviewId }) => reviewId)
      const told = new Map(
        (await decisionsOnDisputes(db, accountId, reviewIds)).map((decision) => [decision.reviewId, decision]),
      )
      return own.map((dispute) => {
        const decision = told.get(dispute.reviewId)
        return { ...disputeAnswer(dispute), decision: decision === undefined ? null : toldAnswer(decision) }
      })
    }),
  )
