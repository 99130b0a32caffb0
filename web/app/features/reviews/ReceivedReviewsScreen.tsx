import { useState, type ReactNode } from 'react'
import type { Review } from '../../../contract/reviews.ts'
import { Screen } from '../../components/Screen.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { AnswerReview } from './AnswerReview.tsx'
import { DisputeReview } from './DisputeReview.tsx'
import { FlagReview } from './FlagReview.tsx'
import { FlagsRaised } from './FlagsRaised.tsx'
import { NewReview } from './NewReview.tsx'
import { OwnDisputes, type OwnDisputesProps } from './OwnDisputes.tsx'
import { isContestable, ReviewList } from './ReviewList.tsx'
import { WrittenReviews } from './WrittenReviews.tsx'

const { reviews: words, hearings } = texts

interface ReceivedReviewsProps extends OwnDisputesProps {
  /** What became of one’s appeals. */
  readonly appeals: ReactNode
}

/** */
export function ReceivedReviewsScreen(props: ReceivedReviewsProps) {
  const [tab, setTab] = useState('received')
  const tabs = [
    { value: 'received', label: hearings.tabs.received, content: <Received {...props} /> },
    { value: 'written', label: hearings.tabs.written, content: <WrittenReviews /> },
    { value: 'flags', label: hearings.tabs.flags, content: <FlagsRaised /> },
  ]
  return (
    <Screen title={words.title} intro={words.intro} action={<NewReview label={words.new} />}>
      <Tabs label={hearings.tabsLabel} tabs={tabs} value={tab} onChange={setTab} />
    </Screen>
  )
}

function Received({ appeals, renderDecision }: ReceivedReviewsProps) {
  const { id } = useUser()
  return (
    <div className="grid gap-6">
      <section aria-label={words.received}>
        <ReviewList
          businessId={id}
          empty={words.receivedEmpty}
          renderActions={(review) => isContestable(review) && <Actions review={review} />}
        />
      </section>
      <OwnDisputes renderDecision={renderDecision} />
      {appeals}
    </div>
  )
}

function Actions({ review }: { readonly review: Review }) {
  return (
    <>
      <AnswerReview review={review} />
      <FlagReview review={review} />
      {review.disputeStatus === 'NONE' && <DisputeReview reviewId={review.id} />}
    </>
  )
}
