import { account } from '../../domain/accounts/account.ts'
import { dailyId } from '../../domain/kernel/daily-allowance.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import { isBefore, plusDays } from '../../domain/kernel/time.ts'
import { burst, burstRule } from '../../domain/reviews/burst.ts'
import { ReviewSubmitted } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { burstFacts } from '../moderation/reasons.it.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(ReviewSubmitted)
type Submission = EventIn<typeof events>['data']

/**
 * Holds the surplus when new accounts review a venue far more often than usual, until a moderator has checked it.
 * @rule Q-125 at once, in the request that submits the review
 */
export const burstsPolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'bursts',
  events,
  startsFrom: 'now',
  react: (recorded) => {
    const { authorId, targetType, at } = recorded.event.data
    if (!context.ruleSettings.reviews.burstGuard || targetType !== 'BUSINESS') return noReaction
    const { load } = asPolicy('bursts', context, recorded)
    return withState(load(account, authorId), (author) => {
      const isNew = author.kind !== null && isBefore(at, plusDays(author.registeredAt, burstRule.newAccountDays))
      return isNew ? countReview(context, recorded, recorded.event.data) : noReaction
    })
  },
})

const countReview = (
  context: PolicyContext,
  cause: EventEnvelope,
  { targetId: businessId, reviewId, at }: Submission,
): Reaction => {
  const { execute, load } = asPolicy('bursts', context, cause)
  const day = romeDay(at)
  const id = dailyId(businessId, day)
  const hold = { type: 'HoldReview', facts: burstFacts(at), at } as const
  return withLookup(usualReviews(context, businessId, at), (before) => {
    const usual = before.reduce((sum, { reviews }) => sum + reviews, 0) / burstRule.usualOverDays
    const counted = execute(burst, id, { type: 'CountNewAccountReview', businessId, day, reviewId, usual, at })
    const held = withState(load(burst, id), (reviews) =>
      reviews.get(reviewId) === true ? execute(review, reviewId, hold) : noReaction,
    )
    return inSequence([counted, held])
  })
}

const usualReviews = ({ lookups }: PolicyContext, businessId: string, at: Instant) => {
  const dayBefore = (days: number): Day => romeDay(plusDays(at, -days))
  return lookups.reviews.reviewDaysOfVenue(businessId, dayBefore(burstRule.usualOverDays), dayBefore(1))
}
