import { account } from '../../domain/access/account/decider.ts'
import { EmailConfirmed } from '../../domain/access/account/events.ts'
import { conduct, inForce } from '../../domain/conduct/conduct/decider.ts'
import { AppealApproved, SanctionExpired, SanctionLifted } from '../../domain/conduct/conduct/events.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { rating } from '../../domain/reputation/rating/decider.ts'
import { ClientRated, RatingAmended, RatingRemoved, RatingWithdrawn } from '../../domain/reputation/rating/events.ts'
import { isReleased, release } from '../../domain/reputation/release/decider.ts'
import { RatingsReleased } from '../../domain/reputation/release/events.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { ReviewHidden, ReviewRemoved, ReviewRestored, ReviewSubmitted } from '../../domain/reputation/review/events.ts'
import { stands } from '../../domain/reputation/review/state.ts'
import type { CountReleasedStars } from '../../domain/rewards/rewards/commands.ts'
import { rewards } from '../../domain/rewards/rewards/decider.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, looking, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const reviewEvents = family(ReviewSubmitted, ReviewRestored, ReviewHidden, ReviewRemoved)
const ratingEvents = family(ClientRated, RatingAmended, RatingWithdrawn, RatingRemoved)
const confirmations = family(EmailConfirmed)
const releases = family(RatingsReleased)
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
type RatingFact = EventIn<typeof ratingEvents>
type Confirmation = EventIn<typeof confirmations>
type Release = EventIn<typeof releases>
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

/** Points settled 3: a business's ratings count once its e-mail is confirmed. */
const rated = (hands: Hands, cause: Recorded, { data }: RatingFact): Reaction => {
  const { businessId, ratingId } = data
  const { look } = inTheNameOf('rewards', hands, cause)
  return seeing(look(account, businessId), (business) =>
    business.kind !== null && business.emailConfirmed ? weighed(hands, cause, ratingId) : nothing,
  )
}

/** What the client has not learned of yet is not counted either: it would show in the figures. */
const weighed = (hands: Hands, cause: Recorded, ratingId: string): Reaction => {
  const { run, look } = inTheNameOf('rewards', hands, cause)
  const at = cause.meta.occurredAt
  return seeing(look(rating, ratingId), (state) => {
    if (state.status === 'none') return nothing
    const { clientId, businessId, held } = state.rated
    if (state.status !== 'standing') return run(rewards, clientId, { type: 'UncountStars', clientId, ratingId, at })
    const stars = { ratingId, businessId, overall: state.opinion.overall }
    const counted = withTerms(hands, cause, clientId, (terms) =>
      run(rewards, clientId, { type: 'CountStars', ...terms, ...stars }),
    )
    if (!held) return counted
    return seeing(look(release, clientId), (waiting) => (isReleased(waiting, ratingId) ? counted : nothing))
  })
}

/** A batch counts at once: no figure shows a part of it. */
const released = (hands: Hands, cause: Recorded, { data: { clientId, ratings } }: Release): Reaction => {
  const { run, look } = inTheNameOf('rewards', hands, cause)
  const counting = ratings.map((ratingId) =>
    pipe(
      look(rating, ratingId),
      TE.flatMap(({ state }) =>
        state.status === 'standing'
          ? pipe(
              look(account, state.rated.businessId),
              TE.map(({ state: business }) =>
                business.kind !== null && business.emailConfirmed
                  ? [{ ratingId, businessId: state.rated.businessId, overall: state.opinion.overall }]
                  : [],
              ),
            )
          : TE.right([]),
      ),
    ),
  )
  return looking(TE.sequenceSeqArray(counting), (found) =>
    withTerms(hands, cause, clientId, (terms) =>
      run(rewards, clientId, { type: 'CountReleasedStars', ...terms, ratings: found.flat() }),
    ),
  )
}

const withTerms = (
  hands: Hands,
  cause: Recorded,
  clientId: string,
  then: (terms: Omit<CountReleasedStars, 'type' | 'ratings'>) => Reaction,
): Reaction =>
  looking(hands.lookups.accountOfClient(clientId), (accountId) =>
    eligibly(hands, cause, accountId ?? clientId, (eligible) => {
      const drawn = { codes: { elite: hands.newCode() }, ttlMonths: hands.limits.rewardTtlMonths }
      return then({ clientId, eligible, ...drawn, at: cause.meta.occurredAt })
    }),
  )

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

const eligibly = (
  hands: Hands,
  cause: Recorded,
  accountId: string,
  then: (eligible: boolean) => Reaction,
): Reaction => {
  const { look } = inTheNameOf('rewards', hands, cause)
  return seeing(look(account, accountId), (client) =>
    seeing(look(conduct, accountId), (behaved) =>
      then(client.kind !== null && client.emailConfirmed && inForce(behaved, cause.meta.occurredAt) === null),
    ),
  )
}
