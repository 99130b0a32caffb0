import { PageLayout } from '../components/page-layout.tsx'
import { OwnAppeals } from '../features/moderation/OwnAppeals.tsx'
import { ReceivedRatings } from '../features/ratings/ReceivedRatings.tsx'
import { NewReviewDialog } from '../features/reviews/NewReviewDialog.tsx'
import { OwnFlags } from '../features/reviews/OwnFlags.tsx'
import { PrivateRemarks } from '../features/reviews/PrivateRemarks.tsx'
import { WrittenReviews } from '../features/reviews/WrittenReviews.tsx'
import { reviewTexts } from '../features/reviews/texts.ts'

export function MyReviewsPage() {
  return (
    <PageLayout
      title={reviewTexts.mineTitle}
      intro={reviewTexts.mineIntro}
      action={<NewReviewDialog label={reviewTexts.new} />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <WrittenReviews />
          <OwnFlags />
          <OwnAppeals />
        </div>
        <div className="grid min-w-0 gap-6">
          <ReceivedRatings />
          <PrivateRemarks />
        </div>
      </div>
    </PageLayout>
  )
}
