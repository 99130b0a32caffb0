import { flaggingOfCase } from '../../../application/moderation/case-ids.ts'
import type { flaggingOf } from '../../../projections/case-file.queries.ts'
import type { disputeForModerator, disputesOf } from '../../../projections/disputes.ts'
import type { ModeratedReview as ReviewRow } from '../../../projections/moderation.queries.ts'
import type { QueuedCase as CaseRow } from '../../../projections/queue.queries.ts'
import type { Flagging } from '../../contract/flagging.ts'
import type { Dispute, DisputeReason, FlagReason } from '../../contract/flags-disputes.ts'
import type { ModeratedDispute, ModeratedFlag, ModeratedReview } from '../../contract/moderation.ts'
import type { QueuedCase } from '../../contract/queue.ts'
import type { ReasonCode } from '../../contract/reviews.ts'

type DisputeRow = Awaited<ReturnType<typeof disputesOf>>[number]
type JudgedRow = NonNullable<Awaited<ReturnType<typeof disputeForModerator>>>

export const flagAnswer = (reviewId: string, flag: ReviewRow['flags'][number]): ModeratedFlag => {
  const { id, reason, note, status, createdAt, reporterId, reporterType, reporterName } = flag
  return { id, reviewId, reason: reason as FlagReason, note, status, createdAt, reporterId, reporterType, reporterName }
}

export const moderatedReviewAnswer = ({ flags, reasonCode, ...review }: ReviewRow): ModeratedReview => ({
  ...review,
  reasonCode: reasonCode as ReasonCode,
  flags: flags.map((flag) => flagAnswer(review.id, flag)),
})

export const disputeAnswer = ({ businessId: _, reason, ...dispute }: DisputeRow): Dispute => ({
  ...dispute,
  reason: reason as DisputeReason,
})

export const judgedDisputeAnswer = ({ reason, ...dispute }: JudgedRow): ModeratedDispute => ({
  ...dispute,
  reason: reason as DisputeReason,
})

type FlaggingRow = Awaited<ReturnType<typeof flaggingOf>>

export const flaggingAnswer = ({ flags, ...flagging }: FlaggingRow): Flagging => ({
  ...flagging,
  flags: flags.map(({ id, reviewId, reason, note, status, createdAt, decidedAt, targetName }) => {
    return { id, reviewId, reason: reason as FlagReason, note, status, createdAt, decidedAt, targetName }
  }),
})

const summaries = { FLAG: 'Segnalazione', DISPUTE: 'Contestazione', APPEAL: 'Ricorso', HELD: 'In revisione' } as const

/** One line a moderator can choose by. */
export const queuedCaseAnswer = ({ rating, comment, flagsOpen, ...row }: CaseRow): QueuedCase => {
  if (flaggingOfCase(row.caseId) !== null) return { ...row, summary: 'Molte segnalazioni respinte di una sola persona' }
  const kind = summaries[row.kind]
  if (rating === null || flagsOpen === null) return { ...row, summary: kind }
  const words = comment === null ? 'senza commento' : `«${comment.length > 80 ? `${comment.slice(0, 79)}…` : comment}»`
  const flags = flagsOpen === 1 ? '1 segnalazione' : `${flagsOpen} segnalazioni`
  return { ...row, summary: `${kind} · ${rating} su 5 · ${flags} · ${words}` }
}
