import { AccountDeleted } from '../../domain/accounts/account-events.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  ContestAnswered,
  ContestVoided,
  ratingContest,
  RatingContested,
  RatingKept,
  RatingStruck,
} from '../../domain/ratings/rating-contest.ts'
import { rating, RatingRemoved, RatingWithdrawn } from '../../domain/ratings/rating.ts'
import { struckRatingFacts } from '../moderation/reasons.it.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(RatingContested, RatingStruck, RatingWithdrawn, RatingRemoved, AccountDeleted)
type Event = EventIn<typeof events>

/**
 * Removes a rating that a moderator struck, and voids the contest of a rating that no longer exists or of a client who
 * deleted the account. A contest goes on without a business that deletes its own: the rating still counts.
 * @rule Q-136
 */
export const contestsPolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'contests',
  events,
  startsFrom: 'beginning',
  personalData: 'decrypted',
  react: (recorded) => reactionTo(context, recorded),
})

const reactionTo = (context: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  const { execute } = asPolicy('contests', context, recorded)
  switch (event.type) {
    case 'RatingContested':
    case 'RatingWithdrawn':
    case 'RatingRemoved':
      return voidIfRatingIsGone(context, recorded, event.data.ratingId)
    case 'RatingStruck': {
      const { ratingId, by, clientAccountId, facts, ground, at } = event.data
      const reasons = { facts: facts || struckRatingFacts, ground, violation: null }
      const command = { type: 'RemoveRating', by, clientAccountId, cause: 'contest', reasons, at } as const
      return execute(rating, ratingId, command, ['RatingGone'])
    }
    case AccountDeleted.type: {
      const { accountId, at } = event.data
      return withLookup(context.lookups.ratings.openContestsBy(accountId, recorded.position), (ratingIds) =>
        inSequence(
          ratingIds.map((ratingId) =>
            execute(ratingContest, ratingId, { type: 'VoidContest', cause: 'account-deleted', at }),
          ),
        ),
      )
    }
  }
}

const voidIfRatingIsGone = (context: PolicyContext, cause: EventEnvelope, ratingId: string): Reaction => {
  const { execute, load } = asPolicy('contests', context, cause)
  return withState(load(rating, ratingId), ({ status }) => {
    if (status !== 'withdrawn' && status !== 'removed') return noReaction
    const at = cause.meta.occurredAt
    return execute(ratingContest, ratingId, { type: 'VoidContest', cause: `rating-${status}`, at })
  })
}

const mailedEvents = family(RatingContested, ContestAnswered, RatingKept, RatingStruck, ContestVoided)

/** E-mails the parties what concerns them; the business learns of a struck rating from the e-mail about its removal. */
export const contestEmailsPolicy = (): Policy<EventIn<typeof mailedEvents>> => ({
  name: 'contest-letters',
  events: mailedEvents,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { ratingId, clientAccountId, businessId } = data
    const mailTo = (party: 'client' | 'business', accountId: string) => ({
      id: party,
      queue: 'mail',
      job: `contest-${party}-mail`,
      data: { accountId, ratingId, about: type },
    })
    const toClient = mailTo('client', clientAccountId)
    if (type === 'ContestAnswered' || type === 'RatingStruck') return [toClient]
    return [toClient, mailTo('business', businessId)]
  },
})
