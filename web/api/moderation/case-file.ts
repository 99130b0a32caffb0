import { appealedDecisionOf, parseFlagAbuseCaseId } from '../../../application/moderation/cases.ts'
import {
  appealedSanction,
  caseById,
  decisionsOnReview,
  type ModeratedReview,
  recordOfAuthor,
  flagAbuseRecord,
  reviewForModerators,
  sanctionSummaries,
} from '../../../projections/moderation/case-file.queries.ts'
import type { DecisionKind } from '../../../domain/moderation/vocabulary.ts'
import { accountNames, openCasesOn } from '../../../projections/moderation/queue.queries.ts'
import { disputeForModerator, statementsOfDispute } from '../../../projections/reviews/disputes.ts'
import type { CaseFile } from '../../contract/moderation/cases.ts'
import type { ApiContext } from '../api-context.ts'
import { statementResponses } from '../reviews/responses.ts'
import { loadModeratedContest } from './rating-contests.ts'
import { accountsIn } from './recorded-subjects.ts'
import { flagAbuseResponse, moderatedDisputeResponse, moderatedReviewResponse } from './responses.ts'

/** The case file; null if there is no such case. */
export const loadCaseFile = async (
  api: ApiContext,
  caseId: string,
  moderatorId: string,
  recordSubjects: (...accountIds: readonly (string | null)[]) => void,
): Promise<CaseFile | null> => {
  const row = await caseById(api.db, caseId)
  if (!row) return null
  const now = api.clock()
  const { urgency: _, claimedBy, claimedUntil, parties, ...fields } = row
  const activeClaim = claimedUntil !== null && claimedUntil > now ? { claimedBy, claimedUntil } : unclaimed
  const subject = await loadSubject(api, row, moderatorId)
  recordSubjects(...accountsOf(subject))
  const others = await openCasesOn(api.db, row.targetId, now)
  const timeline = timelineOf(subject, row)
  const names = await accountNames(api.db, [activeClaim.claimedBy, ...timeline.map(({ by }) => by)].filter(isPresent))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  return {
    ...fields,
    ...activeClaim,
    claimedByName: nameOf(activeClaim.claimedBy),
    overdue: row.closedAt === null && row.dueAt < now,
    others: others.filter((other) => other.caseId !== caseId),
    ownMatter: false,
    appealedDecisionId: row.kind === 'APPEAL' && subject.sanction === null ? appealedDecisionOf(caseId) : null,
    replayId: subject.review === null ? null : caseId,
    review: subject.review && moderatedReviewResponse(subject.review, moderatorId),
    dispute:
      subject.dispute && subject.review && moderatedDisputeResponse(subject.dispute, subject.review, moderatorId),
    statements: statementResponses(subject.statements),
    contest: subject.contested?.contest ?? null,
    sanction: subject.sanction,
    flagging:
      subject.flagging && flagAbuseResponse(subject.flagging, { isOpen: row.closedAt === null, parties }, moderatorId),
    author: subject.author,
    timeline: timeline.map((entry) => ({ ...entry, byName: nameOf(entry.by) })),
  }
}

/** The file as a party to the case sees it: without names, notes and content. @rule Q-128 */
export const loadMaskedCaseFile = async (
  api: ApiContext,
  caseId: string,
  recordSubjects: (...accountIds: readonly (string | null)[]) => void,
): Promise<CaseFile | null> => {
  recordSubjects()
  const row = await caseById(api.db, caseId)
  if (!row) return null
  const { urgency: _, claimedBy: __, claimedUntil: ___, parties: ____, ...fields } = row
  return {
    ...fields,
    ...unclaimed,
    claimedByName: null,
    overdue: row.closedAt === null && row.dueAt < api.clock(),
    others: [],
    ownMatter: true,
    appealedDecisionId: null,
    replayId: null,
    review: null,
    dispute: null,
    contest: null,
    statements: [],
    sanction: null,
    flagging: null,
    author: { ...unknownAuthor, sanctions: [] },
    timeline: [],
  }
}

/** What the case is about, with the record of the account the decision affects. */
const loadSubject = async (
  api: ApiContext,
  { caseId, targetId }: Pick<CaseRow, 'caseId' | 'targetId'>,
  moderatorId: string,
) => {
  const { db } = api
  const reporter = parseFlagAbuseCaseId(caseId)?.accountId ?? null
  const review = reporter === null ? await reviewForModerators(db, targetId) : null
  const contested = review === null && reporter === null ? await loadModeratedContest(api, targetId, moderatorId) : null
  const [decisions, dispute, statements, sanction, flagging] = await Promise.all([
    review || contested ? decisionsOnReview(db, targetId) : [],
    review && disputeForModerator(db, targetId),
    review ? statementsOfDispute(db, targetId) : [],
    review === null && reporter === null && contested === null ? appealedSanction(db, targetId) : null,
    reporter === null ? null : flagAbuseRecord(db, reporter),
  ])
  const loaded = { review, contested, decisions, dispute, statements, sanction, flagging }
  const accountId = review?.authorId ?? contested?.contest.businessId ?? sanction?.accountId ?? reporter
  if (accountId === null) return { ...loaded, author: { ...unknownAuthor, sanctions: [] } }
  const [record, sanctions] = await Promise.all([
    recordOfAuthor(db, accountId),
    sanctionSummaries(db, accountId, api.clock()),
  ])
  const name =
    review?.authorName ?? contested?.contest.businessName ?? sanction?.accountName ?? flagging?.accountName ?? null
  return { ...loaded, author: { name, ...record, sanctions: [...sanctions] } }
}

const unknownAuthor = { name: null, written: 0, hidden: 0, removed: 0 }
const unclaimed = { claimedBy: null, claimedUntil: null }
const isPresent = (id: string | null): id is string => id !== null

type CaseRow = NonNullable<Awaited<ReturnType<typeof caseById>>>
type CaseSubject = Awaited<ReturnType<typeof loadSubject>>
const accountsOf = ({ review, contested, sanction, flagging }: CaseSubject) => [
  ...(review ? accountsIn(review) : []),
  contested?.contest.businessId ?? null,
  contested?.clientAccountId ?? null,
  sanction?.accountId ?? null,
  flagging?.accountId ?? null,
]

type TimelineEntry = Omit<CaseFile['timeline'][number], 'byName'>

/** Oldest first. The sort is stable, so of simultaneous entries the cause comes first. */
const timelineOf = ({ review, contested, decisions, dispute }: CaseSubject, row: CaseRow): readonly TimelineEntry[] =>
  [
    ...(review ? reviewEntries(review) : []),
    ...(dispute ? [{ at: dispute.createdAt, what: 'Contestazione aperta', by: dispute.businessId }] : []),
    ...(contested ? contestEntries(contested) : []),
    { at: row.openedAt, what: 'Caso aperto', by: null },
    ...decisions.map(({ at, kind, by }) => ({ at, what: decisionLabels[kind], by })),
    ...(row.closedAt ? [{ at: row.closedAt, what: 'Caso chiuso', by: null }] : []),
  ].sort((a, b) => a.at.localeCompare(b.at))

const contestEntries = ({
  contest: { businessId, contestedAt, answeredAt },
  clientAccountId,
}: NonNullable<CaseSubject['contested']>): readonly TimelineEntry[] => [
  { at: contestedAt, what: 'Valutazione contestata', by: clientAccountId },
  ...(answeredAt === null ? [] : [{ at: answeredAt, what: 'Risposta della struttura', by: businessId }]),
]

const decisionLabels = {
  HELD: 'Recensione messa in revisione',
  HIDDEN: 'Recensione nascosta',
  REMOVED: 'Recensione rimossa',
  RESTORED: 'Recensione ripristinata',
  FLAG_REVIEWED: 'Segnalazione esaminata',
  FLAG_DISMISSED: 'Segnalazione respinta',
  FLAG_UPHELD: 'Segnalazione accolta',
  DISPUTE_UPHELD: 'Contestazione accolta',
  DISPUTE_REJECTED: 'Contestazione respinta',
  RATING_KEPT: 'Contestazione respinta',
  RATING_STRUCK: 'Contestazione accolta',
  RATING_REMOVED: 'Valutazione rimossa',
  RATING_RESTORED: 'Valutazione ripristinata',
} as const satisfies Readonly<Record<DecisionKind, string>>

const reviewEntries = (review: ModeratedReview): readonly TimelineEntry[] => [
  { at: review.createdAt, what: 'Recensione pubblicata', by: review.authorId },
  ...review.flags.map((flag) => ({ at: flag.createdAt, what: 'Segnalazione ricevuta', by: flag.reporterId })),
]
