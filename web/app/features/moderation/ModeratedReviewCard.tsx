import type { ModeratedReview } from '../../../contract/moderation.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { SanctionLink } from './SanctionLink.tsx'
import { Flags } from './Flags.tsx'
import { ModerateReview } from './ModerateReview.tsx'

const { moderation: words, reviews } = texts
const tones: Readonly<Record<ModeratedReview['moderationStatus'], BadgeTone>> = {
  ACTIVE: 'good',
  HIDDEN: 'warm',
  REMOVED: 'bad',
  PENDING_REVIEW: 'gold',
}

/** A review as moderators see it, with what can be decided about it. */
export function ModeratedReviewCard({ review }: { readonly review: ModeratedReview }) {
  const { authorName, targetName, moderationStatus, disputeStatus, flags } = review
  const open = flags.filter(({ status }) => status === 'PENDING').length
  return (
    <li className="grid content-start gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StarsShown value={review.rating} />
        <Badge tone={tones[moderationStatus]}>{reviews.status[moderationStatus]}</Badge>
        {disputeStatus !== 'NONE' && <Badge tone="gold">{reviews.disputeStatus[disputeStatus]}</Badge>}
        {open > 0 && <Badge tone="warm">{words.flags(open)}</Badge>}
      </div>
      <p className="break-words whitespace-pre-line">{review.comment ?? reviews.noComment}</p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        <Fact name={words.author} value={authorName ?? words.unknownName} />
        <Fact name={words.target} value={targetName ?? words.unknownName} />
        <Fact name={reviews.reason} value={reviews.reasons[review.reasonCode]} />
        <Fact name={words.written} value={longDate(review.createdAt)} />
      </dl>
      <Flags flags={review.flags} version={review.version} />
      <ModerateReview reviewId={review.id} status={moderationStatus} version={review.version} />
      <SanctionLink accountId={review.authorId} name={authorName} />
    </li>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="inline text-muted">{name}: </dt>
      <dd className="inline break-words">{value}</dd>
    </div>
  )
}
