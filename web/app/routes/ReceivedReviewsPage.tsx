import { OwnAppeals } from '../features/appeals/OwnAppeals.tsx'
import { ReceivedReviewsScreen } from '../features/reviews/ReceivedReviewsScreen.tsx'

/** R-59, and what became of one’s appeals. */
export function ReceivedReviewsPage() {
  return <ReceivedReviewsScreen appeals={<OwnAppeals />} />
}
