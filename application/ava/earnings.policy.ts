import { EmailConfirmed } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import { identifierKinds } from '../../domain/accounts/vocabulary.ts'
import { avaRuleSets, type RuleSetActivation } from '../../domain/ava/rules.ts'
import { writtenOffFiveStars } from '../../domain/ava/stay-ava.ts'
import { type CountContribution, wallet } from '../../domain/ava/wallet.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { ClientRated, rating, RatingRemoved, RatingRestored, RatingWithdrawn } from '../../domain/ratings/rating.ts'
import {
  type ExistingReview,
  isActiveOrHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReviewSubmitted,
} from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { StarsCounted, StarsUncounted } from '../../domain/rewards/rewards-state.ts'
import { rewards } from '../../domain/rewards/rewards.ts'
import { booking, BookingCancelled, BookingCompleted, BookingConfirmed } from '../../domain/travel/booking.ts'
import { connectedWith } from '../accounts/connections.ts'
import { load, maxConflictRetries } from '../command-handler.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy, type PolicyFailure } from '../policy.ts'
import { loadAvaRuleSetActivations } from './rule-sets.ts'

const events = family(
  ReviewSubmitted,
  ReviewRestored,
  ReviewHidden,
  ReviewRemoved,
  ClientRated,
  RatingWithdrawn,
  RatingRemoved,
  RatingRestored,
  EmailConfirmed,
  BookingConfirmed,
  BookingCancelled,
  BookingCompleted,
)
type Event = EventIn<typeof events>

/**
 * Credits AVA for ratings and reviews given, and for bookings.
 * @rule B-30 one AVA for ten ratings given
 * @rule Q-101 reviews written count as well
 * @rule B-32 AVA by the price of a booking
 * @rule Q-72 AVA of a booking mature the day after check-out
 * @rule Q-126 a booking that overlaps another is credited at check-out if the other was cancelled
 */
export const avaEarningsPolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'ava',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactionTo(context, recorded),
})

const reactionTo = (context: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case 'ReviewSubmitted':
    case 'ReviewRestored':
    case 'ReviewHidden':
    case 'ReviewRemoved':
      return onReviewChanged(context, recorded, event.data)
    case 'ClientRated':
    case 'RatingWithdrawn':
    case 'RatingRemoved':
    case 'RatingRestored':
      return onRatingChanged(context, recorded, event.data)
    case 'EmailConfirmed':
      return onEmailConfirmed(context, recorded, event.data)
    case 'BookingConfirmed':
    case 'BookingCancelled':
    case 'BookingCompleted':
      return onBookingChanged(context, recorded, event.data)
  }
}

const onReviewChanged = (
  context: PolicyContext,
  cause: EventEnvelope,
  { authorId, reviewId }: { authorId: string; reviewId: string },
) => {
  const { load } = asPolicy('ava', context, cause)
  return withState(load(review, reviewId), (state) =>
    isActiveOrHeld(state)
      ? withLookup(isTargetConfirmed(context, state.identity), (isConfirmed) =>
          isConfirmed ? addContribution(context, cause, authorId, { causeId: reviewId, stay: null }) : noReaction,
        )
      : removeContribution(context, cause, authorId, reviewId),
  )
}

/** What is about an account counts once its address is confirmed: accounts with invented addresses cost nothing. @rule D-45 */
const isTargetConfirmed = (
  context: PolicyContext,
  { targetType, targetId }: Pick<ExistingReview['identity'], 'targetType' | 'targetId'>,
) => {
  if (targetType === 'PLACE') return TE.right(true)
  if (targetType === 'BUSINESS') return isConfirmed(context, targetId)
  return pipe(
    confirmedAccountOf(context, targetId),
    TE.map((accountId) => accountId !== null),
  )
}

const isConfirmed = (context: PolicyContext, accountId: string) =>
  pipe(
    load(context)(account, accountId),
    TE.map(({ state }) => state.kind !== null && state.emailConfirmed),
  )

/** The account of a guest whose address is confirmed; null otherwise. */
const confirmedAccountOf = (context: PolicyContext, clientId: string) =>
  pipe(
    context.lookups.accounts.accountOfClient(clientId),
    TE.flatMap((accountId) =>
      accountId === null
        ? TE.right(null)
        : pipe(
            isConfirmed(context, accountId),
            TE.map((confirmed) => (confirmed ? accountId : null)),
          ),
    ),
  )

const onRatingChanged = (
  context: PolicyContext,
  cause: EventEnvelope,
  { businessId, ratingId }: { businessId: string; ratingId: string },
) => {
  const { load } = asPolicy('ava', context, cause)
  return withState(load(rating, ratingId), (state) => {
    if (state.status !== 'given') return removeContribution(context, cause, businessId, ratingId)
    const { clientId: guestId, stayDate } = state.rated
    const { countsEveryDays } = context.ruleSettings.ratings
    return withLookup(confirmedAccountOf(context, guestId), (accountId) =>
      accountId === null
        ? noReaction
        : withLookup(guestsConnectedWith(context, accountId, cause.meta.occurredAt), (connectedGuests) =>
            addContribution(context, cause, businessId, {
              causeId: ratingId,
              stay: { guestId, connectedGuests, stayDate, countsEveryDays },
            }),
          ),
    )
  })
}

/** Client ids of the guests connected with an account. @rule Q-123 */
const guestsConnectedWith = (context: PolicyContext, accountId: string, at: Instant) =>
  pipe(
    connectedWith(context, accountId, identifierKinds, at),
    TE.flatMap(TE.traverseArray((accountId) => load(context)(account, accountId))),
    TE.map((guests) =>
      guests.flatMap(({ state }) => (state.kind !== null && state.clientId !== null ? [state.clientId] : [])),
    ),
  )

/** @rule D-03 nothing counts before the e-mail is confirmed */
const addContribution = (
  context: PolicyContext,
  cause: EventEnvelope,
  accountId: string,
  contribution: Pick<CountContribution, 'causeId' | 'stay'>,
): Reaction => {
  const { execute, load } = asPolicy('ava', context, cause)
  const at = cause.meta.occurredAt
  return withState(load(account, accountId), (author) =>
    author.kind !== null && author.emailConfirmed
      ? execute(wallet, accountId, {
          type: 'CountContribution',
          accountId,
          ...contribution,
          reviewsPerDay: context.ruleSettings.ava.reviewsPerDay,
          at,
        })
      : noReaction,
  )
}

const removeContribution = (context: PolicyContext, cause: EventEnvelope, accountId: string, causeId: string) => {
  const { execute } = asPolicy('ava', context, cause)
  return execute(wallet, accountId, { type: 'UncountContribution', accountId, causeId, at: cause.meta.occurredAt })
}

/** Ratings given and received before; those of a guest count for the venues. */
const onEmailConfirmed = (
  context: PolicyContext,
  cause: EventEnvelope,
  { accountId, clientId }: { accountId: string; clientId: string | null },
): Reaction => {
  const { ratingsGivenBy, ratingsReceivedBy } = context.lookups.ratings
  const found =
    clientId === null ? ratingsGivenBy(accountId, cause.position) : ratingsReceivedBy(clientId, cause.position)
  return withLookup(found, (all) => inSequence(all.map((one) => onRatingChanged(context, cause, one))))
}

const onBookingChanged = (
  context: PolicyContext,
  cause: EventEnvelope,
  { accountId, bookingId }: { accountId: string; bookingId: string },
) => {
  const { execute, load } = asPolicy('ava', context, cause)
  const command = { accountId, bookingId, at: cause.meta.occurredAt }
  return withState(load(booking, bookingId), (state) => {
    if (state.status === 'none') return noReaction
    if (state.status === 'cancelled') return execute(wallet, accountId, { type: 'TakeBackBookingAva', ...command })
    const { avaEarned: amount, checkIn, checkOut, externalBookingId } = state.booking
    const stay = { checkIn, checkOut, isConfirmedByPartner: externalBookingId !== null }
    const credited = execute(wallet, accountId, { type: 'CreditBooking', ...command, amount, ...stay })
    return state.status === 'confirmed'
      ? credited
      : inSequence([credited, execute(wallet, accountId, { type: 'MatureBookingAva', ...command })])
  })
}

const stayEvents = family(StarsCounted, StarsUncounted, EmailConfirmed)

/**
 * Credits AVA for rated stays while a rule set with stay rules is active.
 * @rule B-31 what stays earn
 * @rule Q-68 only the active rule set earns
 */
export const avaByStaysPolicy = (context: PolicyContext): Policy<EventIn<typeof stayEvents>> => ({
  name: 'stays',
  events: stayEvents,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { clientId } = recorded.event.data
    if (clientId === null) return noReaction
    return withLookup(loadAvaRuleSetActivations(context), (activations) =>
      activations.some(({ version }) => hasStayRules(version))
        ? reconcileStays(context, recorded, clientId, activations)
        : noReaction,
    )
  },
})

const hasStayRules = (version: number) => avaRuleSets.some((set) => set.version === version && set.stays !== null)

const isVersionConflict = (failure: PolicyFailure) =>
  failure.type === 'Transient' && (failure.cause as { readonly type?: unknown } | null)?.type === 'WrongVersion'

/** Reconciles the AVA credited with all counted stays. @rule D-03 only with a confirmed e-mail */
const reconcileStays = (
  context: PolicyContext,
  cause: EventEnvelope,
  clientId: string,
  activations: readonly RuleSetActivation[],
): Reaction => {
  const { execute, load } = asPolicy('stays', context, cause)
  const at = cause.meta.occurredAt
  return withLookup(context.lookups.accounts.accountOfClient(clientId), (accountId) => {
    if (accountId === null) return noReaction
    /** Loads the wallet before the stays and writes on that version, so that outdated stays cannot overwrite newer ones. */
    const reconcile = (retriesLeft: number): Reaction =>
      withLookup(load(wallet, accountId), ({ version: expectedVersion, state: { stayCredits } }) =>
        withState(load(rewards, clientId), ({ ratings }) =>
          withLookup(staysOf(context, writtenOffFiveStars({ stayCredits })), (writtenOff) => {
            const command = { accountId, stays: [...ratings.values()], activations, writtenOff, at }
            return pipe(
              execute(wallet, accountId, { type: 'ReconcileStays', ...command }, [], { expectedVersion }),
              TE.orElse((failure) =>
                isVersionConflict(failure) && retriesLeft > 0 ? reconcile(retriesLeft - 1) : TE.left(failure),
              ),
            )
          }),
        ),
      )
    return withState(load(account, accountId), (guest) =>
      guest.kind !== null && guest.emailConfirmed ? reconcile(maxConflictRetries) : noReaction,
    )
  })
}

/** The venues of ratings, also of those withdrawn since. */
const staysOf = (context: PolicyContext, ratingIds: readonly string[]) =>
  pipe(
    ratingIds,
    TE.traverseArray((ratingId) =>
      pipe(
        load(context)(rating, ratingId),
        TE.map(({ state }) => (state.status === 'none' ? [] : [{ ratingId, businessId: state.rated.businessId }])),
      ),
    ),
    TE.map((found) => found.flat()),
  )
