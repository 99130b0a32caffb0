import { EmailConfirmed } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import { avaRuleSets, type RuleSetChange } from '../../domain/ava/rules.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { ClientRated, rating, RatingRemoved, RatingWithdrawn } from '../../domain/ratings/rating.ts'
import { ReviewHidden, ReviewRemoved, ReviewRestored, ReviewSubmitted } from '../../domain/reviews/review-events.ts'
import { isLive } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { StarsCounted, StarsUncounted } from '../../domain/rewards/rewards-state.ts'
import { rewards } from '../../domain/rewards/rewards.ts'
import { booking, BookingCancelled, BookingCompleted, BookingConfirmed } from '../../domain/travel/booking.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy, type PolicyFailure } from '../policy.ts'
import { avaRulesInForce } from './rule-sets.ts'

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
export const avaEarningsPolicy = (hands: PolicyContext): Policy<Event> => ({
  name: 'ava',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(hands, recorded),
})

const reactionTo = (hands: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case 'ReviewSubmitted':
    case 'ReviewRestored':
    case 'ReviewHidden':
    case 'ReviewRemoved':
      return reviewChanged(hands, recorded, event.data)
    case 'ClientRated':
    case 'RatingWithdrawn':
    case 'RatingRemoved':
      return ratingChanged(hands, recorded, event.data)
    case 'EmailConfirmed':
      return emailConfirmed(hands, recorded, event.data.accountId)
    case 'BookingConfirmed':
    case 'BookingCancelled':
    case 'BookingCompleted':
      return bookingChanged(hands, recorded, event.data)
  }
}

const reviewChanged = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { authorId, reviewId }: { authorId: string; reviewId: string },
) => {
  const { load } = asPolicy('ava', hands, cause)
  return withState(load(review, reviewId), (state) =>
    countContribution(hands, cause, authorId, reviewId, isLive(state)),
  )
}

const ratingChanged = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { businessId, ratingId }: { businessId: string; ratingId: string },
) => {
  const { load } = asPolicy('ava', hands, cause)
  return withState(load(rating, ratingId), ({ status }) =>
    countContribution(hands, cause, businessId, ratingId, status === 'standing'),
  )
}

/** Points settled 3: nobody earns before their e-mail is confirmed. */
const countContribution = (
  hands: PolicyContext,
  cause: EventEnvelope,
  accountId: string,
  causeId: string,
  standing: boolean,
): Reaction => {
  const { execute, load } = asPolicy('ava', hands, cause)
  const about = { accountId, causeId, at: cause.meta.occurredAt }
  if (!standing) return execute(wallet, accountId, { type: 'UncountRating', ...about })
  return withState(load(account, accountId), (giver) =>
    giver.kind !== null && giver.emailConfirmed
      ? execute(wallet, accountId, { type: 'CountRating', ...about })
      : noReaction,
  )
}

const emailConfirmed = (hands: PolicyContext, cause: EventEnvelope, accountId: string): Reaction =>
  withLookup(hands.lookups.ratingsGivenBy(accountId, cause.position), (all) =>
    inSequence(all.map(({ ratingId }) => ratingChanged(hands, cause, { businessId: accountId, ratingId }))),
  )

const bookingChanged = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { accountId, bookingId }: { accountId: string; bookingId: string },
) => {
  const { execute, load } = asPolicy('ava', hands, cause)
  const whose = { accountId, bookingId, at: cause.meta.occurredAt }
  return withState(load(booking, bookingId), (state) => {
    if (state.status === 'none') return noReaction
    if (state.status === 'cancelled') return execute(wallet, accountId, { type: 'TakeBackBooking', ...whose })
    const credited = execute(wallet, accountId, { type: 'CreditBooking', ...whose, amount: state.booking.avaEarned })
    return state.status === 'confirmed'
      ? credited
      : inSequence([credited, execute(wallet, accountId, { type: 'MatureBooking', ...whose })])
  })
}

const stayEvents = family(StarsCounted, StarsUncounted, EmailConfirmed)

/** What guests earn in AVA by their stays, while a set of rules says so (B-31, Q-68). */
export const avaByStaysPolicy = (hands: PolicyContext): Policy<EventIn<typeof stayEvents>> => ({
  name: 'stays',
  events: stayEvents,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { clientId } = recorded.event.data
    if (clientId === null) return noReaction
    return withLookup(avaRulesInForce(hands), (changes) =>
      changes.some(({ version }) => earnsByStays(version))
        ? settleStays(hands, recorded, clientId, changes)
        : noReaction,
    )
  },
})

const earnsByStays = (version: number) => avaRuleSets.some((set) => set.version === version && set.stays !== null)

/** As many as `handle` would bear. */
const maxConflictRetries = 32

const isVersionConflict = (failure: PolicyFailure) =>
  failure.type === 'Transient' && (failure.cause as { readonly type?: unknown } | null)?.type === 'WrongVersion'

/** Points settled 3: not before the guest's e-mail is confirmed. */
const settleStays = (
  hands: PolicyContext,
  cause: EventEnvelope,
  clientId: string,
  changes: readonly RuleSetChange[],
): Reaction => {
  const { execute, load } = asPolicy('stays', hands, cause)
  const at = cause.meta.occurredAt
  return withLookup(hands.lookups.accountOfClient(clientId), (accountId) => {
    if (accountId === null) return noReaction
    /** On the wallet as it was before the stays were read: who read them earlier must not settle them later. */
    const settle = (racesLeft: number): Reaction =>
      withLookup(load(wallet, accountId), ({ version: onVersion }) =>
        withState(load(rewards, clientId), ({ stars: stays }) =>
          pipe(
            execute(wallet, accountId, { type: 'SettleStays', accountId, stays, changes, at }, [], { onVersion }),
            TE.orElse((failure) =>
              isVersionConflict(failure) && racesLeft > 0 ? settle(racesLeft - 1) : TE.left(failure),
            ),
          ),
        ),
      )
    return withState(load(account, accountId), (guest) =>
      guest.kind !== null && guest.emailConfirmed ? settle(maxConflictRetries) : noReaction,
    )
  })
}
