import { account } from '../../domain/access/account/decider.ts'
import { EmailConfirmed } from '../../domain/access/account/events.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { rating } from '../../domain/reputation/rating/decider.ts'
import { ClientRated, RatingRemoved, RatingWithdrawn } from '../../domain/reputation/rating/events.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { ReviewHidden, ReviewRemoved, ReviewRestored, ReviewSubmitted } from '../../domain/reputation/review/events.ts'
import { stands } from '../../domain/reputation/review/state.ts'
import { booking } from '../../domain/travel/booking/decider.ts'
import { BookingCancelled, BookingCompleted, BookingConfirmed } from '../../domain/travel/booking/events.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, looking, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const events = family(
  ReviewSubmitted,
  ReviewRestored,
  ReviewHidden,
  ReviewRemoved,
  ClientRated,
  RatingWithdrawn,
  RatingRemoved,
  EmailConfirmed,
  BookingConfirmed,
  BookingCancelled,
  BookingCompleted,
)
type Event = EventIn<typeof events>

/** What accounts earn in AVA: one for each tenth rating or review given (B-30, Q-101), and by bookings (B-32, Q-72). */
export const avaPolicy = (hands: Hands): Policy<Event> => ({
  name: 'ava',
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
      return reviewed(hands, recorded, event.data)
    case 'ClientRated':
    case 'RatingWithdrawn':
    case 'RatingRemoved':
      return rated(hands, recorded, event.data)
    case 'EmailConfirmed':
      return confirmed(hands, recorded, event.data.accountId)
    case 'BookingConfirmed':
    case 'BookingCancelled':
    case 'BookingCompleted':
      return booked(hands, recorded, event.data)
  }
}

const reviewed = (hands: Hands, cause: Recorded, { authorId, reviewId }: { authorId: string; reviewId: string }) => {
  const { look } = inTheNameOf('ava', hands, cause)
  return seeing(look(review, reviewId), (state) => given(hands, cause, authorId, reviewId, stands(state)))
}

const rated = (hands: Hands, cause: Recorded, { businessId, ratingId }: { businessId: string; ratingId: string }) => {
  const { look } = inTheNameOf('ava', hands, cause)
  return seeing(look(rating, ratingId), ({ status }) =>
    given(hands, cause, businessId, ratingId, status === 'standing'),
  )
}

/** Points settled 3: nobody earns before their e-mail is confirmed. */
const given = (hands: Hands, cause: Recorded, accountId: string, causeId: string, standing: boolean): Reaction => {
  const { run, look } = inTheNameOf('ava', hands, cause)
  const about = { accountId, causeId, at: cause.meta.occurredAt }
  if (!standing) return run(wallet, accountId, { type: 'UncountRating', ...about })
  return seeing(look(account, accountId), (giver) =>
    giver.kind !== null && giver.emailConfirmed ? run(wallet, accountId, { type: 'CountRating', ...about }) : nothing,
  )
}

const confirmed = (hands: Hands, cause: Recorded, accountId: string): Reaction =>
  looking(hands.lookups.ratingsGivenBy(accountId, cause.position), (all) =>
    inTurn(all.map(({ ratingId }) => rated(hands, cause, { businessId: accountId, ratingId }))),
  )

const booked = (hands: Hands, cause: Recorded, { accountId, bookingId }: { accountId: string; bookingId: string }) => {
  const { run, look } = inTheNameOf('ava', hands, cause)
  const whose = { accountId, bookingId, at: cause.meta.occurredAt }
  return seeing(look(booking, bookingId), (state) => {
    if (state.status === 'none') return nothing
    if (state.status === 'cancelled') return run(wallet, accountId, { type: 'TakeBackBooking', ...whose })
    const credited = run(wallet, accountId, { type: 'CreditBooking', ...whose, amount: state.booking.avaEarned })
    return state.status === 'confirmed'
      ? credited
      : inTurn([credited, run(wallet, accountId, { type: 'MatureBooking', ...whose })])
  })
}
