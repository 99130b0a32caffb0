import type { Instant } from '../../domain/kernel/primitives.ts'
import { dayOf } from '../../domain/kernel/time.ts'
import type { CaseFact, Decision, Moment, Replay, ReplayedFlag, View } from './replay.ts'

/**
 * Who looks. `staff` decides and sees everything; the `auditor` sees what happened, sealed words sealed
 * (points settled 16); the two parties see their own and what is public.
 */
export interface Viewer {
  readonly kind: 'staff' | 'auditor' | 'business' | 'author'
  readonly accountId: string
}

/** A case as one viewer may see it: what is not theirs is not in the answer at all. */
export const masked = (replay: Replay, viewer: Viewer): Replay => {
  switch (viewer.kind) {
    case 'staff':
      return replay
    case 'auditor':
      return sealed(replay)
    case 'business':
    case 'author':
      return toParty(replay, viewer)
  }
}

const sealed = (replay: Replay): Replay => ({
  ...replay,
  revisions: replay.revisions.map((words) => ({ ...words, comment: null, reasonTags: [] })),
  flags: replay.flags.map((flag) => ({ ...flag, note: null })),
  dispute: replay.dispute && { ...replay.dispute, message: null, evidenceUrls: null },
  moments: replay.moments.map((moment) => ({
    ...moment,
    decision: moment.decision && sealedDecision(moment.decision),
    appeal: moment.appeal && { ...moment.appeal, text: null },
  })),
})

const sealedDecision = (decision: Decision): Decision => ({
  ...decision,
  notes: null,
  resolution: null,
  statement: decision.statement && { ...decision.statement, facts: null },
})

/** An event not named here is shown to no party. */
const forParties: ReadonlySet<CaseFact['type']> = new Set([
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

const toParty = (replay: Replay, viewer: Viewer): Replay => {
  const mine = replay.flags.filter(({ reporterId }) => reporterId === viewer.accountId)
  const isMine = (flagId: string | null) => mine.some((flag) => flag.flagId === flagId)
  const isAuthor = viewer.kind === 'author'
  return {
    ...replay,
    authorId: null,
    revisions: isAuthor ? replay.revisions : replay.revisions.map((words) => ({ ...words, at: midnightOf(words.at) })),
    flags: mine.map(unsigned),
    dispute: replay.dispute && { ...replay.dispute, evidenceUrls: isAuthor ? null : replay.dispute.evidenceUrls },
    moments: replay.moments
      .filter(({ what, flagId, told }) => told?.includes(viewer.accountId) ?? (forParties.has(what) || isMine(flagId)))
      .map((moment) => momentFor(moment, viewer, isMine)),
  }
}

const unsigned = (flag: ReplayedFlag): ReplayedFlag => ({
  ...flag,
  reporterId: null,
  reporterType: null,
  weight: null,
  weightVersion: null,
})

const momentFor = (moment: Moment, viewer: Viewer, isMine: (flagId: string | null) => boolean): Moment => {
  const { what, by, at, decision } = moment
  const view = (one: View) => viewFor(one, isMine)
  // an hour could tell who wrote
  const authors = what === 'ReviewSubmitted' || what === 'ReviewEdited' || what === 'OpinionChanged'
  return {
    ...moment,
    at: viewer.kind === 'business' && authors ? midnightOf(at) : at,
    by: { ...by, id: null },
    told: null,
    decision: decision && decisionFor(decision, viewer, view),
    view: view(moment.view),
  }
}

const viewFor = (view: View, isMine: (flagId: string) => boolean): View => ({
  ...view,
  flags: view.flags.filter(({ flagId }) => isMine(flagId)),
  weight: null,
  claim: null,
})

const decisionFor = (decision: Decision, { kind }: Viewer, view: (one: View) => View): Decision => {
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

const midnightOf = (at: Instant): Instant => `${dayOf(at)}T00:00:00.000Z` as Instant
