import { Screen } from '../components/Screen.tsx'
import { OwnAppeals } from '../features/appeals/OwnAppeals.tsx'
import { RatingsReceived } from '../features/ratings/RatingsReceived.tsx'
import { FlagsRaised } from '../features/reviews/FlagsRaised.tsx'
import { NewReview } from '../features/reviews/NewReview.tsx'
import { Remarks } from '../features/reviews/Remarks.tsx'
import { WrittenReviews } from '../features/reviews/WrittenReviews.tsx'
import { texts } from '../texts.ts'

const { reviews: words } = texts

export function MyReviewsPage() {
  return (
    <Screen title={words.mineTitle} intro={words.mineIntro} action={<NewReview label={words.new} />}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <WrittenReviews />
          <FlagsRaised />
          <OwnAppeals />
        </div>
        <div className="grid min-w-0 gap-6">
          <RatingsReceived />
          <Remarks />
        </div>
      </div>
    </Screen>
  )
}
