import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position, Recorded } from '../../domain/kernel/recorded.ts'
import { dispute } from '../../domain/reputation/dispute/decider.ts'
import type { DisputeEvent } from '../../domain/reputation/dispute/events.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import type { ReviewEvent } from '../../domain/reputation/review/events.ts'
import { streamOf } from '../handle.ts'
import type { SubjectChange } from '../rejections.ts'
import { refuse, type Answer, type Context } from '../use-case.ts'

/** What a decision on a review or its dispute must have seen. */
const telling: Readonly<Partial<Record<string, SubjectChange>>> = {
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
export const unchangedSince = (context: Context, reviewId: string, seen: Position | null): Answer<void> =>
  seen === null
    ? TE.right(undefined)
    : pipe(
        TE.Do,
        TE.bind('reviewed', () => context.history.read(review.events, streamOf(review, reviewId), 'blank')),
        TE.bind('disputed', () => context.history.read(dispute.events, streamOf(dispute, reviewId), 'blank')),
        TE.flatMap(({ reviewed, disputed }): Answer<void> => {
          const changes = changesIn([...reviewed, ...disputed], seen, context.person.accountId)
          return changes.length === 0 ? TE.right(undefined) : TE.left(refuse({ type: 'MatterChanged', changes }))
        }),
      )

/** Whoever decides knows what he did himself, and what followed from it. */
const changesIn = (all: readonly Recorded<ReviewEvent | DisputeEvent>[], seen: Position, by: string) => {
  const news = all.filter(({ position }) => position > seen)
  const own = new Set(news.filter(({ meta }) => meta.actor.id === by).map(({ meta }) => meta.correlationId))
  return news
    .filter(({ meta }) => !own.has(meta.correlationId))
    .toSorted((one, other) => (one.position < other.position ? -1 : 1))
    .flatMap(({ event }) => {
      const what = telling[event.type]
      return what === undefined ? [] : [{ at: event.data.at, what }]
    })
}
