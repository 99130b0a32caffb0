import { parseFlagAbuseCaseId } from '../../../application/moderation/cases.ts'
import { communityRule } from '../../../application/moderation/reasons.it.ts'
import type { Viewer } from '../../../application/moderation/replay-masking.ts'
import type * as replayed from '../../../application/moderation/replay-moments.ts'
import type { ReversalPlanDetails } from '../../../application/moderation/reversal.ts'
import { contributionsToNextAva } from '../../../domain/ava/rules.ts'
import { daysAfter, workingDaysAfter } from '../../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import { appealObstacle } from '../../../domain/moderation/appeal.ts'
import { appealingSide } from '../../../domain/moderation/rules.ts'
import type { TextState } from '../../../domain/moderation/vocabulary.ts'
import { CountedStarsChanged } from '../../../domain/reviews/counted-review.ts'
import { allowedDisputeStatuses } from '../../../domain/reviews/dispute.ts'
import { allowedFlagOutcomes } from '../../../domain/reviews/review-flags.ts'
import { allowedReviewStatuses, reviewStatusObstacle } from '../../../domain/reviews/review-moderation.ts'
import { authorAndPendingReporters, isParty } from '../../../domain/reviews/review-state.ts'
import { allowedFlagAbuseOutcomes } from '../../../domain/sanctions/flag-abuse.ts'
import type { Appeal } from '../../../projections/moderation/appeals.ts'
import type {
  flagAbuseRecord,
  ModeratedReview as ReviewRow,
} from '../../../projections/moderation/case-file.queries.ts'
import type { DecisionWithAppeals as Row } from '../../../projections/moderation/decisions.ts'
import type { DailyCases, OpenCases, QueuedCase as CaseRow } from '../../../projections/moderation/queue.queries.ts'
import type { transparencyStatistics } from '../../../projections/moderation/transparency.ts'
import type { disputeForModerator } from '../../../projections/reviews/disputes.ts'
import type { AppealSide, OwnAppeal } from '../../contract/moderation/appeals.ts'
import type { CaseReplay, ReplayDecision, ReplayMoment, ReplaySnapshot } from '../../contract/moderation/case-replay.ts'
import type {
  ModeratedDispute,
  ModeratedFlag,
  ModeratedReview,
  QueuedCase,
  QueueStatistics,
} from '../../contract/moderation/cases.ts'
import type { DecisionReasons, Ground, OwnDecision, Transparency } from '../../contract/moderation/decisions.ts'
import type { ReversalChange, ReversalPlan } from '../../contract/moderation/reversal.ts'
import type { FlagAbuse } from '../../contract/sanctions/sanctions.ts'

interface ReasonColumns {
  readonly whyFacts: string | null
  readonly whyGround: string | null
}

/** Null if there is no decision yet. */
export const reasonsResponse = ({ whyFacts: facts, whyGround: ground }: ReasonColumns): DecisionReasons | null =>
  facts === null || ground === null ? null : { facts, ground: ground as Ground }

type ModeratedDisputeRow = NonNullable<Awaited<ReturnType<typeof disputeForModerator>>>

export const flagResponse = (
  flag: ReviewRow['flags'][number],
  review: ReviewRow,
  moderatorId: string,
): ModeratedFlag => {
  const { id, reason, note, status, createdAt, reporterId, reporterType, reporterName } = flag
  const fields = { id, reviewId: review.id, reason, note, status, createdAt, reporterId, reporterType, reporterName }
  const outcomes = allowedFlagOutcomes(flag, partiesOf(review), moderatorId, review.targetAccountId)
  return { ...fields, allowedVerdicts: [...outcomes] }
}

const partiesOf = ({ authorId, targetType, targetId, flags }: ReviewRow) => ({
  identity: { authorId, targetType, targetId },
  flags,
})

export const moderatedReviewResponse = (row: ReviewRow, moderatorId: string): ModeratedReview => {
  const { flags, targetAccountId, ...fields } = row
  const review = { ...partiesOf(row), status: row.moderationStatus }
  return {
    ...fields,
    flags: flags.map((flag) => flagResponse(flag, row, moderatorId)),
    allowedVerdicts: [...allowedReviewStatuses(review, moderatorId, targetAccountId)],
    ownMatter: isParty(review, moderatorId, targetAccountId),
    statusObstacle: reviewStatusObstacle(review, moderatorId, targetAccountId),
  }
}

/** `review`: the disputed review. */
export const moderatedDisputeResponse = (
  dispute: ModeratedDisputeRow,
  review: ReviewRow,
  moderatorId: string,
): ModeratedDispute => {
  const excluded = [dispute.businessId, ...authorAndPendingReporters(partiesOf(review))]
  const statuses = allowedDisputeStatuses(dispute.status, excluded, moderatorId)
  return { ...dispute, allowedVerdicts: [...statuses] }
}

type FlagAbuseRow = Awaited<ReturnType<typeof flagAbuseRecord>>

export const flagAbuseResponse = (
  { flags, ...record }: FlagAbuseRow,
  flagAbuseCase: Parameters<typeof allowedFlagAbuseOutcomes>[0],
  moderatorId: string,
): FlagAbuse => ({
  ...record,
  allowedOutcomes: [...allowedFlagAbuseOutcomes(flagAbuseCase, moderatorId)],
  flags: flags.map(({ id, reviewId, reason, note, status, createdAt, decidedAt, targetName }) => {
    return { id, reviewId, reason, note, status, createdAt, decidedAt, targetName }
  }),
})

const caseSummaries = {
  FLAG: 'Segnalazione',
  DISPUTE: 'Contestazione',
  APPEAL: 'Ricorso',
  HELD: 'In revisione',
  RATING_CONTEST: 'Contestazione di una valutazione',
} as const

export const queuedCaseResponse = ({
  rating,
  comment,
  flagsOpen,
  parties: _,
  venueId: __,
  ...row
}: CaseRow): QueuedCase => {
  if (parseFlagAbuseCaseId(row.caseId) !== null)
    return { ...row, summary: 'Molte segnalazioni respinte dello stesso account' }
  const kind = caseSummaries[row.kind]
  if (rating === null || flagsOpen === null) return { ...row, summary: kind }
  const excerpt =
    comment === null ? 'senza commento' : `«${comment.length > 80 ? `${comment.slice(0, 79)}…` : comment}»`
  const flags = flagsOpen === 1 ? '1 segnalazione' : `${flagsOpen} segnalazioni`
  return { ...row, summary: `${kind} · ${rating} su 5 · ${flags} · ${excerpt}` }
}

export const reversalPlanResponse = (plan: ReversalPlanDetails, accountId: string): ReversalPlan => {
  const { planId, reviewId, by, at, approved, predictedChanges, kept, outcome, canApprove } = plan
  return {
    planId,
    reviewId,
    draftedAt: at,
    draftedByMe: by === accountId,
    approvedAt: approved?.at ?? null,
    approvedByMe: approved?.by === accountId,
    canApprove,
    effects: predictedChanges.map(reversalChangeResponse),
    kept: [...kept],
    figures: reversalMetricsResponse(plan),
    outcome: outcome && {
      done: outcome.done,
      missing: outcome.missing.map(reversalChangeResponse),
      unforeseen: outcome.unexpected.map(reversalChangeResponse),
    },
  }
}

const reversalChangeResponse = ({
  stream,
  ...change
}: ReversalPlanDetails['predictedChanges'][number]): ReversalChange => ({
  of: stream.split('-')[0] ?? stream,
  ...change,
  measure: measureOf(change),
})

const measureOf = ({ what, amount }: Pick<ReversalChange, 'what' | 'amount'>): ReversalChange['measure'] => {
  if (what === CountedStarsChanged.type) return 'stars'
  if (what === 'RewardRevoked') return 'code'
  if (amount === null) return null
  if (what === 'ViolationRecorded') return 'strike'
  return what === 'AvaTakenBack' ? 'ava' : null
}

const reversalMetricsResponse = ({ figures }: ReversalPlanDetails): ReversalPlan['figures'] => {
  const metricOf = (name: ReversalPlanDetails['figures'][number]['name']) => {
    const metric = figures.find((candidate) => candidate.name === name)
    return metric === undefined ? null : { before: metric.before, after: metric.after }
  }
  const unchanged = { before: 0, after: 0 }
  const [stars, counted] = [metricOf('venue-stars'), metricOf('venue-raters')]
  const ratings = metricOf('author-ratings') ?? unchanged
  return {
    venue: stars &&
      counted && {
        stars: {
          before: averageOrNull(stars.before, counted.before),
          after: averageOrNull(stars.after, counted.after),
        },
        raters: counted,
      },
    ratings,
    ava: metricOf('author-ava') ?? unchanged,
    ratingsToNextAva: contributionsToNextAva(ratings.after),
    codes: metricOf('author-codes'),
  }
}

const averageOrNull = (starSum: number, counted: number) => (counted === 0 ? null : starSum / counted)

export const replayResponse = ({
  viewer,
  replay,
}: {
  readonly viewer: Viewer
  readonly replay: replayed.CaseReplay
}): CaseReplay => {
  const { authorId: _, revisions, flags, dispute, moments, ...subject } = replay
  return {
    ...subject,
    viewer: viewer.kind,
    textState: reviewTextState(viewer, replay),
    revisions: revisions.map((revision) => ({ ...revision, reasonTags: [...revision.reasonTags] })),
    // moderators find the reporters in the case file
    flags: flags.map(({ reporterId: _reporter, ...flag }) => flag),
    dispute: dispute && {
      ...dispute,
      messageState: textStateOf(dispute.message),
      evidenceUrls: dispute.evidenceUrls && [...dispute.evidenceUrls],
    },
    moments: moments.map(momentResponse),
  }
}

const reviewTextState = (viewer: Viewer, { erased }: replayed.CaseReplay): TextState => {
  if (viewer.kind === 'auditor') return 'withheld'
  return erased.author ? 'erased' : 'shown'
}

/** Masked texts are null; texts sealed under an erased key read as empty. */
const textStateOf = (text: string | null): TextState => {
  if (text === null) return 'withheld'
  return text === '' ? 'erased' : 'shown'
}

const momentResponse = (
  { at, precision, what, by, flagId, decision, appeal, view }: replayed.ReplayMoment,
  index: number,
): ReplayMoment => ({
  n: index + 1,
  at,
  precision,
  what,
  by: { kind: by.kind, id: by.id },
  flagId,
  decision: decision && replayDecisionResponse(decision),
  appeal: appeal && { ...appeal, textState: textStateOf(appeal.text) },
  view: replaySnapshotResponse(view),
})

const replayDecisionResponse = ({
  decisionId,
  notes,
  resolution,
  statement,
  saw,
}: replayed.ReplayDecision): ReplayDecision => ({
  decisionId,
  notes,
  resolution,
  statement: statement && { ...statement, redress: [...statement.redress] },
  saw: saw && replaySnapshotResponse(saw),
})

const replaySnapshotResponse = ({ asOf: _, flags, score, ...view }: replayed.ReplaySnapshot): ReplaySnapshot => ({
  ...view,
  flags: [...flags],
  score: score && { average: averageOrNull(score.starSum, score.counted), raters: score.counted },
})

/** Replaces the id of a rating, which contains the business, by the one its guest knows. @rule Q-46 */
type ToAlias = (ratingId: string) => string

const subjectIdOf = (toAlias: ToAlias, id: string, side: AppealSide): string => (side === 'guest' ? toAlias(id) : id)

export const decisionResponse =
  (toAlias: ToAlias) =>
  ({
    ground,
    rulesVersion,
    inForce: _,
    hasAppealed: __,
    appealsClosed: ___,
    reviewId,
    ...decision
  }: Row): Omit<OwnDecision, 'appealObstacle'> => ({
    ...decision,
    reviewId: subjectIdOf(toAlias, reviewId, decision.addressee),
    rule: { ground, ...communityRule(ground, rulesVersion), version: rulesVersion },
  })

/** With whether the addressee can appeal at `now`. */
export const ownDecisionResponse =
  (toAlias: ToAlias, now: Instant) =>
  (row: Row): OwnDecision => ({ ...decisionResponse(toAlias)(row), appealObstacle: obstacleOf(row, now) })

const obstacleOf = (row: Row, now: Instant): OwnDecision['appealObstacle'] => {
  const { kind, addressee, inForce, hasAppealed, appealsClosed: isClosed } = row
  if (appealingSide[kind] !== addressee) return 'favourable'
  return appealObstacle(
    { appealableUntil: row.appealableUntil as Instant | null, inForce },
    { hasAppealed, isClosed },
    now,
  )
}

export const transparencyResponse = (
  year: number,
  years: readonly number[],
  counted: Awaited<ReturnType<typeof transparencyStatistics>>,
): Transparency => {
  const { notices, answers, actions, grounds, appeals } = counted
  const { medianMinutes, ...outcomes } = answers
  const { held, hidden, removed, restored, overturned, detected, shownAgain } = actions
  return {
    year,
    years: [...years],
    notices,
    answers: outcomes,
    medianMinutes,
    actions: { held, hidden, removed, restored },
    grounds: [...grounds],
    overturned,
    appeals,
    automated: { decided: held, detected, reversed: shownAgain },
  }
}

/** Leaves out the moderator who decided. */
export const ownAppealResponse =
  (toAlias: ToAlias) =>
  ({ toldId, reviewId, side, status, text, lodgedAt, measure, reason, closedAt }: Appeal): OwnAppeal => ({
    decisionId: toldId,
    reviewId: subjectIdOf(toAlias, reviewId, side),
    side,
    status,
    reason: text,
    lodgedAt,
    measure,
    answer: reason,
    closedAt,
  })

const statisticsLength = 30

/** The days of the queue’s statistics, earliest first. */
export const statisticsDays = (today: Day): readonly Day[] =>
  Array.from({ length: statisticsLength }, (_, index) => daysAfter(today, index + 1 - statisticsLength))

/** Ages of open cases in working days; the last group has no end. */
const ageGroups = [
  { from: 0, to: 1 },
  { from: 2, to: 3 },
  { from: 4, to: 5 },
  { from: 6, to: null },
] as const
const oldest = 6

export const queueStatisticsResponse = (
  daily: readonly DailyCases[],
  open: readonly OpenCases[],
  today: Day,
): QueueStatistics => {
  const byDay = new Map(daily.map((cases) => [cases.day, cases]))
  const aged = open.map(({ day, cases }) => ({ age: workingDaysAfter(day as Day, today, oldest), cases }))
  return {
    days: statisticsDays(today).map((day) => byDay.get(day) ?? { day, opened: 0, decided: 0 }),
    openByAge: ageGroups.map(({ from, to }) => ({
      from,
      to,
      cases: aged
        .filter(({ age }) => age >= from && (to === null || age <= to))
        .reduce((sum, { cases }) => sum + cases, 0),
    })),
  }
}
