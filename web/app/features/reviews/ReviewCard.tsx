import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Action } from '../../../contract/action.ts'
import type { DecisionReasons } from '../../../contract/moderation/decisions.ts'
import type { OwnReview, Reply, Review } from '../../../contract/reviews/reviews.ts'
import { Badge, type BadgeTone } from '../../components/data-display.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { longDate, uncapitalized } from '../../shared/format.ts'
import { businessReviewsQuery } from './queries.ts'
import { groundLabels } from '../../../contract/moderation/case-replay.it.ts'
import { disputeTexts, replyTexts, reviewTexts } from './texts.ts'
import { scoreTexts } from './scores.texts.ts'

/** The reply of the business, shown under the review. */
function PublicReply({ reply: { text, edited, overtaken, repliedAt } }: { readonly reply: Reply }) {
  return (
    <figure className="grid gap-1 rounded-control bg-sunken p-3">
      <figcaption className="text-sm text-muted">
        <span className="font-medium">{replyTexts.title}</span>
        {` · ${longDate(repliedAt)}`}
        {edited && ` · ${replyTexts.edited}`}
      </figcaption>
      <blockquote className="break-words whitespace-pre-line">{text}</blockquote>
      {overtaken && <p className="text-sm text-muted">{replyTexts.outdated}</p>}
    </figure>
  )
}

/** Ground and facts of a decision, by a moderator or automatic. */
export function DecisionReason({ why: { facts, ground } }: { readonly why: DecisionReasons }) {
  return (
    <figure className="grid w-full gap-1 rounded-control bg-sunken p-3">
      <figcaption className="text-sm text-muted">{disputeTexts.why(uncapitalized(groundLabels[ground]))}</figcaption>
      {facts !== '' && <blockquote className="break-words whitespace-pre-line">{facts}</blockquote>}
    </figure>
  )
}

/** Why the viewer may not do something with the review: each reason once, nothing for allowed actions. */
export function RejectionReasons({ of: actions }: { readonly of: readonly Action[] }) {
  const messages = new Set(actions.flatMap(({ message }) => (message === null ? [] : [message])))
  return [...messages].map((message) => (
    <p key={message} className="self-center text-sm text-muted">
      {message}
    </p>
  ))
}

interface ReviewCardProps {
  readonly review: Review | OwnReview
  readonly heading?: ReactNode
  /** Actions offered to the viewer. */
  readonly children?: ReactNode
}

export function ReviewCard({ review, heading, children }: ReviewCardProps) {
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      {heading}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StarRating value={review.rating} />
        <span className="text-sm text-muted">{longDate(review.createdAt)}</span>
        <Badge>{reviewTexts.reasons[review.reasonCode]}</Badge>
        <Badge>{reviewTexts.visibilityBadges[review.visibility]}</Badge>
        <StatusBadges review={review} />
        {'outOfScore' in review && review.outOfScore === true && <Badge tone="gold">{scoreTexts.asterisk}</Badge>}
      </div>
      <p className="break-words whitespace-pre-line">
        {review.comment ?? <em className="text-muted">{reviewTexts.noComment}</em>}
      </p>
      {review.reply !== null && <PublicReply reply={review.reply} />}
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </li>
  )
}

const statusTones: Readonly<Record<Review['moderationStatus'], BadgeTone>> = {
  ACTIVE: 'good',
  HIDDEN: 'warm',
  REMOVED: 'bad',
  PENDING_REVIEW: 'gold',
}

/** Moderation and dispute status; nothing for an active, undisputed review. @rule T-169 @rule T-170 */
function StatusBadges({ review: { moderationStatus, disputeStatus, edited } }: Pick<ReviewCardProps, 'review'>) {
  return (
    <>
      {moderationStatus !== 'ACTIVE' && (
        <Badge tone={statusTones[moderationStatus]}>{reviewTexts.status[moderationStatus]}</Badge>
      )}
      {disputeStatus !== 'NONE' && <Badge tone="gold">{reviewTexts.disputeStatus[disputeStatus]}</Badge>}
      {edited && <Badge>{reviewTexts.edited}</Badge>}
    </>
  )
}

interface ReviewListProps {
  readonly businessId: string
  readonly empty: string
  readonly renderActions: (review: Review) => ReactNode
}

/** Reviews of a business, in pages. */
export function ReviewList({ businessId, empty, renderActions }: ReviewListProps) {
  const reviews = useInfiniteQuery(businessReviewsQuery(businessId))
  return (
    <QueryView query={reviews} empty={<EmptyState text={empty} />}>
      {(list) => (
        <>
          <ul className="grid gap-4">
            {list.map((review) => (
              <ReviewCard key={review.id} review={review}>
                {renderActions(review)}
              </ReviewCard>
            ))}
          </ul>
          <LoadMoreButton query={reviews} />
        </>
      )}
    </QueryView>
  )
}
