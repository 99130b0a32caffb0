import { OwnAppeals } from '../features/appeals/OwnAppeals.tsx'
import { ReceivedReviewsScreen } from '../features/reviews/ReceivedReviewsScreen.tsx'

export function ReceivedReviewsPage() {
  return <ReceivedReviewsScreen appeals={<OwnAppeals />} />
}
