import { disputeForModerator } from '../../../projections/disputes.ts'
import {
  caseById,
  recordOfAuthor,
  reviewForModerators,
  type ModeratedReview,
} from '../../../projections/moderation.queries.ts'
import { casesAbout, namesOf } from '../../../projections/queue.queries.ts'
import type { CaseFile } from '../../contract/moderation.ts'
import { judgedDisputeAnswer, moderatedReviewAnswer } from '../answers/moderation.ts'
import type { Hall } from '../hall.ts'

/** Everything a moderator should know of a case; null when there is none of that id. */
export const caseFileOf = async (hall: Hall, caseId: string): Promise<CaseFile | null> => {
  const found = await caseById(hall.db, caseId)
  const review = found && (await reviewForModerators(hall.db, found.targetId))
  if (!found || !review) return null
  const now = hall.clock()
  const { urgency: _, claimedBy, claimedUntil, ...shown } = found
  const live = claimedUntil !== null && claimedUntil > now ? { claimedBy, claimedUntil } : unclaimed
  const [dispute, author, others] = await Promise.all([
    disputeForModerator(hall.db, found.targetId),
    recordOfAuthor(hall.db, review.authorId),
    casesAbout(hall.db, found.targetId, now),
  ])
  const timeline = timelineOf(review, dispute, found)
  const names = await namesOf(hall.db, [live.claimedBy, ...timeline.map(({ by }) => by)].filter(isNamed))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  return {
    ...shown,
    ...live,
    claimedByName: nameOf(live.claimedBy),
    overdue: found.closedAt === null && found.dueAt < now,
    others: others.filter((other) => other.caseId !== caseId),
    review: moderatedReviewAnswer(review),
    dispute: dispute && judgedDisputeAnswer(dispute),
    author,
    timeline: timeline.map((entry) => ({ ...entry, byName: nameOf(entry.by) })),
  }
}

const unclaimed = { claimedBy: null, claimedUntil: null }
const isNamed = (id: string | null): id is string => id !== null

type Found = NonNullable<Awaited<ReturnType<typeof caseById>>>
type Dispute = Awaited<ReturnType<typeof disputeForModerator>>
type Entry = Omit<CaseFile['timeline'][number], 'byName'>

const timelineOf = (review: ModeratedReview, dispute: Dispute, found: Found): readonly Entry[] =>
  [
    { at: review.createdAt, what: 'Recensione pubblicata', by: review.authorId },
    ...review.flags.map((flag) => ({ at: flag.createdAt, what: 'Segnalazione ricevuta', by: flag.reporterId })),
    ...(dispute ? [{ at: dispute.createdAt, what: 'Contestazione aperta', by: dispute.businessId }] : []),
    ...(dispute?.resolvedAt ? [{ at: dispute.resolvedAt, what: 'Contestazione decisa', by: dispute.moderatorId }] : []),
    ...(found.closedAt ? [{ at: found.closedAt, what: 'Caso chiuso', by: null }] : []),
  ].sort((a, b) => a.at.localeCompare(b.at))
