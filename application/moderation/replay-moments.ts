import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { StatementOfReasons } from '../../domain/kernel/statement-of-reasons.ts'
import { type AppealEvent, AppealEvents } from '../../domain/moderation/appeal.ts'
import type { AppealOutcome, CaseKind, TimePrecision } from '../../domain/moderation/vocabulary.ts'
import {
  type CaseEvent,
  CaseEvents,
  type CaseState,
  type Claim,
  currentClaim,
  moderationCase,
} from '../../domain/moderation/case.ts'
import type { DisputeReason } from '../../domain/kernel/vocabulary.ts'
import { ReviewStarsChanged, ScoreEntryChanged } from '../../domain/reviews/counted-review.ts'
import { dispute, type DisputeEvent, DisputeEvents, type DisputeState } from '../../domain/reviews/dispute.ts'
import { type Flag, pendingFlags, type ReviewEvent, ReviewEvents } from '../../domain/reviews/review-state.ts'
import { ReviewSlotReleased, ReviewSlotReserved } from '../../domain/reviews/review-slots.ts'
import { review, type ReviewState } from '../../domain/reviews/review.ts'
import type { ReviewSeriesEvent } from '../../domain/reviews/review-series.ts'
import type {
  AuthorType,
  FlagReason,
  ReasonCode,
  ReviewStatus,
  TargetType,
  Visibility,
} from '../../domain/reviews/vocabulary.ts'
import type { FullScore } from '../reviews/lookups.ts'

/** The events a case replay is made of. */
export type ReplayedEvent = ReviewEvent | DisputeEvent | CaseEvent | ReviewSeriesEvent | AppealEvent

/** The content of a review from `at` until the next revision. */
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
  /** In hundredths; null for viewers who may not see it. */
  readonly weight: number | null
  /** Version of the weight formula. */
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
export interface ReplaySnapshot {
  /** Position of the last event included. */
  readonly asOf: Position
  /** Index of the revision in force. */
  readonly revision: number
  readonly status: ReviewStatus
  readonly flags: readonly { readonly flagId: string; readonly status: Flag['status'] }[]
  /** Total weight of the pending flags in hundredths; null for viewers who may not see it. */
  readonly weight: number | null
  readonly dispute: DisputeStatus | null
  readonly claim: Claim | null
  /** The venue's full score at that time; null if unavailable. */
  readonly score: FullScore | null
}

export interface ReplayDecision {
  /** Id of the deciding event. E-mails and appeals refer to the decision by it. Null if the viewer may not know the time. */
  readonly decisionId: string | null
  /** Moderators' internal notes. */
  readonly notes: string | null
  readonly resolution: string | null
  readonly statement: (Omit<StatementOfReasons, 'facts'> & { readonly facts: string | null }) | null
  /** Whose personal data the facts are. */
  readonly addressee: 'author' | 'business' | 'reporter'
  /** The case as the moderator saw it; null if the decision is the first event. */
  readonly saw: ReplaySnapshot | null
}

/** A moment of an appeal against a decision of the case. */
export interface ReplayedAppeal {
  /** The decision under appeal; null if the viewer may not know its time. */
  readonly decisionId: string | null
  /** The appellant's text. */
  readonly text: string | null
  readonly outcome: AppealOutcome | null
}

export type ActorKind = 'author' | 'business' | 'reporter' | 'moderator' | 'garbo'

export interface ReplayMoment {
  readonly eventId: string
  readonly at: Instant
  /** `day` if the viewer may not know the time. */
  readonly precision: TimePrecision
  readonly what: ReplayedEvent['type']
  /** `garbo` stands for policies and timers. */
  readonly by: { readonly kind: ActorKind; readonly id: string | null }
  /** The flag the event refers to, if any. */
  readonly flagId: string | null
  readonly decision: ReplayDecision | null
  readonly appeal: ReplayedAppeal | null
  /** The only parties who may see the moment; null if the event type decides. */
  readonly disclosedTo: readonly string[] | null
  /** The case after the event. */
  readonly view: ReplaySnapshot
}

export interface CaseReplay {
  readonly reviewId: string
  readonly caseId: string
  /** Null for the full history of a review. */
  readonly kind: CaseKind | null
  readonly authorId: string | null
  readonly authorType: AuthorType
  /** Whether the account, and with it the texts, has been erased. */
  readonly erased: { readonly author: boolean; readonly business: boolean }
  readonly targetType: TargetType
  readonly targetId: string
  readonly visibility: Visibility
  readonly revisions: readonly ReviewRevision[]
  readonly flags: readonly ReplayedFlag[]
  readonly dispute: ReplayedDispute | null
  readonly moments: readonly ReplayMoment[]
  /** Number of oldest moments left out. */
  readonly omitted: number
}

/** The state of each aggregate of the case at one moment. */
export interface CaseStates {
  readonly review: ReviewState
  readonly dispute: DisputeState
  readonly case: CaseState
  readonly revisions: number
}

const initialStates: CaseStates = {
  review: fold(review, []),
  dispute: fold(dispute, []),
  case: fold(moderationCase, []),
  revisions: 0,
}

/** Uses the aggregates' own `evolve` functions, so that a replay cannot disagree with the deciders. */
const applyEvent = (states: CaseStates, event: ReplayedEvent): CaseStates => {
  if (isReviewEvent(event)) {
    const newRevisions = event.type === 'ReviewSubmitted' || event.type === 'ReviewEdited' ? 1 : 0
    return { ...states, review: review.evolve(states.review, event), revisions: states.revisions + newRevisions }
  }
  if (isDisputeEvent(event)) return { ...states, dispute: dispute.evolve(states.dispute, event) }
  if (isCaseEvent(event)) return { ...states, case: moderationCase.evolve(states.case, event) }
  return states
}

/** Null before the review was submitted. */
const snapshotOf = (states: CaseStates, asOf: Position, at: Instant): ReplaySnapshot | null => {
  const { review: reviewState, dispute: disputeState } = states
  if (reviewState.status === 'NONE') return null
  return {
    asOf,
    revision: states.revisions - 1,
    status: reviewState.status,
    flags: [...reviewState.flags.values()].map(({ flagId, status }) => ({ flagId, status })),
    weight: pendingFlags(reviewState).reduce((sum, { weight }) => sum + weight, 0),
    dispute: disputeState.status === 'NONE' ? null : disputeState.status,
    claim: currentClaim(states.case, at),
    score: null,
  }
}

const isReviewEvent = (event: ReplayedEvent): event is ReviewEvent => ReviewEvents.codecs.has(event.type)
const isDisputeEvent = (event: ReplayedEvent): event is DisputeEvent => DisputeEvents.codecs.has(event.type)
const isAppealEvent = (event: ReplayedEvent): event is AppealEvent => AppealEvents.codecs.has(event.type)
const isCaseEvent = (event: ReplayedEvent): event is CaseEvent => CaseEvents.codecs.has(event.type)

/** `businessId` is null if the target is not a business. */
export interface CaseParties {
  readonly authorId: string
  readonly businessId: string | null
}

/**
 * Folds the events and takes a snapshot after each. The snapshot a moderator saw is the one before the first event of the
 * same request.
 */
export const momentsOf = (
  events: readonly EventEnvelope<ReplayedEvent>[],
  parties: CaseParties,
): readonly ReplayMoment[] => {
  const snapshotBefore = new Map<string, ReplaySnapshot | null>()
  const moments: ReplayMoment[] = []
  let states = initialStates
  for (const recorded of [...events].sort((a, b) => comparePositions(a.position, b.position))) {
    const { event, position, meta } = recorded
    const { at } = event.data
    if (!snapshotBefore.has(meta.correlationId))
      snapshotBefore.set(meta.correlationId, snapshotOf(states, position, at))
    states = applyEvent(states, event)
    const view = snapshotOf(states, position, at)
    if (view === null || !isMoment(event)) continue
    moments.push({
      eventId: recorded.id,
      at,
      precision: 'instant',
      what: event.type,
      by: actorOf(recorded, parties),
      flagId: 'flagId' in event.data ? event.data.flagId : null,
      decision: decisionOf(recorded, snapshotBefore.get(meta.correlationId) ?? null),
      appeal: isAppealEvent(event) ? replayedAppeal(event) : null,
      disclosedTo: isAppealEvent(event) ? recipientsOf(event) : null,
      view,
    })
  }
  return moments
}

const comparePositions = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Of the events of the review series, only `CountedStarsChanged` is a moment. */
const isMoment = ({ type }: ReplayedEvent): boolean => !bookkeepingEvents.has(type)
const bookkeepingEvents: ReadonlySet<string> = new Set([
  ReviewSlotReserved.type,
  ReviewSlotReleased.type,
  ReviewStarsChanged.type,
  ScoreEntryChanged.type,
])

const actorOf = ({ meta: { actor } }: EventEnvelope, { authorId, businessId }: CaseParties): ReplayMoment['by'] => {
  const { id, role } = actor
  if (role === 'moderator' || role === 'admin') return { kind: 'moderator', id }
  if (role !== 'business' && role !== 'client') return { kind: 'garbo', id: null }
  if (id === authorId) return { kind: 'author', id }
  return { kind: id === businessId ? 'business' : 'reporter', id }
}

/** A decision has a statement of reasons or, in a dispute, a resolution. */
const decisionOf = ({ id, event }: EventEnvelope<ReplayedEvent>, saw: ReplaySnapshot | null): ReplayDecision | null => {
  const { data } = event
  if (!('facts' in data) && !('resolution' in data)) return null
  const notes = 'notes' in data ? data.notes : 'moderatorNotes' in data ? data.moderatorNotes : null
  const resolution = 'resolution' in data ? data.resolution : null
  const addressee = isDisputeEvent(event) ? 'business' : 'reporterId' in data ? 'reporter' : 'author'
  return { decisionId: id, notes, resolution, statement: statementIn(data), addressee, saw }
}

const replayedAppeal = ({ type, data }: AppealEvent): ReplayedAppeal => ({
  decisionId: data.decisionId,
  text: type === 'AppealLodged' ? data.text : null,
  outcome: type === 'AppealDecided' ? data.outcome : null,
})

/** An appellant sees no appeals of others; a decision is disclosed to the appellants and the affected parties. */
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
