import { flaggingOfCase } from '../../../application/moderation/case-ids.ts'
import {
  decisionsAbout,
  flaggingOf,
  sanctionAppealed,
  sanctionsInBrief,
} from '../../../projections/case-file.queries.ts'
import type { DecisionKind } from '../../../projections/decisions.ts'
import { disputeForModerator } from '../../../projections/disputes.ts'
import { statementsOf } from '../../../projections/dispute-statements.ts'
import {
  caseById,
  recordOfAuthor,
  reviewForModerators,
  type ModeratedReview,
} from '../../../projections/moderation.queries.ts'
import { casesAbout, namesOf } from '../../../projections/queue.queries.ts'
import type { CaseFile } from '../../contract/moderation.ts'
import { statementAnswers } from '../answers/hearings.ts'
import { flaggingAnswer, judgedDisputeAnswer, moderatedReviewAnswer } from '../answers/moderation.ts'
import type { Hall } from '../hall.ts'

/** Everything a moderator should know of a case; null when there is none of that id. */
export const caseFileOf = async (hall: Hall, caseId: string): Promise<CaseFile | null> => {
  const found = await caseById(hall.db, caseId)
  if (!found) return null
  const now = hall.clock()
  const { urgency: _, claimedBy, claimedUntil, ...shown } = found
  const live = claimedUntil !== null && claimedUntil > now ? { claimedBy, claimedUntil } : unclaimed
  const matter = await matterOf(hall, found, now)
  const others = await casesAbout(hall.db, found.targetId, now)
  const timeline = timelineOf(matter, found)
  const names = await namesOf(hall.db, [live.claimedBy, ...timeline.map(({ by }) => by)].filter(isNamed))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  return {
    ...shown,
    ...live,
    claimedByName: nameOf(live.claimedBy),
    overdue: found.closedAt === null && found.dueAt < now,
    others: others.filter((other) => other.caseId !== caseId),
    review: matter.review && moderatedReviewAnswer(matter.review),
    dispute: matter.dispute && judgedDisputeAnswer(matter.dispute),
    statements: statementAnswers(matter.statements),
    sanction: matter.sanction,
    flagging: matter.flagging && flaggingAnswer(matter.flagging),
    author: matter.author,
    timeline: timeline.map((entry) => ({ ...entry, byName: nameOf(entry.by) })),
  }
}

/** What the case is about, and the record of whom the decision falls on: who wrote the review, is sanctioned, or flagged. */
const matterOf = async ({ db }: Hall, { caseId, targetId }: Pick<Found, 'caseId' | 'targetId'>, now: string) => {
  const reporter = flaggingOfCase(caseId)?.accountId ?? null
  const review = reporter === null ? await reviewForModerators(db, targetId) : null
  const [decisions, dispute, statements, sanction, flagging] = await Promise.all([
    review ? decisionsAbout(db, targetId) : [],
    review && disputeForModerator(db, targetId),
    review ? statementsOf(db, targetId) : [],
    review === null && reporter === null ? sanctionAppealed(db, targetId) : null,
    reporter === null ? null : flaggingOf(db, reporter),
  ])
  const said = { review, decisions, dispute, statements, sanction, flagging }
  const whose = review?.authorId ?? sanction?.accountId ?? reporter
  if (whose === null) return { ...said, author: { ...nobody, sanctions: [] } }
  const [record, sanctions] = await Promise.all([recordOfAuthor(db, whose), sanctionsInBrief(db, whose, now)])
  const name = review?.authorName ?? sanction?.accountName ?? flagging?.accountName ?? null
  return { ...said, author: { name, ...record, sanctions: [...sanctions] } }
}

const nobody = { name: null, written: 0, hidden: 0, removed: 0 }
const unclaimed = { claimedBy: null, claimedUntil: null }
const isNamed = (id: string | null): id is string => id !== null

type Found = NonNullable<Awaited<ReturnType<typeof caseById>>>
type Matter = Awaited<ReturnType<typeof matterOf>>
type Entry = Omit<CaseFile['timeline'][number], 'byName'>

/** In order; of what happened at once, the cause first. */
const timelineOf = ({ review, decisions, dispute }: Matter, found: Found): readonly Entry[] =>
  [
    ...(review ? ofReview(review) : []),
    ...(dispute ? [{ at: dispute.createdAt, what: 'Contestazione aperta', by: dispute.businessId }] : []),
    { at: found.openedAt, what: 'Caso aperto', by: null },
    ...decisions.map(({ at, kind, by }) => ({ at, what: decided[kind], by })),
    ...(found.closedAt ? [{ at: found.closedAt, what: 'Caso chiuso', by: null }] : []),
  ].sort((a, b) => a.at.localeCompare(b.at))

const decided = {
  HELD: 'Recensione sospesa in attesa di verifica',
  HIDDEN: 'Recensione nascosta',
  REMOVED: 'Recensione rimossa',
  RESTORED: 'Recensione ripristinata',
  FLAG_REVIEWED: 'Segnalazione esaminata',
  FLAG_DISMISSED: 'Segnalazione respinta',
  FLAG_UPHELD: 'Segnalazione accolta',
  DISPUTE_UPHELD: 'Contestazione accolta',
  DISPUTE_REJECTED: 'Contestazione respinta',
} as const satisfies Readonly<Record<DecisionKind, string>>

const ofReview = (review: ModeratedReview): readonly Entry[] => [
  { at: review.createdAt, what: 'Recensione pubblicata', by: review.authorId },
  ...review.flags.map((flag) => ({ at: flag.createdAt, what: 'Segnalazione ricevuta', by: flag.reporterId })),
]
