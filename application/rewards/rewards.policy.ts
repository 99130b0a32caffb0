import { EmailConfirmed } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { isReleased, ratingRelease, RatingsReleased } from '../../domain/ratings/rating-release.ts'
import { ClientRated, rating, RatingAmended, RatingRemoved, RatingWithdrawn } from '../../domain/ratings/rating.ts'
import { ReviewHidden, ReviewRemoved, ReviewRestored, ReviewSubmitted } from '../../domain/reviews/review-events.ts'
import { isLive } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { type CountReleasedStars, rewards } from '../../domain/rewards/rewards.ts'
import { AppealApproved, SanctionExpired, SanctionLifted } from '../../domain/sanctions/sanction-record-events.ts'
import { activeSanction, sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const ratingEvents = family(ClientRated, RatingAmended, RatingWithdrawn, RatingRemoved)
const releases = family(RatingsReleased)
type RatingEventOfClient = EventIn<typeof ratingEvents>
type Release = EventIn<typeof releases>

/** Points settled 3: a business's ratings count once its e-mail is confirmed. */
export const ratingChanged = (hands: PolicyContext, cause: EventEnvelope, { data }: RatingEventOfClient): Reaction => {
  const { businessId, ratingId } = data
  const { load } = asPolicy('rewards', hands, cause)
  return withState(load(account, businessId), (business) =>
    business.kind !== null && business.emailConfirmed ? recountStars(hands, cause, ratingId) : noReaction,
  )
}

/** What the client has not learned of yet is not counted either: it would show in the figures. */
export const recountStars = (hands: PolicyContext, cause: EventEnvelope, ratingId: string): Reaction => {
  const { execute, load } = asPolicy('rewards', hands, cause)
  const at = cause.meta.occurredAt
  return withState(load(rating, ratingId), (state) => {
    if (state.status === 'none') return noReaction
    const { clientId, businessId, held } = state.rated
    if (state.status !== 'standing') return execute(rewards, clientId, { type: 'UncountStars', clientId, ratingId, at })
    const stars = { ratingId, businessId, overall: state.assessment.overall }
    const counted = withRewardTerms(hands, cause, clientId, (terms) =>
      execute(rewards, clientId, { type: 'CountStars', ...terms, ...stars }),
    )
    if (!held) return counted
    return withState(load(ratingRelease, clientId), (waiting) => (isReleased(waiting, ratingId) ? counted : noReaction))
  })
}

/** A batch counts at once: no figure shows a part of it. */
export const ratingsReleased = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { data: { clientId, ratings } }: Release,
): Reaction => {
  const { execute, load } = asPolicy('rewards', hands, cause)
  const counting = ratings.map((ratingId) =>
    pipe(
      load(rating, ratingId),
      TE.flatMap(({ state }) =>
        state.status === 'standing'
          ? pipe(
              load(account, state.rated.businessId),
              TE.map(({ state: business }) =>
                business.kind !== null && business.emailConfirmed
                  ? [{ ratingId, businessId: state.rated.businessId, overall: state.assessment.overall }]
                  : [],
              ),
            )
          : TE.right([]),
      ),
    ),
  )
  return withLookup(TE.sequenceSeqArray(counting), (found) =>
    withRewardTerms(hands, cause, clientId, (terms) =>
      execute(rewards, clientId, { type: 'CountReleasedStars', ...terms, ratings: found.flat() }),
    ),
  )
}

const withRewardTerms = (
  hands: PolicyContext,
  cause: EventEnvelope,
  clientId: string,
  then: (terms: Omit<CountReleasedStars, 'type' | 'ratings'>) => Reaction,
): Reaction =>
  withLookup(hands.lookups.accountOfClient(clientId), (accountId) =>
    withEligibility(hands, cause, accountId ?? clientId, (eligible) => {
      const drawn = { codes: { elite: hands.newCode() }, ttlMonths: hands.limits.rewardTtlMonths }
      return then({ clientId, eligible, ...drawn, at: cause.meta.occurredAt })
    }),
  )

/** Who may earn: a client with a confirmed e-mail and no sanction in force. */
export const withEligibility = (
  hands: PolicyContext,
  cause: EventEnvelope,
  accountId: string,
  then: (eligible: boolean) => Reaction,
): Reaction => {
  const { load } = asPolicy('rewards', hands, cause)
  return withState(load(account, accountId), (client) =>
    withState(load(sanctionRecord, accountId), (behaved) =>
      then(client.kind !== null && client.emailConfirmed && activeSanction(behaved, cause.meta.occurredAt) === null),
    ),
  )
}

const reviewEvents = family(ReviewSubmitted, ReviewRestored, ReviewHidden, ReviewRemoved)
const confirmationEvents = family(EmailConfirmed)
const sanctionEndEvents = family(SanctionExpired, SanctionLifted, AppealApproved)
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
type ReviewVisibilityEvent = EventIn<typeof reviewEvents>
type ConfirmationEvent = EventIn<typeof confirmationEvents>
type SanctionEndEvent = EventIn<typeof sanctionEndEvents>

/** What clients earn: codes by reviewing (B-23), the standing discounts and tier by being rated well (B-21, B-22, B-24). */
export const rewardsPolicy = (hands: PolicyContext): Policy<Event> => ({
  name: 'rewards',
  events,
  startsFrom: 'beginning',
  react: (recorded) => reactToEvent(hands, recorded),
})

const reactToEvent = (hands: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  switch (event.type) {
    case 'ReviewSubmitted':
    case 'ReviewRestored':
    case 'ReviewHidden':
    case 'ReviewRemoved':
      return reviewChanged(hands, recorded, event)
    case 'ClientRated':
    case 'RatingAmended':
    case 'RatingWithdrawn':
    case 'RatingRemoved':
      return ratingChanged(hands, recorded, event)
    case 'RatingsReleased':
      return ratingsReleased(hands, recorded, event)
    case 'EmailConfirmed':
      return emailConfirmed(hands, recorded, event)
    case 'SanctionExpired':
    case 'SanctionLifted':
    case 'AppealApproved':
      return sanctionEnded(hands, recorded, event)
  }
}

/** A client's review of a business; others earn no codes. */
const reviewChanged = (hands: PolicyContext, cause: EventEnvelope, { data }: ReviewVisibilityEvent): Reaction => {
  const { authorId, authorType, targetType, targetId: businessId, reviewId, at } = data
  if (authorType !== 'client' || targetType !== 'BUSINESS') return noReaction
  const { execute, load } = asPolicy('rewards', hands, cause)
  return withState(load(account, authorId), (author) => {
    if (author.kind === null || author.clientId === null) return noReaction
    const { clientId } = author
    return withState(load(review, reviewId), (written) => {
      if (!isLive(written)) return execute(rewards, clientId, { type: 'UncreditReview', clientId, reviewId, at })
      const codes = { first: hands.newCode(), fifth: hands.newCode() }
      const { rewardTtlMonths: ttlMonths } = hands.limits
      return execute(rewards, clientId, { type: 'CreditReview', clientId, reviewId, businessId, codes, ttlMonths, at })
    })
  })
}

const emailConfirmed = (hands: PolicyContext, cause: EventEnvelope, { data }: ConfirmationEvent): Reaction => {
  const { accountId, clientId } = data
  if (clientId !== null) return grantWithheldElite(hands, cause, { accountId, clientId })
  return withLookup(hands.lookups.ratingsGivenBy(accountId, cause.position), (given) =>
    inSequence(given.map(({ ratingId }) => recountStars(hands, cause, ratingId))),
  )
}

const sanctionEnded = (
  hands: PolicyContext,
  cause: EventEnvelope,
  { data: { accountId } }: SanctionEndEvent,
): Reaction => {
  const { load } = asPolicy('rewards', hands, cause)
  return withState(load(account, accountId), (state) =>
    state.kind === null || state.clientId === null
      ? noReaction
      : grantWithheldElite(hands, cause, { accountId, clientId: state.clientId }),
  )
}

/** What was withheld is given once nothing stands in its way. */
const grantWithheldElite = (
  hands: PolicyContext,
  cause: EventEnvelope,
  client: { accountId: string; clientId: string },
): Reaction => {
  const { accountId, clientId } = client
  const { execute } = asPolicy('rewards', hands, cause)
  return withEligibility(hands, cause, accountId, (eligible) => {
    const terms = { code: hands.newCode(), ttlMonths: hands.limits.rewardTtlMonths, at: cause.meta.occurredAt }
    return eligible
      ? execute(rewards, clientId, { type: 'GrantWithheldElite', clientId, eligible, ...terms })
      : noReaction
  })
}
