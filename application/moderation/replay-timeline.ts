import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { StatementOfReasons } from '../../domain/kernel/statement-of-reasons.ts'
import { type AppealEvent, AppealEvents, type AppealOutcome } from '../../domain/moderation/appeal.ts'
import {
  type CaseEvent,
  CaseEvents,
  type CaseKind,
  type CaseState,
  type Claim,
  liveClaim,
  moderationCase,
} from '../../domain/moderation/case.ts'
import { dispute, type DisputeEvent, DisputeEvents, type DisputeState } from '../../domain/reviews/dispute.ts'
import { type ReviewEvent, ReviewEvents } from '../../domain/reviews/review-events.ts'
import { type Flag, pendingFlags } from '../../domain/reviews/review-state.ts'
import { review, type ReviewState } from '../../domain/reviews/review.ts'
import type { ReviewerEvent } from '../../domain/reviews/reviewer.ts'
import type {
  AuthorType,
  DisputeReason,
  FlagReason,
  ReasonCode,
  ReviewStatus,
  TargetType,
  Visibility,
} from '../../domain/reviews/vocabulary.ts'
import type { VenueScore } from '../ports/lookups.ts'

/** What can be lived through again in a case. */
export type TimelineEvent = ReviewEvent | DisputeEvent | CaseEvent | ReviewerEvent | AppealEvent

/** The words of a review as they stood from one moment to the next. */
export interface ReviewRevision {
  readonly at: Instant
  readonly rating: number
  readonly comment: string | null
  readonly reasonCode: ReasonCode
  readonly reasonTags: readonly string[]
}

export interface ReplayedFlag {
  readonly flagId: string
  readonly reporterId: string | null
  readonly reporterType: AuthorType | null
  readonly reason: FlagReason
  readonly note: string | null
  /** In hundredths, and by which formula; null to whom it is not told. */
  readonly weight: number | null
  readonly weightVersion: number | null
  readonly at: Instant
}

export interface ReplayedDispute {
  readonly businessId: string
  readonly reason: DisputeReason
  readonly message: string | null
  readonly evidenceUrls: readonly string[] | null
  readonly dueAt: Instant
}

type DisputeStatus = 'OPEN' | 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED' | 'CLOSED'

/** The case as it stood at one moment. */
export interface CaseSnapshot {
  /** Everything up to here is in it. */
  readonly asOf: Position
  /** Which of the revisions stood. */
  readonly revision: number
  readonly status: ReviewStatus
  readonly flags: readonly { readonly flagId: string; readonly status: Flag['status'] }[]
  /** Of the flags still pending, in hundredths; null to whom it is not told. */
  readonly weight: number | null
  readonly dispute: DisputeStatus | null
  readonly claim: Claim | null
  /** The venue's stars then; null where they are not shown. */
  readonly score: VenueScore | null
}

export interface TimelineDecision {
  /** The deciding event's id: letters and appeals name the decision by it. */
  readonly decisionId: string
  /** Between moderators. */
  readonly notes: string | null
  readonly resolution: string | null
  readonly statement: (Omit<StatementOfReasons, 'facts'> & { readonly facts: string | null }) | null
  /** Whose personal data the facts are: they are told to that person. */
  readonly concerns: 'author' | 'business' | 'reporter'
  /** What whoever decided had before their eyes; null when nothing had happened before. */
  readonly saw: CaseSnapshot | null
}

/** What happened to an appeal against a decision of the case. */
export interface ReplayedAppeal {
  /** The decision it is against. */
  readonly decisionId: string
  /** What the appellant had to say. */
  readonly text: string | null
  readonly outcome: AppealOutcome | null
}

export type ActorKind = 'author' | 'business' | 'reporter' | 'moderator' | 'garbo'

export interface TimelineMoment {
  readonly at: Instant
  readonly what: TimelineEvent['type']
  /** `garbo` is whatever follows by itself. */
  readonly by: { readonly kind: ActorKind; readonly id: string | null }
  /** The flag it is about; null when it is about none. */
  readonly flagId: string | null
  readonly decision: TimelineDecision | null
  readonly appeal: ReplayedAppeal | null
  /** The accounts it was told to; null when it is no secret between the parties. */
  readonly disclosedTo: readonly string[] | null
  /** The case once it had happened. */
  readonly view: CaseSnapshot
}

/** The whole of a case, moment by moment. */
export interface CaseTimeline {
  readonly reviewId: string
  readonly caseId: string
  /** Null for a review's whole story, whatever cases it had. */
  readonly kind: CaseKind | null
  readonly authorId: string | null
  readonly authorType: AuthorType
  /** Whose words are gone with their account. */
  readonly erased: { readonly author: boolean; readonly business: boolean }
  readonly targetType: TargetType
  readonly targetId: string
  readonly visibility: Visibility
  readonly revisions: readonly ReviewRevision[]
  readonly flags: readonly ReplayedFlag[]
  readonly dispute: ReplayedDispute | null
  readonly moments: readonly TimelineMoment[]
  /** Moments too many to be shown: the oldest. */
  readonly omitted: number
}

/** The aggregates of a case at one moment, each as its own decider knows it. */
export interface CaseStates {
  readonly review: ReviewState
  readonly dispute: DisputeState
  readonly case: CaseState
  readonly revisions: number
}

export const initialStates: CaseStates = {
  review: fold(review, []),
  dispute: fold(dispute, []),
  case: fold(moderationCase, []),
  revisions: 0,
}

/** The rules that evolve a case are the deciders' own: nothing is told twice. */
export const applyEvent = (states: CaseStates, event: TimelineEvent): CaseStates => {
  if (isReviewEvent(event)) {
    const written = event.type === 'ReviewSubmitted' || event.type === 'ReviewEdited' ? 1 : 0
    return { ...states, review: review.evolve(states.review, event), revisions: states.revisions + written }
  }
  if (isDisputeEvent(event)) return { ...states, dispute: dispute.evolve(states.dispute, event) }
  if (isCaseEvent(event)) return { ...states, case: moderationCase.evolve(states.case, event) }
  return states
}

/** Null before anything was written. */
export const snapshotOf = (states: CaseStates, asOf: Position, at: Instant): CaseSnapshot | null => {
  const { review: written, dispute: disputed } = states
  if (written.status === 'NONE') return null
  return {
    asOf,
    revision: states.revisions - 1,
    status: written.status,
    flags: written.flags.map(({ flagId, status }) => ({ flagId, status })),
    weight: pendingFlags(written).reduce((sum, { weight }) => sum + weight, 0),
    dispute: disputed.status === 'NONE' ? null : disputed.status,
    claim: liveClaim(states.case, at),
    score: null,
  }
}

export const isReviewEvent = (event: TimelineEvent): event is ReviewEvent => ReviewEvents.codecs.has(event.type)
export const isDisputeEvent = (event: TimelineEvent): event is DisputeEvent => DisputeEvents.codecs.has(event.type)
export const isAppealEvent = (event: TimelineEvent): event is AppealEvent => AppealEvents.codecs.has(event.type)
export const isCaseEvent = (event: TimelineEvent): event is CaseEvent => CaseEvents.codecs.has(event.type)

/** The two people a case is between; `businessId` is null where the target is none. */
export interface CaseParties {
  readonly authorId: string
  readonly businessId: string | null
}

/**
 * A case moment by moment: the fold of its facts up to each of them. What a decider saw is the case before anything of the
 * same act had happened, the way it stood when they sent it.
 */
export const momentsOf = (
  facts: readonly EventEnvelope<TimelineEvent>[],
  parties: CaseParties,
): readonly TimelineMoment[] => {
  const saw = new Map<string, CaseSnapshot | null>()
  const moments: TimelineMoment[] = []
  let states = initialStates
  for (const fact of [...facts].sort((a, b) => comparePositions(a.position, b.position))) {
    const { event, position, meta } = fact
    const { at } = event.data
    if (!saw.has(meta.correlationId)) saw.set(meta.correlationId, snapshotOf(states, position, at))
    states = applyEvent(states, event)
    const view = snapshotOf(states, position, at)
    if (view === null || !isMoment(event)) continue
    moments.push({
      at,
      what: event.type,
      by: actorOf(fact, parties),
      flagId: 'flagId' in event.data ? event.data.flagId : null,
      decision: decisionOf(fact, saw.get(meta.correlationId) ?? null),
      appeal: isAppealEvent(event) ? replayedAppeal(event) : null,
      disclosedTo: isAppealEvent(event) ? recipientsOf(event) : null,
      view,
    })
  }
  return moments
}

const comparePositions = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** Turns and weighings are bookkeeping: of an opinion, only what moves the score is a moment. */
const isMoment = ({ type }: TimelineEvent): boolean => !bookkeepingEvents.has(type)
const bookkeepingEvents: ReadonlySet<string> = new Set(['TurnTaken', 'TurnReleased', 'ReviewWeighed', 'OpinionPlaced'])

const actorOf = ({ meta: { actor } }: EventEnvelope, { authorId, businessId }: CaseParties): TimelineMoment['by'] => {
  const { id, role } = actor
  if (role === 'moderator' || role === 'admin') return { kind: 'moderator', id }
  if (role !== 'business' && role !== 'client') return { kind: 'garbo', id: null }
  if (id === authorId) return { kind: 'author', id }
  return { kind: id === businessId ? 'business' : 'reporter', id }
}

const decisionOf = ({ id, event }: EventEnvelope<TimelineEvent>, saw: CaseSnapshot | null): TimelineDecision | null => {
  const { data } = event
  if (isCaseEvent(event) || (!('by' in data) && !('facts' in data))) return null
  if (event.type === 'AppealTaken') return null
  const notes = 'notes' in data ? data.notes : 'moderatorNotes' in data ? data.moderatorNotes : null
  const resolution = 'resolution' in data ? data.resolution : null
  const concerns = isDisputeEvent(event) ? 'business' : 'reporterId' in data ? 'reporter' : 'author'
  return { decisionId: id, notes, resolution, statement: statementIn(data), concerns, saw }
}

const replayedAppeal = ({ type, data }: AppealEvent): ReplayedAppeal => ({
  decisionId: data.decisionId,
  text: type === 'AppealLodged' ? data.text : null,
  outcome: type === 'AppealDecided' ? data.outcome : null,
})

/** Each appellant knows of their own appeal alone; the ruling is told to whoever it turns something for. */
const recipientsOf = ({ type, data }: AppealEvent): readonly string[] => {
  if (type === 'AppealLodged') return [data.appellantId]
  const others = type === 'AppealDecided' ? data.others : []
  return [...data.appellants, ...others.map(({ accountId }) => accountId)]
}

const statementIn = (data: object): StatementOfReasons | null => {
  if (!('facts' in data)) return null
  const { facts, ground, rulesVersion, automation, redress, appealableUntil } = data as StatementOfReasons
  return { facts, ground, rulesVersion, automation, redress, appealableUntil }
}
