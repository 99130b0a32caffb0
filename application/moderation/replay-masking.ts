import type { Instant } from '../../domain/kernel/primitives.ts'
import { utcDay } from '../../domain/kernel/time.ts'
import type {
  CaseSnapshot,
  CaseTimeline,
  ReplayedFlag,
  TimelineDecision,
  TimelineEvent,
  TimelineMoment,
} from './replay-timeline.ts'

/**
 * Who looks. `staff` decides and sees everything; the `auditor` sees what happened, sealed words sealed
 * (points settled 16); the two parties see their own and what is public.
 */
export interface Viewer {
  readonly kind: 'staff' | 'auditor' | 'business' | 'author'
  readonly accountId: string
}

/** A case as one viewer may see it: what is not theirs is not in the answer at all. */
export const maskReplay = (replay: CaseTimeline, viewer: Viewer): CaseTimeline => {
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

const maskForAuditor = (replay: CaseTimeline): CaseTimeline => ({
  ...replay,
  revisions: replay.revisions.map((words) => ({ ...words, comment: null, reasonTags: [] })),
  flags: replay.flags.map((flag) => ({ ...flag, note: null })),
  dispute: replay.dispute && { ...replay.dispute, message: null, evidenceUrls: null },
  moments: replay.moments.map((moment) => ({
    ...moment,
    decision: moment.decision && maskDecisionForAuditor(moment.decision),
    appeal: moment.appeal && { ...moment.appeal, text: null },
  })),
})

const maskDecisionForAuditor = (decision: TimelineDecision): TimelineDecision => ({
  ...decision,
  notes: null,
  resolution: null,
  statement: decision.statement && { ...decision.statement, facts: null },
})

/** An event not named here is shown to no party. */
const eventsShownToParties: ReadonlySet<TimelineEvent['type']> = new Set([
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
  'OpinionChanged',
])

const maskForParty = (replay: CaseTimeline, viewer: Viewer): CaseTimeline => {
  const mine = replay.flags.filter(({ reporterId }) => reporterId === viewer.accountId)
  const isMine = (flagId: string | null) => mine.some((flag) => flag.flagId === flagId)
  const isAuthor = viewer.kind === 'author'
  return {
    ...replay,
    authorId: null,
    revisions: isAuthor ? replay.revisions : replay.revisions.map((words) => ({ ...words, at: dayOnly(words.at) })),
    flags: mine.map(maskFlag),
    dispute: replay.dispute && { ...replay.dispute, evidenceUrls: isAuthor ? null : replay.dispute.evidenceUrls },
    moments: replay.moments
      .filter(
        ({ what, flagId, disclosedTo }) =>
          disclosedTo?.includes(viewer.accountId) ?? (eventsShownToParties.has(what) || isMine(flagId)),
      )
      .map((moment) => maskMoment(moment, viewer, isMine)),
  }
}

const maskFlag = (flag: ReplayedFlag): ReplayedFlag => ({
  ...flag,
  reporterId: null,
  reporterType: null,
  weight: null,
  weightVersion: null,
})

const maskMoment = (
  moment: TimelineMoment,
  viewer: Viewer,
  isMine: (flagId: string | null) => boolean,
): TimelineMoment => {
  const { what, by, at, decision } = moment
  const view = (one: CaseSnapshot) => maskSnapshot(one, isMine)
  // an hour could tell who wrote
  const authors = what === 'ReviewSubmitted' || what === 'ReviewEdited' || what === 'OpinionChanged'
  return {
    ...moment,
    at: viewer.kind === 'business' && authors ? dayOnly(at) : at,
    by: { ...by, id: null },
    disclosedTo: null,
    decision: decision && maskDecision(decision, viewer, view),
    view: view(moment.view),
  }
}

const maskSnapshot = (view: CaseSnapshot, isMine: (flagId: string) => boolean): CaseSnapshot => ({
  ...view,
  flags: view.flags.filter(({ flagId }) => isMine(flagId)),
  weight: null,
  claim: null,
})

const maskDecision = (
  decision: TimelineDecision,
  { kind }: Viewer,
  view: (one: CaseSnapshot) => CaseSnapshot,
): TimelineDecision => {
  const { statement, resolution, concerns, saw } = decision
  const addressed = concerns === kind || (concerns === 'reporter' && kind === 'business')
  return {
    ...decision,
    notes: null,
    resolution: kind === 'business' ? resolution : null,
    statement: statement && { ...statement, facts: addressed ? statement.facts : null },
    saw: saw && view(saw),
  }
}

const dayOnly = (at: Instant): Instant => `${utcDay(at)}T00:00:00.000Z` as Instant
