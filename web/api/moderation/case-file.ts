import { disputeForModerator } from '../../../projections/disputes.ts'
import { statementsOf } from '../../../projections/dispute-statements.ts'
import {
  caseById,
  recordOfAuthor,
  reviewForModerators,
  type ModeratedReview,
} from '../../../projections/moderation.queries.ts'
import type { CaseFile } from '../../contract/moderation.ts'
import { statementAnswers } from '../answers/hearings.ts'
import { judgedDisputeAnswer, moderatedReviewAnswer } from '../answers/moderation.ts'
import type { Hall } from '../hall.ts'

/** Everything a moderator should know of a case; null when there is none of that id. */
export const caseFileOf = async (hall: Hall, caseId: string): Promise<CaseFile | null> => {
  const found = await caseById(hall.db, caseId)
  const review = found && (await reviewForModerators(hall.db, found.targetId))
  if (!found || !review) return null
  const [dispute, statements, author] = await Promise.all([
    disputeForModerator(hall.db, found.targetId),
    statementsOf(hall.db, found.targetId),
    recordOfAuthor(hall.db, review.authorId),
  ])
  const now = hall.clock()
  const live = found.claimedUntil !== null && found.claimedUntil > now
  return {
    ...found,
    overdue: found.closedAt === null && found.dueAt < now,
    claimedBy: live ? found.claimedBy : null,
    claimedUntil: live ? found.claimedUntil : null,
    review: moderatedReviewAnswer(review),
    dispute: dispute && judgedDisputeAnswer(dispute),
    statements: statementAnswers(statements),
    author,
    timeline: timelineOf(review, dispute, found),
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof caseById>>>
type Dispute = Awaited<ReturnType<typeof disputeForModerator>>

const timelineOf = (review: ModeratedReview, dispute: Dispute, found: Found): CaseFile['timeline'] =>
  [
    { at: review.createdAt, what: 'Recensione pubblicata', by: review.authorId },
    ...review.flags.map((flag) => ({ at: flag.createdAt, what: 'Segnalazione ricevuta', by: flag.reporterId })),
    ...(dispute ? [{ at: dispute.createdAt, what: 'Contestazione aperta', by: dispute.businessId }] : []),
    ...(dispute?.resolvedAt ? [{ at: dispute.resolvedAt, what: 'Contestazione decisa', by: dispute.moderatorId }] : []),
    ...(found.closedAt ? [{ at: found.closedAt, what: 'Caso chiuso', by: null }] : []),
  ].sort((a, b) => a.at.localeCompare(b.at))
