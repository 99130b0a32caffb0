import type { ReactNode } from 'react'
import type { OwnReview, Review } from '../../../contract/reviews.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { ReplyShown } from './ReplyShown.tsx'

const { reviews: words } = texts

interface ReviewCardProps {
  readonly review: Review | OwnReview
  readonly heading?: ReactNode
  /** What the reader may do about it. */
  readonly children?: ReactNode
}

export function ReviewCard({ review, heading, children }: ReviewCardProps) {
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      {heading}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StarsShown value={review.rating} />
        <span className="text-sm text-muted">{longDate(review.createdAt)}</span>
        <Badge>{words.reasons[review.reasonCode]}</Badge>
        <Badge>{words.visibilityBadges[review.visibility]}</Badge>
        <StatusBadges review={review} />
        {'outOfScore' in review && review.outOfScore === true && <Badge tone="gold">{texts.why.score.asterisk}</Badge>}
      </div>
      <p className="break-words whitespace-pre-line">
        {review.comment ?? <em className="text-muted">{words.noComment}</em>}
      </p>
      {review.reply !== null && <ReplyShown reply={review.reply} />}
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </li>
  )
}

const tones: Readonly<Record<Review['moderationStatus'], BadgeTone>> = {
  ACTIVE: 'good',
  HIDDEN: 'warm',
  REMOVED: 'bad',
  PENDING_REVIEW: 'gold',
}

/** How it stands: not said while all is well (T-169, T-170). */
function StatusBadges({ review: { moderationStatus, disputeStatus, edited } }: Pick<ReviewCardProps, 'review'>) {
  return (
    <>
      {moderationStatus !== 'ACTIVE' && <Badge tone={tones[moderationStatus]}>{words.status[moderationStatus]}</Badge>}
      {disputeStatus !== 'NONE' && <Badge tone="gold">{words.disputeStatus[disputeStatus]}</Badge>}
      {edited && <Badge>{words.edited}</Badge>}
    </>
  )
}
