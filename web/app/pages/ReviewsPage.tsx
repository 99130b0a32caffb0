import { type ReactNode, useState } from 'react'
import type { Review } from '../../contract/reviews/reviews.ts'
import { PageLayout } from '../components/page-layout.tsx'
import { Tabs } from '../components/tabs.tsx'
import { DecisionReasons } from '../features/moderation/DecisionReasons.tsx'
import { DecisionAppeal, OwnAppeals } from '../features/moderation/OwnAppeals.tsx'
import { DisputeReviewDialog } from '../features/reviews/DisputeReviewDialog.tsx'
import { FlagReviewDialog } from '../features/reviews/FlagReviewDialog.tsx'
import { NewReviewDialog } from '../features/reviews/NewReviewDialog.tsx'
import { OwnDisputes, type OwnDisputesProps } from '../features/reviews/OwnDisputes.tsx'
import { OwnFlags } from '../features/reviews/OwnFlags.tsx'
import { ReplyActions } from '../features/reviews/ReplyDialog.tsx'
import { RejectionReasons, ReviewList } from '../features/reviews/ReviewCard.tsx'
import { WrittenReviews } from '../features/reviews/WrittenReviews.tsx'
import { useUser } from '../shared/session.ts'
import { reviewTabTexts, reviewTexts } from '../features/reviews/texts.ts'

interface ReceivedReviewsProps extends OwnDisputesProps {
  /** The user's appeals. */
  readonly appeals: ReactNode
}

/** @rule R-59 received reviews */
function ReceivedReviews(props: ReceivedReviewsProps) {
  const [tab, setTab] = useState('received')
  const tabs = [
    { value: 'received', label: reviewTabTexts.tabs.received, content: <ReceivedTab {...props} /> },
    { value: 'written', label: reviewTabTexts.tabs.written, content: <WrittenReviews /> },
    { value: 'flags', label: reviewTabTexts.tabs.flags, content: <OwnFlags /> },
  ]
  return (
    <PageLayout
      title={reviewTexts.title}
      intro={reviewTexts.intro}
      action={<NewReviewDialog label={reviewTexts.new} />}
    >
      <Tabs label={reviewTabTexts.label} tabs={tabs} value={tab} onChange={setTab} />
    </PageLayout>
  )
}

function ReceivedTab({ appeals, renderDecision }: ReceivedReviewsProps) {
  const { id } = useUser()
  return (
    <div className="grid gap-6">
      <section aria-label={reviewTexts.received}>
        <ReviewList
          businessId={id}
          empty={reviewTexts.receivedEmpty}
          renderActions={(review) => <ReceivedReviewActions review={review} />}
        />
      </section>
      <OwnDisputes renderDecision={renderDecision} />
      {appeals}
    </div>
  )
}

function ReceivedReviewActions({ review }: { readonly review: Review }) {
  const { reply, dispute } = review.actions
  return (
    <>
      <ReplyActions review={review} />
      <FlagReviewDialog review={review} />
      {dispute.allowed && <DisputeReviewDialog reviewId={review.id} />}
      <RejectionReasons of={[reply, dispute]} />
    </>
  )
}

/**
 * Received reviews with disputes, their decisions and appeals.
 * @rule R-59 received reviews
 */
export function ReviewsPage() {
  return (
    <ReceivedReviews
      appeals={<OwnAppeals />}
      renderDecision={(decision) => (
        <>
          <DecisionReasons decision={decision} />
          <DecisionAppeal decision={decision} />
        </>
      )}
    />
  )
}
