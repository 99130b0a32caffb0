import type { Instant } from '../../domain/kernel/primitives.ts'
import { utcDay } from '../../domain/kernel/time.ts'
import type { ViewerKind } from '../../domain/moderation/vocabulary.ts'
import type {
  ReplaySnapshot,
  CaseReplay,
  ReplayedFlag,
  ReplayDecision,
  ReplayedEvent,
  ReplayMoment,
} from './replay-moments.ts'
import { CountedStarsChanged } from '../../domain/reviews/counted-review.ts'

/**
 * `staff` sees everything; `auditor` sees all events without free text; the parties `business` and `author` see
 * their own data and what is public.
 * @rule D-16
 */
export interface Viewer {
  readonly kind: ViewerKind
  readonly accountId: string
}

/** Removes everything the viewer may not see. */
export const maskReplay = (replay: CaseReplay, viewer: Viewer): CaseReplay => {
  switch (viewer.kind) {
    case 'staff':
      return replay
    case 'auditor':
      return maskForAuditor(replay)
    case 'business':
    case 'author':
      return maskForParty(replay, viewer)
  }
}

const maskForAuditor = (replay: CaseReplay): CaseReplay => ({
  ...replay,
  revisions: replay.revisions.map((revision) => ({ ...revision, comment: null, reasonTags: [] })),
  flags: replay.flags.map((flag) => ({ ...flag, note: null })),
  dispute: replay.dispute && { ...replay.dispute, message: null, evidenceUrls: null },
  moments: replay.moments.map((moment) => ({
    ...moment,
    decision: moment.decision && maskDecisionForAuditor(moment.decision),
    appeal: moment.appeal && { ...moment.appeal, text: null },
  })),
})

const maskDecisionForAuditor = (decision: ReplayDecision): ReplayDecision => ({
  ...decision,
  notes: null,
  resolution: null,
  statement: decision.statement && { ...decision.statement, facts: null },
})

/** Parties see no other event types, except those about their own flags. */
const eventsShownToParties: ReadonlySet<ReplayedEvent['type']> = new Set([
  'ReviewSubmitted',
  'ReviewEdited',
  'ReviewHeld',
  'ReviewHidden',
  'ReviewRemoved',
  'ReviewRestored',
  'DisputeOpened',
  'DisputeTakenUnderReview',
  'DisputeUpheld',
  'DisputeRejected',
  'DisputeClosed',
  'DisputeVoided',
  CountedStarsChanged.type,
])

const maskForParty = (replay: CaseReplay, viewer: Viewer): CaseReplay => {
  const ownFlags = replay.flags.filter(({ reporterId }) => reporterId === viewer.accountId)
  const isOwnFlag = (flagId: string | null) => ownFlags.some((flag) => flag.flagId === flagId)
  const isAuthor = viewer.kind === 'author'
  const timeless = new Set(
    replay.moments.flatMap((moment) => (tellsTime(moment, viewer) ? (moment.decision?.decisionId ?? []) : [])),
  )
  return {
    ...replay,
    authorId: null,
    revisions: isAuthor
      ? replay.revisions
      : replay.revisions.map((revision) => ({ ...revision, at: dayOnly(revision.at) })),
    flags: ownFlags.map(maskFlag),
    dispute: replay.dispute && { ...replay.dispute, evidenceUrls: isAuthor ? null : replay.dispute.evidenceUrls },
    moments: replay.moments
      .filter(
        ({ what, flagId, disclosedTo }) =>
          disclosedTo?.includes(viewer.accountId) ?? (eventsShownToParties.has(what) || isOwnFlag(flagId)),
      )
      .map((moment) => maskMoment(moment, viewer, { isOwnFlag, timeless })),
  }
}

const maskFlag = (flag: ReplayedFlag): ReplayedFlag => ({
  ...flag,
  reporterId: null,
  reporterType: null,
  weight: null,
  weightVersion: null,
})

/** Whether the time of a moment is that of a review, which its venue may not know. */
const tellsTime = ({ what, by }: ReplayMoment, { kind }: Viewer): boolean => {
  const byAuthor = what === 'ReviewSubmitted' || what === 'ReviewEdited' || what === CountedStarsChanged.type
  return kind === 'business' && (byAuthor || by.kind === 'garbo')
}

/** The id of a decision contains its time, and a decision by Garbo is appealable for whole days after it. @rule Q-60 */
const withoutTime = (decision: ReplayDecision): ReplayDecision => {
  const { statement } = decision
  const until = statement?.appealableUntil ?? null
  return {
    ...decision,
    decisionId: null,
    statement: statement && { ...statement, appealableUntil: until && dayOnly(until) },
  }
}

interface Confidential {
  readonly isOwnFlag: (flagId: string | null) => boolean
  /** Ids of the decisions whose time the viewer may not know. */
  readonly timeless: ReadonlySet<string>
}

/**
 * Businesses see the day of a review and of what Garbo did at once because of it, and not the score it changed: the time and
 * the order of the reviews of a day could reveal their authors.
 * @rule Q-60
 */
const maskMoment = (moment: ReplayMoment, viewer: Viewer, { isOwnFlag, timeless }: Confidential): ReplayMoment => {
  const { by, at, decision, appeal } = moment
  const mask = (snapshot: ReplaySnapshot) => maskSnapshot(snapshot, isOwnFlag)
  const isTimeless = tellsTime(moment, viewer)
  const shown = isTimeless ? { at: dayOnly(at), precision: 'day' as const } : {}
  const view = mask(moment.view)
  return {
    ...moment,
    ...shown,
    by: { ...by, id: null },
    disclosedTo: null,
    decision: decision && maskDecision(isTimeless ? withoutTime(decision) : decision, viewer, mask),
    appeal: appeal && timeless.has(appeal.decisionId ?? '') ? { ...appeal, decisionId: null } : appeal,
    view: isTimeless ? { ...view, score: null } : view,
  }
}

const maskSnapshot = (view: ReplaySnapshot, isOwnFlag: (flagId: string) => boolean): ReplaySnapshot => ({
  ...view,
  flags: view.flags.filter(({ flagId }) => isOwnFlag(flagId)),
  weight: null,
  claim: null,
})

const maskDecision = (
  decision: ReplayDecision,
  { kind }: Viewer,
  mask: (snapshot: ReplaySnapshot) => ReplaySnapshot,
): ReplayDecision => {
  const { statement, resolution, addressee, saw } = decision
  const addressed = addressee === kind || (addressee === 'reporter' && kind === 'business')
  return {
    ...decision,
    notes: null,
    resolution: kind === 'business' ? resolution : null,
    statement: statement && { ...statement, facts: addressed ? statement.facts : null },
    saw: saw && mask(saw),
  }
}

const dayOnly = (at: Instant): Instant => `${utcDay(at)}T00:00:00.000Z` as Instant
