import { account } from '../../domain/access/account/decider.ts'
import { EmailConfirmed } from '../../domain/access/account/events.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { ClientRated, RatingRemoved, RatingWithdrawn } from '../../domain/reputation/rating/events.ts'
import { ReviewHidden, ReviewRemoved, ReviewRestored, ReviewSubmitted } from '../../domain/reputation/review/events.ts'
import { BookingCancelled, BookingCompleted, BookingConfirmed } from '../../domain/travel/booking/events.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, nothing, seeing, together, withoutEffects, type Hands, type Reaction } from './reaction.ts'

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
  react: (recorded) => pipe(reactionTo(hands, recorded), TE.map(withoutEffects)),
})

const reactionTo = (hands: Hands, recorded: Recorded<Event>): Reaction => {
  const { event } = recorded
  const { run } = inTheNameOf('ava', hands, recorded)
  const { at } = event.data
  switch (event.type) {
    case 'ReviewSubmitted':
    case 'ReviewRestored':
      return given(hands, recorded, event.data.authorId, event.data.reviewId)
    case 'ClientRated':
      return given(hands, recorded, event.data.businessId, event.data.ratingId)
    case 'ReviewHidden':
    case 'ReviewRemoved': {
      const { authorId: accountId, reviewId: causeId } = event.data
      return run(wallet, accountId, { type: 'UncountRating', accountId, causeId, at })
    }
    case 'RatingWithdrawn':
    case 'RatingRemoved': {
      const { businessId: accountId, ratingId: causeId } = event.data
      return run(wallet, accountId, { type: 'UncountRating', accountId, causeId, at })
    }
    case 'EmailConfirmed':
      return confirmed(hands, recorded, event.data.accountId)
    case 'BookingConfirmed': {
      const { accountId, bookingId, avaEarned: amount } = event.data
      return run(wallet, accountId, { type: 'CreditBooking', accountId, bookingId, amount, at })
    }
    case 'BookingCancelled':
    case 'BookingCompleted': {
      const { accountId, bookingId } = event.data
      const type = event.type === 'BookingCancelled' ? 'TakeBackBooking' : 'MatureBooking'
      return run(wallet, accountId, { type, accountId, bookingId, at })
    }
  }
}

/** Points settled 3: nobody earns before their e-mail is confirmed. */
const given = (hands: Hands, cause: Recorded, accountId: string, causeId: string): Reaction => {
  const { run, look } = inTheNameOf('ava', hands, cause)
  return seeing(look(account, accountId), (giver) =>
    giver.kind !== null && giver.emailConfirmed
      ? run(wallet, accountId, { type: 'CountRating', accountId, causeId, at: cause.meta.occurredAt })
      : nothing,
  )
}

const confirmed = (hands: Hands, cause: Recorded, accountId: string): Reaction =>
  pipe(
    hands.lookups.ratingsGivenBy(accountId, cause.position),
    TE.flatMap((ratings) => together(...ratings.map(({ ratingId }) => given(hands, cause, accountId, ratingId)))),
  )
