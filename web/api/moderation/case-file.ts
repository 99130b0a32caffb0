import { parseFlaggingCaseId } from '../../../application/moderation/cases.ts'
import {
  appealedSanction,
  caseById,
  decisionsOnReview,
  type ModeratedReview,
  recordOfAuthor,
  reporterHistory,
  reviewForModerators,
  sanctionSummaries,
} from '../../../projections/moderation/case-file.queries.ts'
import type { DecisionKind } from '../../../projections/moderation/decisions.ts'
import { accountNames, openCasesOn } from '../../../projections/moderation/queue.queries.ts'
import { disputeForModerator, statementsOfDispute } from '../../../projections/reviews/disputes.ts'
import type { CaseFile } from '../../contract/moderation/cases.ts'
import type { ApiContext } from '../api-context.ts'
import { statementResponses } from '../reviews/responses.ts'
import { flagHistoryResponse, moderatedDisputeResponse, moderatedReviewResponse } from './responses.ts'

/** Everything a moderator should know of a case; null when there is none of that id. */
export const loadCaseFile = async (api: ApiContext, caseId: string): Promise<CaseFile | null> => {
  const found = await caseById(api.db, caseId)
  if (!found) return null
  const now = api.clock()
  const { urgency: _, claimedBy, claimedUntil, ...fields } = found
  const activeClaim = claimedUntil !== null && claimedUntil > now ? { claimedBy, claimedUntil } : unclaimed
  const subject = await loadSubject(api, found, now)
  const others = await openCasesOn(api.db, found.targetId, now)
  const timeline = timelineOf(subject, found)
  const names = await accountNames(api.db, [activeClaim.claimedBy, ...timeline.map(({ by }) => by)].filter(isPresent))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  return {
    ...fields,
    ...activeClaim,
    claimedByName: nameOf(activeClaim.claimedBy),
    overdue: found.closedAt === null && found.dueAt < now,
    others: others.filter((other) => other.caseId !== caseId),
    review: subject.review && moderatedReviewResponse(subject.review),
    dispute: subject.dispute && moderatedDisputeResponse(subject.dispute),
    statements: statementResponses(subject.statements),
    sanction: subject.sanction,
    flagging: subject.flagging && flagHistoryResponse(subject.flagging),
    author: subject.author,
    timeline: timeline.map((entry) => ({ ...entry, byName: nameOf(entry.by) })),
  }
}

/** What the case is about, and the record of whom the decision falls on: who wrote the review, is sanctioned, or flagged. */
const loadSubject = async (
  { db }: ApiContext,
  { caseId, targetId }: Pick<FoundCase, 'caseId' | 'targetId'>,
  now: string,
) => {
  const reporter = parseFlaggingCaseId(caseId)?.accountId ?? null
  const review = reporter === null ? await reviewForModerators(db, targetId) : null
  const [decisions, dispute, statements, sanction, flagging] = await Promise.all([
    review ? decisionsOnReview(db, targetId) : [],
    review && disputeForModerator(db, targetId),
    review ? statementsOfDispute(db, targetId) : [],
    review === null && reporter === null ? appealedSanction(db, targetId) : null,
    reporter === null ? null : reporterHistory(db, reporter),
  ])
  const loaded = { review, decisions, dispute, statements, sanction, flagging }
  const accountId = review?.authorId ?? sanction?.accountId ?? reporter
  if (accountId === null) return { ...loaded, author: { ...unknownAuthor, sanctions: [] } }
  const [record, sanctions] = await Promise.all([recordOfAuthor(db, accountId), sanctionSummaries(db, accountId, now)])
  const name = review?.authorName ?? sanction?.accountName ?? flagging?.accountName ?? null
  return { ...loaded, author: { name, ...record, sanctions: [...sanctions] } }
}

const unknownAuthor = { name: null, written: 0, hidden: 0, removed: 0 }
const unclaimed = { claimedBy: null, claimedUntil: null }
const isPresent = (id: string | null): id is string => id !== null

type FoundCase = NonNullable<Awaited<ReturnType<typeof caseById>>>
type CaseSubject = Awaited<ReturnType<typeof loadSubject>>
type TimelineEntry = Omit<CaseFile['timeline'][number], 'byName'>

/** In order; of what happened at once, the cause first. */
const timelineOf = ({ review, decisions, dispute }: CaseSubject, found: FoundCase): readonly TimelineEntry[] =>
  [
    ...(review ? reviewEntries(review) : []),
    ...(dispute ? [{ at: dispute.createdAt, what: 'Contestazione aperta', by: dispute.businessId }] : []),
    { at: found.openedAt, what: 'Caso aperto', by: null },
    ...decisions.map(({ at, kind, by }) => ({ at, what: decisionLabels[kind], by })),
    ...(found.closedAt ? [{ at: found.closedAt, what: 'Caso chiuso', by: null }] : []),
  ].sort((a, b) => a.at.localeCompare(b.at))

const decisionLabels = {
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

const reviewEntries = (review: ModeratedReview): readonly TimelineEntry[] => [
  { at: review.createdAt, what: 'Recensione pubblicata', by: review.authorId },
  ...review.flags.map((flag) => ({ at: flag.createdAt, what: 'Segnalazione ricevuta', by: flag.reporterId })),
]
