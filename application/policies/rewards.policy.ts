import { account } from '../../domain/access/account/decider.ts'
import { EmailConfirmed } from '../../domain/access/account/events.ts'
import { AppealApproved, SanctionExpired, SanctionLifted } from '../../domain/conduct/conduct/events.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { ClientRated, RatingAmended, RatingRemoved, RatingWithdrawn } from '../../domain/reputation/rating/events.ts'
import { RatingsReleased } from '../../domain/reputation/release/events.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { ReviewHidden, ReviewRemoved, ReviewRestored, ReviewSubmitted } from '../../domain/reputation/review/events.ts'
import { stands } from '../../domain/reputation/review/state.ts'
import { rewards } from '../../domain/rewards/rewards/decider.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, looking, nothing, seeing, type Hands, type Reaction } from './reaction.ts'
import { eligibly, rated, released, weighed } from './stars.ts'

const reviewEvents = family(ReviewSubmitted, ReviewRestored, ReviewHidden, ReviewRemoved)
const confirmations = family(EmailConfirmed)
const pardons = family(SanctionExpired, SanctionLifted, AppealApproved)
const events = family(
  ReviewSubmitted,
  ReviewRestored,
  ReviewHidden,
  ReviewRemoved,
  ClientRated,
  RatingAmended,
  RatingWithdrawn,
  RatingRemoved,
  RatingsReleased,
  EmailConfirmed,
  SanctionExpired,
  SanctionLifted,
  AppealApproved,
)
type Event = EventIn<typeof events>
type ReviewFact = EventIn<typeof reviewEvents>
type Confirmation = EventIn<typeof confirmations>
type Pardon = EventIn<typeof pardons>

/** What clients earn: codes by reviewing (B-23), the standing discounts and tier by being rated well (B-21, B-22, B-24). */
export const rewardsPolicy = (hands: Hands): Policy<Event> => ({
  name: 'rewards',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(hands, recorded),
})

const reactionTo = (hands: Hands, recorded: Recorded<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case 'ReviewSubmitted':
    case 'ReviewRestored':
    case 'ReviewHidden':
    case 'ReviewRemoved':
      return reviewed(hands, recorded, event)
    case 'ClientRated':
    case 'RatingAmended':
    case 'RatingWithdrawn':
    case 'RatingRemoved':
      return rated(hands, recorded, event)
    case 'RatingsReleased':
      return released(hands, recorded, event)
    case 'EmailConfirmed':
      return confirmed(hands, recorded, event)
    case 'SanctionExpired':
    case 'SanctionLifted':
    case 'AppealApproved':
      return pardoned(hands, recorded, event)
  }
}

/** A client's review of a business; others earn no codes. */
const reviewed = (hands: Hands, cause: Recorded, { data }: ReviewFact): Reaction => {
  const { authorId, authorType, targetType, targetId: businessId, reviewId, at } = data
  if (authorType !== 'client' || targetType !== 'BUSINESS') return nothing
  const { run, look } = inTheNameOf('rewards', hands, cause)
  return seeing(look(account, authorId), (author) => {
    if (author.kind === null || author.clientId === null) return nothing
    const { clientId } = author
    return seeing(look(review, reviewId), (written) => {
      if (!stands(written)) return run(rewards, clientId, { type: 'UncreditReview', clientId, reviewId, at })
      const codes = { first: hands.newCode(), fifth: hands.newCode() }
      const { rewardTtlMonths: ttlMonths } = hands.limits
      return run(rewards, clientId, { type: 'CreditReview', clientId, reviewId, businessId, codes, ttlMonths, at })
    })
  })
}

const confirmed = (hands: Hands, cause: Recorded, { data }: Confirmation): Reaction => {
  const { accountId, clientId } = data
  if (clientId !== null) return granted(hands, cause, { accountId, clientId })
  return looking(hands.lookups.ratingsGivenBy(accountId, cause.position), (given) =>
    inTurn(given.map(({ ratingId }) => weighed(hands, cause, ratingId))),
  )
}

const pardoned = (hands: Hands, cause: Recorded, { data: { accountId } }: Pardon): Reaction => {
  const { look } = inTheNameOf('rewards', hands, cause)
  return seeing(look(account, accountId), (state) =>
    state.kind === null || state.clientId === null
      ? nothing
      : granted(hands, cause, { accountId, clientId: state.clientId }),
  )
}

/** What was withheld is given once nothing stands in its way. */
const granted = (hands: Hands, cause: Recorded, client: { accountId: string; clientId: string }): Reaction => {
  const { accountId, clientId } = client
  const { run } = inTheNameOf('rewards', hands, cause)
  return eligibly(hands, cause, accountId, (eligible) => {
    const terms = { code: hands.newCode(), ttlMonths: hands.limits.rewardTtlMonths, at: cause.meta.occurredAt }
    return eligible ? run(rewards, clientId, { type: 'GrantWithheldElite', clientId, eligible, ...terms }) : nothing
  })
}
