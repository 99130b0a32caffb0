import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { dispute, type DisputeEvent, type DisputeState } from '../../domain/reviews/dispute.ts'
import type { ReviewEvent } from '../../domain/reviews/review-events.ts'
import { type ExistingReview, pendingFlags } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { streamOf } from '../handle.ts'
import type { Version } from '../ports/event-store.ts'
import type { SubjectChange } from './refusals.ts'
import { type CommandContext, refuse, type Result } from '../use-case.ts'
import { accountOfTarget } from './cases.ts'
import type { DecisionKind, ReviewFacts } from './reasons.it.ts'

export interface DecidableReview {
  readonly written: ExistingReview
  /** Of the review's stream. */
  readonly version: Version
  /** The account behind a USER target: nobody judges a remark about himself; null for other targets. */
  readonly targetAccountId: string | null
  readonly dispute: DisputeState
  readonly disputeVersion: Version
  /** The dispute, where it waits for an answer. */
  readonly openDispute: ReviewFacts['dispute']
  /** What can be told of the review itself. */
  readonly facts: ReviewFacts
}

/** A review with all that a decision about it must know. */
export const loadDecidableReview = (context: CommandContext, reviewId: string): Result<DecidableReview> =>
  pipe(
    TE.Do,
    TE.bind('looked', () => context.load(review, reviewId)),
    TE.bind('disputed', () => context.load(dispute, reviewId)),
    TE.flatMap(({ looked, disputed }): Result<DecidableReview> => {
      const { state: written, version } = looked
      if (written.status === 'NONE') return TE.left(refuse({ type: 'ReviewNotFound' }))
      const known = { stars: written.content.rating, writtenAt: written.submitted.at, flags: [], dispute: null }
      const about = { written, version, facts: known, dispute: disputed.state, disputeVersion: disputed.version }
      return pipe(
        accountOfTarget(context.lookups, written.identity),
        TE.map((targetAccountId) => ({ ...about, targetAccountId, openDispute: openDisputeFacts(disputed.state) })),
      )
    }),
  )

/** What is told of one decision: the flags and the dispute it is about. */
export const factsFor = (
  decision: DecisionKind,
  matter: DecidableReview,
  flagId: string | null = null,
): ReviewFacts => {
  const { written, facts, dispute: disputed, openDispute } = matter
  switch (decision) {
    case 'HIDDEN':
    case 'REMOVED':
      return { ...facts, flags: pendingFlags(written), dispute: openDispute }
    case 'RESTORED':
      return facts
    case 'FLAG_UPHELD':
    case 'FLAG_DISMISSED':
    case 'FLAG_REVIEWED': {
      const caseNumber = caseNumberOf(matter, flagId)
      return { ...facts, flags: written.flags.filter((one) => one.caseNumber === caseNumber) }
    }
    case 'DISPUTE_UPHELD':
    case 'DISPUTE_REJECTED':
      return { ...facts, dispute: disputeFacts(disputed) }
  }
}

/** The case of a flag; the latest where there is no such flag. */
export const caseNumberOf = ({ written }: DecidableReview, flagId: string | null): number =>
  written.flags.find((one) => one.flagId === flagId)?.caseNumber ?? written.caseNumber

const openDisputeFacts = (state: DisputeState): ReviewFacts['dispute'] =>
  state.status === 'OPEN' || state.status === 'UNDER_REVIEW' ? disputeFacts(state) : null

const disputeFacts = (state: DisputeState): ReviewFacts['dispute'] =>
  state.status === 'NONE' ? null : { reason: state.opened.reason, openedAt: state.opened.at }

const maxConflictRetries = 8

/** Reasons are composed of what was seen: when something came between, all is looked at anew. */
export const retryOnConflict = <A>(decide: () => Result<A>, racesLeft = maxConflictRetries): Result<A> =>
  pipe(
    decide(),
    TE.orElse((failure) =>
      failure.type === 'WrongVersion' && racesLeft > 0 ? retryOnConflict(decide, racesLeft - 1) : TE.left(failure),
    ),
  )

/** What a decision on a review or its dispute must have seen. */
const changeByEventType: Readonly<Partial<Record<string, SubjectChange>>> = {
  ReviewEdited: 'edited',
  ReviewFlagged: 'flagged',
  FlagReviewed: 'flag-decided',
  FlagDismissed: 'flag-decided',
  FlagUpheld: 'flag-decided',
  ReviewHeld: 'held',
  ReviewHidden: 'hidden',
  ReviewRemoved: 'removed',
  ReviewRestored: 'restored',
  DisputeOpened: 'disputed',
  DisputeTakenUnderReview: 'dispute-taken',
  DisputeUpheld: 'dispute-upheld',
  DisputeRejected: 'dispute-rejected',
  DisputeClosed: 'dispute-closed',
  DisputeVoided: 'dispute-closed',
} satisfies Partial<Record<(ReviewEvent | DisputeEvent)['type'], SubjectChange>>

/** Refused when somebody else changed the matter after what the moderator saw; null: nothing is said of what was seen. */
export const requireUnchangedSince = (
  context: CommandContext,
  reviewId: string,
  seen: Position | null,
): Result<void> =>
  seen === null
    ? TE.right(undefined)
    : pipe(
        TE.Do,
        TE.bind('reviewed', () => context.history.read(review.events, streamOf(review, reviewId), 'blank')),
        TE.bind('disputed', () => context.history.read(dispute.events, streamOf(dispute, reviewId), 'blank')),
        TE.flatMap(({ reviewed, disputed }): Result<void> => {
          const changes = changesSince([...reviewed, ...disputed], seen, context.person.accountId)
          return changes.length === 0 ? TE.right(undefined) : TE.left(refuse({ type: 'MatterChanged', changes }))
        }),
      )

/** Whoever decides knows what he did himself, and what followed from it. */
const changesSince = (all: readonly EventEnvelope<ReviewEvent | DisputeEvent>[], seen: Position, by: string) => {
  const news = all.filter(({ position }) => position > seen)
  const own = new Set(news.filter(({ meta }) => meta.actor.id === by).map(({ meta }) => meta.correlationId))
  return news
    .filter(({ meta }) => !own.has(meta.correlationId))
    .toSorted((one, other) => (one.position < other.position ? -1 : 1))
    .flatMap(({ event }) => {
      const what = changeByEventType[event.type]
      return what === undefined ? [] : [{ at: event.data.at, what }]
    })
}
