import { account } from '../../domain/accounts/account.ts'
import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { appeal } from '../../domain/moderation/appeal.ts'
import { type CaseKind, moderationCase } from '../../domain/moderation/case.ts'
import { dispute, type DisputeEvent } from '../../domain/reviews/dispute.ts'
import type { ReviewEvent } from '../../domain/reviews/review-events.ts'
import type { ExistingReview } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { reviewer, reviewerId } from '../../domain/reviews/reviewer.ts'
import { streamOf } from '../handle.ts'
import type { Privacy } from '../history.ts'
import { hasModeratorRole, type Person } from '../person.ts'
import { type CommandContext, refuse, type Result, type UseCase } from '../use-case.ts'
import { reviewOfReplayId } from './cases.ts'
import { maskReplay, type Viewer } from './replay-masking.ts'
import {
  type CaseSnapshot,
  type CaseTimeline,
  momentsOf,
  type ReplayedDispute,
  type ReplayedFlag,
  type ReviewRevision,
  type TimelineEvent,
  type TimelineMoment,
} from './replay-timeline.ts'

/** What was said in a case, each thing once: the moments only point at it. */
export const revisionsIn = (written: readonly EventEnvelope<ReviewEvent>[]): readonly ReviewRevision[] =>
  written.flatMap(({ event }) => {
    if (event.type !== 'ReviewSubmitted' && event.type !== 'ReviewEdited') return []
    const { at, rating, comment, reasonCode, reasonTags } = event.data
    return [{ at, rating, comment, reasonCode, reasonTags }]
  })

export const flagsIn = (written: readonly EventEnvelope<ReviewEvent>[]): readonly ReplayedFlag[] =>
  written.flatMap(({ event }) => {
    if (event.type !== 'ReviewFlagged') return []
    const { flagId, reporterId, reporterType, reason, note, weight, weightVersion, at } = event.data
    return [{ flagId, reporterId, reporterType, reason, note, weight, weightVersion, at }]
  })

export const disputeIn = (disputed: readonly EventEnvelope<DisputeEvent>[]): ReplayedDispute | null => {
  for (const { event } of disputed)
    if (event.type === 'DisputeOpened') {
      const { businessId, reason, message, evidenceUrls, dueAt } = event.data
      return { businessId, reason, message, evidenceUrls, dueAt }
    }
  return null
}

/** So many moments are shown, the latest; all of them are folded. */
export const maxMoments = 200

/**
 * *Rivivi la contestazione*: a case as it stood at each of its moments, for the eyes of whoever asks. Reads the few streams
 * of the case and never the log; whoever has no part in it is told that there is no such case.
 */
export const replayCase: UseCase<
  { readonly caseId: string },
  { readonly viewer: Viewer; readonly replay: CaseTimeline }
> =
  (context) =>
  ({ caseId }) =>
    pipe(
      loadReplaySubject(context, caseId),
      TE.bindTo('matter'),
      TE.bind('viewer', ({ matter }) => viewerFor(context, matter)),
      TE.bind('whole', ({ matter, viewer }) =>
        loadReplay(context, matter, viewer.kind === 'auditor' ? 'blank' : 'open'),
      ),
      TE.map(({ viewer, whole }) => ({ viewer, replay: maskReplay(whole, viewer) })),
    )

interface ReplaySubject {
  readonly caseId: string
  readonly reviewId: string
  /** Null for a review's whole story. */
  readonly kind: CaseKind | null
}

const caseNotFound = refuse({ type: 'CaseNotFound' })

const loadReplaySubject = ({ load }: CommandContext, caseId: string): Result<ReplaySubject> => {
  const story = reviewOfReplayId(caseId)
  if (story !== null) return TE.right({ caseId, reviewId: story, kind: null })
  return pipe(
    load(moderationCase, caseId),
    TE.flatMap(({ state }) =>
      state.status === 'none'
        ? TE.left(caseNotFound)
        : TE.right({ caseId, reviewId: state.targetId, kind: state.kind }),
    ),
  )
}

/** A party is a party before being staff: nobody looks behind a case of their own. Of a case of flags they know nothing. */
const viewerFor = ({ person, load }: CommandContext, { kind, reviewId }: ReplaySubject): Result<Viewer> =>
  pipe(
    load(review, reviewId),
    TE.bindTo('written'),
    TE.bind('disputed', () => load(dispute, reviewId)),
    TE.flatMap(({ written: { state }, disputed }) => {
      if (state.status === 'NONE') return TE.left(caseNotFound)
      const { accountId } = person
      const viewer = partyRole(state, accountId) ?? staffRole(person)
      const party = viewer === 'author' || viewer === 'business'
      const hidden = party && kind !== null && kind !== 'DISPUTE'
      const undisputed = viewer === 'business' && disputed.state.status === 'NONE'
      return viewer === null || hidden || undisputed ? TE.left(caseNotFound) : TE.right({ kind: viewer, accountId })
    }),
  )

const partyRole = ({ identity }: ExistingReview, accountId: string): 'author' | 'business' | null => {
  if (accountId === identity.authorId) return 'author'
  return identity.targetType === 'BUSINESS' && accountId === identity.targetId ? 'business' : null
}

const staffRole = (person: Person): 'staff' | 'auditor' | null =>
  hasModeratorRole(person) ? 'staff' : person.roles.includes('REVISORE') ? 'auditor' : null

const loadReplay = (context: CommandContext, matter: ReplaySubject, privacy: Privacy): Result<CaseTimeline> => {
  const { history } = context
  const { caseId, reviewId } = matter
  return pipe(
    TE.Do,
    TE.bind('written', () => history.read(review.events, streamOf(review, reviewId), privacy)),
    TE.bind('disputed', () => history.read(dispute.events, streamOf(dispute, reviewId), privacy)),
    TE.bind('queued', () => history.read(moderationCase.events, streamOf(moderationCase, caseId), privacy)),
    TE.bind('opinions', ({ written }) => countedReviewEvents(context, written)),
    TE.bind('appeals', ({ written, disputed }) => appealsAgainst(context, [...written, ...disputed], privacy)),
    TE.bind('again', ({ appeals }) => appealsAgainst(context, appeals, privacy)),
    TE.flatMap(({ written, disputed, queued, opinions, appeals, again }) =>
      assembleReplay(context, matter, { written, disputed, rest: [...queued, ...opinions, ...appeals, ...again] }),
    ),
  )
}

const countedReviewEvents = ({ history }: CommandContext, written: readonly EventEnvelope<ReviewEvent>[]) => {
  const [first] = written
  if (first === undefined) return TE.right([])
  const { authorId, targetId, reviewId } = first.event.data
  return pipe(
    history.read(reviewer.events, streamOf(reviewer, reviewerId(authorId, targetId)), 'blank'),
    TE.map((all) => all.filter(({ event }) => event.data.reviewId === reviewId)),
  )
}

/** An appeal's stream goes by the decision it is against; against what an appeal turned, once more. */
const appealsAgainst = (
  { history }: CommandContext,
  facts: readonly EventEnvelope<TimelineEvent>[],
  privacy: Privacy,
) =>
  pipe(
    facts.filter(({ event: { data } }) => 'by' in data),
    TE.traverseArray(({ id }) => history.read(appeal.events, streamOf(appeal, id), privacy)),
    TE.map((read) => read.flat()),
  )

interface ReplayedStreams {
  readonly written: readonly EventEnvelope<ReviewEvent>[]
  readonly disputed: readonly EventEnvelope<DisputeEvent>[]
  readonly rest: readonly EventEnvelope<TimelineEvent>[]
}

const assembleReplay = (
  context: CommandContext,
  matter: ReplaySubject,
  { written, disputed, rest }: ReplayedStreams,
): Result<CaseTimeline> => {
  const state = fold(
    review,
    written.map(({ event }) => event),
  )
  if (state.status === 'NONE') return TE.left(caseNotFound)
  const { authorId, authorType, targetType, targetId, visibility } = state.identity
  const businessId = targetType === 'BUSINESS' ? targetId : null
  const all = momentsOf([...written, ...disputed, ...rest], { authorId, businessId })
  const shown = all.slice(-maxMoments)
  return pipe(
    TE.Do,
    TE.bind('moments', () => (businessId === null ? TE.right(shown) : withScores(context, targetId, shown))),
    TE.bind('author', () => isErased(context, authorId)),
    TE.bind('business', () => (businessId === null ? TE.right(false) : isErased(context, businessId))),
    TE.map(({ moments, author, business }): CaseTimeline => ({
      ...matter,
      authorId,
      authorType,
      targetType,
      targetId,
      visibility,
      erased: { author, business },
      revisions: revisionsIn(written),
      flags: flagsIn(written),
      dispute: disputeIn(disputed),
      moments,
      omitted: all.length - shown.length,
    })),
  )
}

const withScores = (
  { lookups }: CommandContext,
  targetId: string,
  moments: readonly TimelineMoment[],
): Result<readonly TimelineMoment[]> => {
  const views = moments.flatMap(({ view, decision }) => [view, ...(decision?.saw ? [decision.saw] : [])])
  const places = [...new Set(views.map(({ asOf }) => asOf))].sort()
  return pipe(
    lookups.venueScoresAt(targetId, places),
    TE.map((scores) => {
      const scored = (view: CaseSnapshot): CaseSnapshot => ({
        ...view,
        score: scores?.[places.indexOf(view.asOf)] ?? null,
      })
      return moments.map((moment): TimelineMoment => ({
        ...moment,
        view: scored(moment.view),
        decision: moment.decision && { ...moment.decision, saw: moment.decision.saw && scored(moment.decision.saw) },
      }))
    }),
  )
}

/** Nobody is there any more; or the key is gone and the address reads as none. */
const isErased = ({ load }: CommandContext, accountId: string): Result<boolean> =>
  pipe(
    load(account, accountId, 'open'),
    TE.map(({ state }) => state.kind === null || state.email === ''),
  )
