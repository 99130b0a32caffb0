import { EmailConfirmed } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { isReleased, ratingRelease, RatingsReleased } from '../../domain/ratings/rating-release.ts'
import {
  ClientRated,
  rating,
  RatingAmended,
  RatingRemoved,
  RatingRestored,
  type RatingState,
  RatingWithdrawn,
} from '../../domain/ratings/rating.ts'
import {
  isActiveOrHeld,
  ReviewEdited,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReviewSubmitted,
} from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { VenueProbationEnded } from '../../domain/rewards/venue-probation.ts'
import { type CountReleasedRatings, rewards } from '../../domain/rewards/rewards.ts'
import {
  SanctionAppealApproved,
  SanctionExpired,
  SanctionLifted,
} from '../../domain/sanctions/sanction-record-events.ts'
import { activeSanction, sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'
import { withCountingVenues } from './counting-venues.ts'

const ratingEvents = family(ClientRated, RatingAmended, RatingWithdrawn, RatingRemoved, RatingRestored)
const releases = family(RatingsReleased)
type RatingEventOfClient = EventIn<typeof ratingEvents>
type Release = EventIn<typeof releases>

/**
 * Counts a rating, or uncounts one that is gone, also after its business deleted the account.
 * @rule D-03 only once the e-mail of the business is confirmed
 */
const onRatingChanged = (context: PolicyContext, cause: EventEnvelope, { data }: RatingEventOfClient): Reaction => {
  const { businessId, ratingId } = data
  const { load } = asPolicy('rewards', context, cause)
  const recounted = recountRating(context, cause, ratingId)
  return withState(load(account, businessId), (business) => {
    if (business.kind !== null && business.emailConfirmed) return recounted
    return withState(load(rating, ratingId), ({ status }) => (status === 'given' ? noReaction : recounted))
  })
}

/** Counts or uncounts a rating. A held rating counts after its release, because the totals would reveal it. */
const recountRating = (context: PolicyContext, cause: EventEnvelope, ratingId: string): Reaction => {
  const { execute, load } = asPolicy('rewards', context, cause)
  const at = cause.meta.occurredAt
  return withState(load(rating, ratingId), (state) => {
    if (state.status === 'none') return noReaction
    const { clientId, held } = state.rated
    const { countsEveryDays } = context.ruleSettings.ratings
    if (state.status !== 'given')
      return execute(rewards, clientId, { type: 'UncountRating', clientId, ratingId, countsEveryDays, at })
    const counted = withRewardTerms(context, cause, clientId, (terms) =>
      withLookup(withCountingVenues(context, { clientId, ratings: [starsOf(state)], at }), (ratings) =>
        inSequence(ratings.map((counted) => execute(rewards, clientId, { type: 'CountRating', ...terms, ...counted }))),
      ),
    )
    if (!held) return counted
    return withState(load(ratingRelease, clientId), (release) => (isReleased(release, ratingId) ? counted : noReaction))
  })
}

/** Counts a batch at once, so that no total shows part of it. */
const onRatingsReleased = (
  context: PolicyContext,
  cause: EventEnvelope,
  { data: { clientId, ratings } }: Release,
): Reaction => {
  const { execute, load } = asPolicy('rewards', context, cause)
  const countable = ratings.map((ratingId) => countableStars(load, ratingId))
  return withLookup(TE.sequenceSeqArray(countable), (found) =>
    withRewardTerms(context, cause, clientId, (terms) =>
      withLookup(
        withCountingVenues(context, { clientId, ratings: found.flat(), at: cause.meta.occurredAt }),
        (counted) => execute(rewards, clientId, { type: 'CountReleasedRatings', ...terms, ratings: counted }),
      ),
    ),
  )
}

const starsOf = ({ rated, assessment }: Exclude<RatingState, { readonly status: 'none' }>) => ({
  ratingId: rated.ratingId,
  businessId: rated.businessId,
  overall: assessment.overall,
  stayDate: rated.stayDate,
})

/** The stars of a rating in effect whose business has a confirmed e-mail; otherwise empty. */
const countableStars = (load: ReturnType<typeof asPolicy>['load'], ratingId: string) =>
  pipe(
    TE.Do,
    TE.bind('rating', () => load(rating, ratingId)),
    TE.let('stars', ({ rating: { state } }) => (state.status === 'given' ? starsOf(state) : null)),
    TE.bind('business', ({ stars }) => (stars === null ? TE.right(null) : load(account, stars.businessId))),
    TE.map(({ stars, business }) => {
      const owner = business?.state
      const isConfirmed = owner !== undefined && owner.kind !== null && owner.emailConfirmed
      return stars !== null && isConfirmed ? [stars] : []
    }),
  )

const withRewardTerms = (
  context: PolicyContext,
  cause: EventEnvelope,
  clientId: string,
  then: (terms: Omit<CountReleasedRatings, 'type' | 'ratings'>) => Reaction,
): Reaction =>
  withLookup(context.lookups.accounts.accountOfClient(clientId), (accountId) =>
    withEligibility(context, cause, accountId ?? clientId, (eligible) => {
      const { ttlMonths } = context.ruleSettings.rewards
      const { countsEveryDays } = context.ruleSettings.ratings
      const terms = { codes: { elite: context.newCode() }, ttlMonths, countsEveryDays }
      return then({ clientId, eligible, ...terms, at: cause.meta.occurredAt })
    }),
  )

/** @rule Q-64 a client with a confirmed e-mail and no active sanction is eligible */
const withEligibility = (
  context: PolicyContext,
  cause: EventEnvelope,
  accountId: string,
  then: (eligible: boolean) => Reaction,
): Reaction => {
  const { load } = asPolicy('rewards', context, cause)
  return withState(load(account, accountId), (client) =>
    withState(load(sanctionRecord, accountId), (sanctions) =>
      then(client.kind !== null && client.emailConfirmed && activeSanction(sanctions, cause.meta.occurredAt) === null),
    ),
  )
}

const reviewEvents = family(ReviewSubmitted, ReviewEdited, ReviewRestored, ReviewHidden, ReviewRemoved)
const confirmationEvents = family(EmailConfirmed)
const sanctionEndEvents = family(SanctionExpired, SanctionLifted, SanctionAppealApproved)
const events = family(
  ReviewSubmitted,
  ReviewEdited,
  ReviewRestored,
  ReviewHidden,
  ReviewRemoved,
  ClientRated,
  RatingAmended,
  RatingWithdrawn,
  RatingRemoved,
  RatingRestored,
  RatingsReleased,
  EmailConfirmed,
  VenueProbationEnded,
  SanctionExpired,
  SanctionLifted,
  SanctionAppealApproved,
)
type Event = EventIn<typeof events>
type ReviewVisibilityEvent = EventIn<typeof reviewEvents>
type ConfirmationEvent = EventIn<typeof confirmationEvents>
type SanctionEndEvent = EventIn<typeof sanctionEndEvents>

/**
 * Issues codes for reviews written; updates discounts and tier for ratings received.
 * @rule B-21 cross-provider discount
 * @rule B-22 elite bonus
 * @rule B-23 codes for reviews
 * @rule B-24 tiers
 */
export const rewardsPolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'rewards',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactToEvent(context, recorded),
  effects: ({ event: { type, data } }) => {
    const { venueCountsAfterDays } = context.ruleSettings.rewards
    if (type !== 'EmailConfirmed' || data.kind !== 'business' || venueCountsAfterDays === 0) return []
    const runAt = new Date(plusDays(data.at, venueCountsAfterDays))
    const ending = { queue: 'probation', job: 'end', data: { businessId: data.accountId } }
    return [{ id: 'end-of-probation', ...ending, runAt }]
  },
})

const reactToEvent = (context: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case 'ReviewSubmitted':
    case 'ReviewEdited':
    case 'ReviewRestored':
    case 'ReviewHidden':
    case 'ReviewRemoved':
      return onReviewChanged(context, recorded, event)
    case 'ClientRated':
    case 'RatingAmended':
    case 'RatingWithdrawn':
    case 'RatingRemoved':
    case 'RatingRestored':
      return onRatingChanged(context, recorded, event)
    case 'RatingsReleased':
      return onRatingsReleased(context, recorded, event)
    case 'EmailConfirmed':
      return onEmailConfirmed(context, recorded, event)
    case 'VenueProbationEnded':
      return recountRatingsOf(context, recorded, event.data.businessId)
    case 'SanctionExpired':
    case 'SanctionLifted':
    case SanctionAppealApproved.type:
      return onSanctionEnded(context, recorded, event)
  }
}

/** Credits a client's review of a business or revokes the credit; no other review earns codes. @rule Q-132 an edit suspends codes */
const onReviewChanged = (
  context: PolicyContext,
  cause: EventEnvelope,
  { type, data }: ReviewVisibilityEvent,
): Reaction => {
  const { authorId, authorType, targetType, targetId: businessId, reviewId, at } = data
  if (authorType !== 'client' || targetType !== 'BUSINESS') return noReaction
  const { execute, load } = asPolicy('rewards', context, cause)
  return withState(load(account, authorId), (author) => {
    if (author.kind === null || author.clientId === null) return noReaction
    const { clientId } = author
    return withState(load(review, reviewId), (written) => {
      if (!isActiveOrHeld(written))
        return execute(rewards, clientId, { type: 'UncreditReview', clientId, reviewId, at })
      const codes = { first: context.newCode(), fifth: context.newCode() }
      const { ttlMonths, editWindowDays } = context.ruleSettings.rewards
      const credit = { type: 'CreditReview', clientId, reviewId, businessId, codes, ttlMonths, at } as const
      const credited = execute(rewards, clientId, credit)
      // its stars cannot have been lowered; each later edit has its own event
      if (type === 'ReviewSubmitted') return credited
      const { loweredAt } = written
      const suspension = { type: 'UpdateSuspension', clientId, reviewId, loweredAt, editWindowDays, at } as const
      return inSequence([credited, execute(rewards, clientId, suspension)])
    })
  })
}

const onEmailConfirmed = (context: PolicyContext, cause: EventEnvelope, { data }: ConfirmationEvent): Reaction => {
  const { accountId, clientId } = data
  return clientId === null
    ? recountRatingsOf(context, cause, accountId)
    : grantWithheldElite(context, cause, { accountId, clientId })
}

const recountRatingsOf = (context: PolicyContext, cause: EventEnvelope, businessId: string): Reaction =>
  withLookup(context.lookups.ratings.ratingsGivenBy(businessId, cause.position), (given) =>
    inSequence(given.map(({ ratingId }) => recountRating(context, cause, ratingId))),
  )

const onSanctionEnded = (
  context: PolicyContext,
  cause: EventEnvelope,
  { data: { accountId } }: SanctionEndEvent,
): Reaction => {
  const { load } = asPolicy('rewards', context, cause)
  return withState(load(account, accountId), (state) =>
    state.kind === null || state.clientId === null
      ? noReaction
      : grantWithheldElite(context, cause, { accountId, clientId: state.clientId }),
  )
}

/** Grants a withheld elite bonus once the client is eligible. @rule Q-64 */
const grantWithheldElite = (
  context: PolicyContext,
  cause: EventEnvelope,
  client: { accountId: string; clientId: string },
): Reaction => {
  const { accountId, clientId } = client
  const { execute } = asPolicy('rewards', context, cause)
  return withEligibility(context, cause, accountId, (eligible) => {
    const terms = {
      code: context.newCode(),
      ttlMonths: context.ruleSettings.rewards.ttlMonths,
      at: cause.meta.occurredAt,
    }
    return eligible ? execute(rewards, clientId, { type: 'GrantWithheldElite', clientId, ...terms }) : noReaction
  })
}
