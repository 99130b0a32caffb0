import { account } from '../../domain/accounts/account.ts'
import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { appeal } from '../../domain/moderation/appeal.ts'
import { moderationCase } from '../../domain/moderation/case.ts'
import type { CaseKind } from '../../domain/moderation/vocabulary.ts'
import { dispute, type DisputeEvent } from '../../domain/reviews/dispute.ts'
import type { ExistingReview, ReviewEvent } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { reviewSeries, reviewSeriesId } from '../../domain/reviews/review-series.ts'
import { streamOf } from '../command-handler.ts'
import { hasAuditorRole, hasModeratorRole, type Person } from '../person.ts'
import type { PersonalData } from '../ports/sealing.ts'
import { type UseCaseContext, rejectedWith, type Result, type UseCase } from '../use-case.ts'
import { isAboutReview, reviewOfReplayId } from './cases.ts'
import { loadMatterOfReview, requireImpartial } from './own-matter.ts'
import { maskReplay, type Viewer } from './replay-masking.ts'
import {
  type ReplaySnapshot,
  type CaseReplay,
  momentsOf,
  type ReplayedDispute,
  type ReplayedFlag,
  type ReviewRevision,
  type ReplayedEvent,
  type ReplayMoment,
} from './replay-moments.ts'

/** The review's texts, oldest first. Moments refer to them by index. */
const revisionsIn = (reviewEvents: readonly EventEnvelope<ReviewEvent>[]): readonly ReviewRevision[] =>
  reviewEvents.flatMap(({ event }) => {
    if (event.type !== 'ReviewSubmitted' && event.type !== 'ReviewEdited') return []
    const { at, rating, comment, reasonCode, reasonTags } = event.data
    return [{ at, rating, comment, reasonCode, reasonTags }]
  })

const flagsIn = (reviewEvents: readonly EventEnvelope<ReviewEvent>[]): readonly ReplayedFlag[] =>
  reviewEvents.flatMap(({ event }) => {
    if (event.type !== 'ReviewFlagged') return []
    const { flagId, reporterId, reporterType, reason, note, weight, weightVersion, at } = event.data
    return [{ flagId, reporterId, reporterType, reason, note, weight, weightVersion, at }]
  })

const disputeIn = (disputed: readonly EventEnvelope<DisputeEvent>[]): ReplayedDispute | null => {
  for (const { event } of disputed)
    if (event.type === 'DisputeOpened') {
      const { businessId, reason, message, evidenceUrls, dueAt } = event.data
      return { businessId, reason, message, evidenceUrls, dueAt }
    }
  return null
}

/** Maximum number of moments returned; the latest are kept. */
export const maxMoments = 200
/** The same for a bundle. */
const maxMomentsInBundle = 2_000

/**
 * *Rivivi la contestazione*: the case as it stood after each of its events, masked for the viewer. Reads the streams of
 * the case only. Viewers without access get `CaseNotFound`; staff who ask for a case that is not about a review get
 * `CaseNotReplayable`.
 */
export const replayCase: ReplayUseCase = (context) => replayFor(context, { readAs: TE.right, most: maxMoments })

/**
 * The case as it goes into a bundle: for its parties as they replay it, sealed for auditors and administrators. Other
 * moderators replay it on the screen only.
 * @rule D-62
 */
export const replayCaseForBundle: ReplayUseCase = (context) =>
  replayFor(context, { readAs: readerOfBundle(context), most: maxMomentsInBundle })

type ReplayUseCase = UseCase<{ readonly caseId: string }, { readonly viewer: Viewer; readonly replay: CaseReplay }>

interface Reading {
  /** As whom a viewer of the case reads it. */
  readonly readAs: (viewer: Viewer) => Result<Viewer>
  /** Moments returned. */
  readonly most: number
}

const replayFor =
  (context: UseCaseContext, { readAs, most }: Reading): ReturnType<ReplayUseCase> =>
  ({ caseId }) =>
    pipe(
      loadReplayedCase(context, caseId),
      TE.bindTo('replayed'),
      TE.bind('viewer', ({ replayed }) => pipe(viewerFor(context, replayed), TE.flatMap(readAs))),
      TE.bind('replay', ({ replayed, viewer }) => loadReplay(context, replayed, personalDataFor(viewer), most)),
      TE.map(({ viewer, replay }) => ({ viewer, replay: maskReplay(replay, viewer) })),
    )

const personalDataFor = ({ kind }: Viewer): PersonalData => (kind === 'auditor' ? 'omitted' : 'decrypted')

const readerOfBundle =
  ({ person }: UseCaseContext) =>
  (viewer: Viewer): Result<Viewer> => {
    if (viewer.kind === 'author' || viewer.kind === 'business') return TE.right(viewer)
    return hasAuditorRole(person)
      ? TE.right({ ...viewer, kind: 'auditor' })
      : TE.left(rejectedWith({ type: 'Forbidden', needs: 'auditor' }))
  }

interface ReplayedCase {
  readonly caseId: string
  readonly reviewId: string
  /** Null for the full history of a review. */
  readonly kind: CaseKind | null
}

const caseNotFound = rejectedWith({ type: 'CaseNotFound' })

const loadReplayedCase = ({ load, person }: UseCaseContext, caseId: string): Result<ReplayedCase> => {
  const reviewId = reviewOfReplayId(caseId)
  if (reviewId !== null) return TE.right({ caseId, reviewId, kind: null })
  return pipe(
    load(moderationCase, caseId),
    TE.flatMap(({ state }): Result<ReplayedCase> => {
      if (state.status === 'none') return TE.left(caseNotFound)
      if (isAboutReview(state)) return TE.right({ caseId, reviewId: state.aboutId, kind: state.kind })
      const isOutsider = staffRole(person) !== null && !state.excludedAccounts.includes(person.accountId)
      return TE.left(isOutsider ? rejectedWith({ type: 'CaseNotReplayable' }) : caseNotFound)
    }),
  )
}

/**
 * Author and business may replay dispute cases and the full history only, the business once it has disputed the review;
 * staff who are one of them count as that party. Staff with another conflict of interest see nothing.
 */
const viewerFor = (context: UseCaseContext, { kind, reviewId }: ReplayedCase): Result<Viewer> => {
  const { person, load } = context
  return pipe(
    load(review, reviewId),
    TE.bindTo('reviewed'),
    TE.bind('disputed', () => load(dispute, reviewId)),
    TE.flatMap(({ reviewed: { state }, disputed }) => {
      if (state.status === 'NONE') return TE.left(caseNotFound)
      const { accountId } = person
      const viewer = partyRole(state, accountId) ?? staffRole(person)
      const party = viewer === 'author' || viewer === 'business'
      const hidden = party && kind !== null && kind !== 'DISPUTE'
      const undisputed = viewer === 'business' && disputed.state.status === 'NONE'
      return viewer === null || hidden || undisputed ? TE.left(caseNotFound) : TE.right({ kind: viewer, accountId })
    }),
    TE.tap(({ kind: viewer }) =>
      viewer === 'staff' || viewer === 'auditor' ? requireOthersReview(context, reviewId) : TE.right(undefined),
    ),
  )
}

const requireOthersReview = (context: UseCaseContext, reviewId: string): Result<void> =>
  pipe(
    loadMatterOfReview(context, reviewId),
    TE.flatMap((matter) => requireImpartial(context, matter)),
  )

const partyRole = ({ identity }: ExistingReview, accountId: string): 'author' | 'business' | null => {
  if (accountId === identity.authorId) return 'author'
  return identity.targetType === 'BUSINESS' && accountId === identity.targetId ? 'business' : null
}

const staffRole = (person: Person): 'staff' | 'auditor' | null =>
  hasModeratorRole(person) ? 'staff' : person.roles.includes('REVISORE') ? 'auditor' : null

const loadReplay = (
  context: UseCaseContext,
  replayed: ReplayedCase,
  personalData: PersonalData,
  most: number,
): Result<CaseReplay> => {
  const { history } = context
  const { caseId, reviewId } = replayed
  return pipe(
    TE.Do,
    TE.bind('reviewEvents', () => history.read(review.events, streamOf(review, reviewId), personalData)),
    TE.bind('disputeEvents', () => history.read(dispute.events, streamOf(dispute, reviewId), personalData)),
    TE.bind('caseEvents', () => history.read(moderationCase.events, streamOf(moderationCase, caseId), personalData)),
    TE.bind('seriesEvents', ({ reviewEvents }) => loadSeriesEvents(context, reviewEvents)),
    TE.bind('appeals', ({ reviewEvents, disputeEvents }) =>
      appealsAgainst(context, [...reviewEvents, ...disputeEvents], personalData),
    ),
    TE.bind('secondAppeals', ({ appeals }) => appealsAgainst(context, appeals, personalData)),
    TE.flatMap(({ reviewEvents, disputeEvents, caseEvents, seriesEvents, appeals, secondAppeals }) =>
      assembleReplay(context, replayed, {
        reviewEvents,
        disputeEvents,
        rest: [...caseEvents, ...seriesEvents, ...appeals, ...secondAppeals],
        most,
      }),
    ),
  )
}

/** Events of the review series that concern this review. */
const loadSeriesEvents = ({ history }: UseCaseContext, reviewEvents: readonly EventEnvelope<ReviewEvent>[]) => {
  const [first] = reviewEvents
  if (first === undefined) return TE.right([])
  const { authorId, targetId, reviewId } = first.event.data
  return pipe(
    history.read(reviewSeries.events, streamOf(reviewSeries, reviewSeriesId(authorId, targetId)), 'omitted'),
    TE.map((all) => all.filter(({ event }) => event.data.reviewId === reviewId)),
  )
}

/** The appeals against the decisions among `events`. The id of an appeal's stream is the id of the decision. */
const appealsAgainst = (
  { history }: UseCaseContext,
  events: readonly EventEnvelope<ReplayedEvent>[],
  personalData: PersonalData,
) =>
  pipe(
    events.filter(({ event: { data } }) => 'by' in data),
    TE.traverseArray(({ id }) => history.read(appeal.events, streamOf(appeal, id), personalData)),
    TE.map((streams) => streams.flat()),
  )

interface ReplayedStreams {
  readonly reviewEvents: readonly EventEnvelope<ReviewEvent>[]
  readonly disputeEvents: readonly EventEnvelope<DisputeEvent>[]
  readonly rest: readonly EventEnvelope<ReplayedEvent>[]
  /** Moments shown. */
  readonly most: number
}

const assembleReplay = (
  context: UseCaseContext,
  replayed: ReplayedCase,
  { reviewEvents, disputeEvents, rest, most }: ReplayedStreams,
): Result<CaseReplay> => {
  const state = fold(
    review,
    reviewEvents.map(({ event }) => event),
  )
  if (state.status === 'NONE') return TE.left(caseNotFound)
  const { authorId, authorType, targetType, targetId, visibility } = state.identity
  const businessId = targetType === 'BUSINESS' ? targetId : null
  const all = momentsOf([...reviewEvents, ...disputeEvents, ...rest], { authorId, businessId })
  const shown = all.slice(-most)
  return pipe(
    TE.Do,
    TE.bind('moments', () => (businessId === null ? TE.right(shown) : withScores(context, targetId, shown))),
    TE.bind('author', () => isErased(context, authorId)),
    TE.bind('business', () => (businessId === null ? TE.right(false) : isErased(context, businessId))),
    TE.map(({ moments, author, business }): CaseReplay => ({
      ...replayed,
      authorId,
      authorType,
      targetType,
      targetId,
      visibility,
      erased: { author, business },
      revisions: revisionsIn(reviewEvents),
      flags: flagsIn(reviewEvents),
      dispute: disputeIn(disputeEvents),
      moments,
      omitted: all.length - shown.length,
    })),
  )
}

const withScores = (
  { lookups }: UseCaseContext,
  targetId: string,
  moments: readonly ReplayMoment[],
): Result<readonly ReplayMoment[]> => {
  const views = moments.flatMap(({ view, decision }) => [view, ...(decision?.saw ? [decision.saw] : [])])
  const positions = [...new Set(views.map(({ asOf }) => asOf))].sort()
  return pipe(
    lookups.reviews.fullScoresAt(targetId, positions),
    TE.map((scores) => {
      const scored = (view: ReplaySnapshot): ReplaySnapshot => ({
        ...view,
        score: scores?.[positions.indexOf(view.asOf)] ?? null,
      })
      return moments.map((moment): ReplayMoment => ({
        ...moment,
        view: scored(moment.view),
        decision: moment.decision && { ...moment.decision, saw: moment.decision.saw && scored(moment.decision.saw) },
      }))
    }),
  )
}

/** Whether the account was deleted or its encryption key erased, in which case the e-mail address reads as empty. */
const isErased = ({ load }: UseCaseContext, accountId: string): Result<boolean> =>
  pipe(
    load(account, accountId, 'decrypted'),
    TE.map(({ state }) => state.kind === null || state.email === ''),
  )
