import { account } from '../../domain/access/account/decider.ts'
import { conduct, inForce } from '../../domain/conduct/conduct/decider.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { rating } from '../../domain/reputation/rating/decider.ts'
import { ClientRated, RatingAmended, RatingRemoved, RatingWithdrawn } from '../../domain/reputation/rating/events.ts'
import { isReleased, release } from '../../domain/reputation/release/decider.ts'
import { RatingsReleased } from '../../domain/reputation/release/events.ts'
import type { CountReleasedStars } from '../../domain/rewards/rewards/commands.ts'
import { rewards } from '../../domain/rewards/rewards/decider.ts'
import { inTheNameOf, looking, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const ratingEvents = family(ClientRated, RatingAmended, RatingWithdrawn, RatingRemoved)
const releases = family(RatingsReleased)
type RatingFact = EventIn<typeof ratingEvents>
type Release = EventIn<typeof releases>

/** Points settled 3: a business's ratings count once its e-mail is confirmed. */
export const rated = (hands: Hands, cause: Recorded, { data }: RatingFact): Reaction => {
  const { businessId, ratingId } = data
  const { look } = inTheNameOf('rewards', hands, cause)
  return seeing(look(account, businessId), (business) =>
    business.kind !== null && business.emailConfirmed ? weighed(hands, cause, ratingId) : nothing,
  )
}

/** What the client has not learned of yet is not counted either: it would show in the figures. */
export const weighed = (hands: Hands, cause: Recorded, ratingId: string): Reaction => {
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
export const released = (hands: Hands, cause: Recorded, { data: { clientId, ratings } }: Release): Reaction => {
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

/** Who may earn: a client with a confirmed e-mail and no sanction in force. */
export const eligibly = (
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
