import { AppealAgainst } from '../features/appeals/AppealAgainst.tsx'
import { OwnAppeals } from '../features/appeals/OwnAppeals.tsx'
import { DecisionReasons } from '../features/decisions/DecisionReasons.tsx'
import { ReceivedReviewsScreen } from '../features/reviews/ReceivedReviewsScreen.tsx'

/** R-59, with why each dispute ended as it did, the way to appeal against that, and what became of one’s appeals. */
export function ReceivedReviewsPage() {
  return (
    <ReceivedReviewsScreen
      appeals={<OwnAppeals />}
      renderDecision={(decision) => (
        <>
          <DecisionReasons decision={decision} />
          <AppealAgainst decision={decision} />
        </>
      )}
    />
  )
}
