import { Screen } from '../../components/Screen.tsx'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { OwnAppeals } from '../appeals/OwnAppeals.tsx'
import { DisputeReview } from './DisputeReview.tsx'
import { FlagReview } from './FlagReview.tsx'
import { NewReview } from './NewReview.tsx'
import { OwnDisputes } from './OwnDisputes.tsx'
import { isContestable, ReviewList } from './ReviewList.tsx'

const { reviews: words } = texts

/** */
export function ReceivedReviewsScreen() {
  const { id } = useUser()
  return (
    <Screen title={words.title} intro={words.intro} action={<NewReview label={words.new} />}>
      <section aria-label={words.received}>
        <ReviewList
          businessId={id}
          empty={words.receivedEmpty}
          renderActions={(review) =>
            isContestable(review) && (
              <>
                <FlagReview reviewId={review.id} />
                {review.disputeStatus === 'NONE' && <DisputeReview reviewId={review.id} />}
              </>
            )
          }
        />
      </section>
      <OwnDisputes />
      <OwnAppeals />
    </Screen>
  )
}
