import { load } from '../../../application/command-handler.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { canDecideContest } from '../../../domain/ratings/rating-contest.ts'
import { rating } from '../../../domain/ratings/rating.ts'
import { contestOutcomes } from '../../../domain/ratings/vocabulary.ts'
import { contestForModerators } from '../../../projections/ratings/rating-contests.ts'
import type { ModeratedContest } from '../../contract/moderation/cases.ts'
import type { ApiContext } from '../api-context.ts'

/** A contested rating as moderators see it, with the account of the client; null if it is not contested. */
export const loadModeratedContest = async (
  api: ApiContext,
  ratingId: string,
  moderatorId: string,
): Promise<{ readonly contest: ModeratedContest; readonly clientAccountId: string } | null> => {
  const row = await contestForModerators(api.db, ratingId)
  const contested = row === null ? null : await loadRating(api, ratingId)
  if (row === null || contested === null) return null
  const { ratingId: id, clientAccountId, decidedBy: _, dueAt: __, openedAt: contestedAt, ...fields } = row
  const allowedOutcomes = canDecideContest(row, moderatorId) ? [...contestOutcomes] : []
  return { contest: { ...fields, id, contestedAt, rating: contested, allowedOutcomes }, clientAccountId }
}

/** From the log, since the read model holds only ratings in effect. */
const loadRating = async ({ services }: ApiContext, ratingId: string): Promise<ModeratedContest['rating'] | null> => {
  const loaded = await load(services)(rating, ratingId, 'decrypted')()
  if (E.isLeft(loaded)) throw new Error('The rating cannot be read', { cause: loaded.left })
  const { state } = loaded.right
  if (state.status === 'none') return null
  const { overall, punctuality, kindness, payment, roomCondition, comment } = state.assessment
  return {
    overallRating: overall,
    punctualityScore: punctuality,
    kindnessScore: kindness,
    paymentScore: payment,
    roomConditionScore: roomCondition,
    stayType: state.rated.stayType,
    stayDate: state.rated.stayDate,
    comment,
    exists: state.status === 'given',
  }
}
