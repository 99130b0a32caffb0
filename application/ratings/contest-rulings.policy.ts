import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type DataOf, type EventIn, family } from '../../domain/kernel/event.ts'
import { AppealDecided, type AppealEvent } from '../../domain/moderation/appeal.ts'
import { isAboutRating } from '../../domain/moderation/vocabulary.ts'
import { guestContact, GuestContactDenied, guestContactId } from '../../domain/ratings/guest-contact.ts'
import { ratingContest } from '../../domain/ratings/rating-contest.ts'
import { ratingRelease } from '../../domain/ratings/rating-release.ts'
import { type ApplyRuling, rating, type RatingState, RatingWithdrawn } from '../../domain/ratings/rating.ts'
import { streamOf } from '../command-handler.ts'
import { voidOutdatedAppeals } from '../moderation/appealed-decision.ts'
import { statementOfRuling } from '../moderation/reasons.it.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(AppealDecided, RatingWithdrawn, GuestContactDenied)

/**
 * Removes or restores a contested rating after an appeal. Voids open appeals about a rating that its venue withdraws, or
 * whose client declares not to have been there.
 * @rule Q-136 both may appeal
 * @rule Q-122 no rating comes back after that declaration
 */
export const contestRulingsPolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'contest-rulings',
  events,
  startsFrom: 'beginning',
  personalData: 'decrypted',
  react: (recorded) => {
    const { event } = recorded
    switch (event.type) {
      case 'AppealDecided':
        return applyRuling(context, recorded, event.data)
      case 'RatingWithdrawn':
        return voidAppeals(context, recorded, event.data.ratingId, ({ status }) => status === 'given')
      case 'GuestContactDenied':
        return voidAppealsOfVenue(context, recorded, event.data)
    }
  },
})

const applyRuling = (
  context: PolicyContext,
  cause: EventEnvelope,
  data: DataOf<AppealEvent, 'AppealDecided'>,
): Reaction => {
  const { reviewId: ratingId, by, before, measure, at } = data
  if (before === measure || !isAboutRating(data)) return noReaction
  const { execute } = asPolicy('contest-rulings', context, cause)
  const outcome = measure === 'VISIBLE' ? 'KEPT' : 'STRUCK'
  const ruling = { by, statementOfReasons: statementOfRuling(data), at }
  const apply = inSequence([
    execute(ratingContest, ratingId, { type: 'OverturnContest', rulingId: cause.id, outcome, ...ruling }),
    changeRating(context, cause, ratingId, { to: outcome === 'KEPT' ? 'given' : 'removed', ...ruling }),
  ])
  return outcome === 'KEPT' ? unlessDenied(context, cause, ratingId, apply) : apply
}

/** The client may declare not to have been there while the appeal is being decided. */
const unlessDenied = (context: PolicyContext, cause: EventEnvelope, ratingId: string, then: Reaction): Reaction => {
  const { load } = asPolicy('contest-rulings', context, cause)
  return withState(load(rating, ratingId), (state) => {
    if (state.status === 'none') return noReaction
    const { businessId, clientId } = state.rated
    return withState(load(guestContact, guestContactId(businessId, clientId)), ({ status }) =>
      status === 'denied' ? noReaction : then,
    )
  })
}

type RulingChange = Omit<ApplyRuling, 'type' | 'release'>

/** Changes nothing if a later ruling replaced this one. */
const changeRating = (
  context: PolicyContext,
  cause: EventEnvelope,
  ratingId: string,
  change: RulingChange,
): Reaction => {
  const { execute, load } = asPolicy('contest-rulings', context, cause)
  return withState(load(ratingContest, ratingId), (contest) =>
    contest.status !== 'NONE' && contest.appliedRulings.at(-1) === cause.id
      ? withRelease(context, cause, ratingId, (release) =>
          execute(rating, ratingId, { type: 'ApplyRuling', ...change, release }, [], { personalData: 'decrypted' }),
        )
      : noReaction,
  )
}

/** The batch in which the rating was released, so that a restored rating appears as before. @rule Q-46 */
const withRelease = (
  context: PolicyContext,
  cause: EventEnvelope,
  ratingId: string,
  then: (release: ApplyRuling['release']) => Reaction,
): Reaction => {
  const { load } = asPolicy('contest-rulings', context, cause)
  return withState(load(rating, ratingId), (state) => {
    if (state.status === 'none' || !state.rated.held) return then(null)
    const stream = streamOf(ratingRelease, state.rated.clientId)
    return withLookup(context.history.read(ratingRelease.events, stream, 'omitted'), (past) => {
      const released = past.findLast(
        ({ event }) => event.type === 'RatingsReleased' && event.data.ratings.includes(ratingId),
      )?.event
      return then(released?.type === 'RatingsReleased' ? { batch: released.data.batch, at: released.data.at } : null)
    })
  })
}

const voidAppeals = (
  context: PolicyContext,
  cause: EventEnvelope,
  ratingId: string,
  isActiveOrHeld: (state: RatingState) => boolean,
): Reaction =>
  voidOutdatedAppeals(context, {
    policy: 'contest-rulings',
    cause,
    id: ratingId,
    loaded: asPolicy('contest-rulings', context, cause).load(rating, ratingId),
    isActiveOrHeld,
  })

/** Appeals against the removal of ratings; those in effect are withdrawn, which voids the client's. */
const voidAppealsOfVenue = (
  context: PolicyContext,
  cause: EventEnvelope,
  { businessId, clientId }: EventIn<typeof deniedEvents>['data'],
): Reaction =>
  withLookup(context.lookups.ratings.contestsBetween(businessId, clientId), (contests) =>
    inSequence(contests.map(({ ratingId }) => voidAppeals(context, cause, ratingId, () => true))),
  )
const deniedEvents = family(GuestContactDenied)
