import { dailyId } from '../../domain/kernel/daily-allowance.ts'
import { account } from '../../domain/accounts/account.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { firstOfMonth, romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { isBefore } from '../../domain/kernel/time.ts'
import {
  addingRejection,
  guestContact,
  GuestContactDenied,
  guestContactId,
  GuestContactMade,
} from '../../domain/ratings/guest-contact.ts'
import { newClientAllowance } from '../../domain/ratings/new-client-allowance.ts'
import { ClientRated, rating } from '../../domain/ratings/rating.ts'
import { contactAnnouncedAt, minVenuesToNameProvince } from '../../domain/ratings/rules.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const contactEvents = family(ClientRated, GuestContactMade, GuestContactDenied)
type Rated = EventIn<typeof ratedEvents>
const ratedEvents = family(ClientRated)

/**
 * Makes the contact with a new guest, sends the letter about it, and withdraws the ratings by a venue where the guest was
 * not. A rating that crossed the guest's declaration is withdrawn too.
 * @rule Q-122
 */
export const firstContactPolicy = (context: PolicyContext): Policy<EventIn<typeof contactEvents>> => ({
  name: 'first-contact',
  events: contactEvents,
  startsFrom: 'now',
  react: (recorded) => {
    const { event } = recorded
    switch (event.type) {
      case 'ClientRated':
        return onRated(context, recorded, event)
      case 'GuestContactDenied':
        return withdrawRatings(context, recorded, event.data)
      case 'GuestContactMade':
        return noReaction
    }
  },
  effects: ({ event }) => {
    if (event.type !== 'GuestContactMade') return []
    const { announcedAt, at, ...letter } = event.data
    return [{ id: 'letter', queue: 'mail', job: 'first-contact-mail', data: letter, ...later(at, announcedAt) }]
  },
})

const later = (at: Instant, announcedAt: Instant) => (isBefore(at, announcedAt) ? { runAt: new Date(announcedAt) } : {})

const onRated = (context: PolicyContext, cause: EventEnvelope, { data }: Rated): Reaction => {
  const { businessId, clientId, ratingId, at } = data
  const { execute, load } = asPolicy('first-contact', context, cause)
  return withState(load(guestContact, guestContactId(businessId, clientId)), (contact) => {
    if (addingRejection(contact, at) !== null) return execute(rating, ratingId, { type: 'DisownRating', at })
    if (contact.status === 'made') return noReaction
    return withState(load(newClientAllowance, dailyId(businessId, romeDay(at))), (clients) =>
      clients.has(clientId) ? makeContact(context, cause, data) : noReaction,
    )
  })
}

const makeContact = (context: PolicyContext, cause: EventEnvelope, rated: Rated['data']): Reaction => {
  const { businessId, clientId, ratingId, stayDate, held, at } = rated
  const { execute } = asPolicy('first-contact', context, cause)
  return withLookup(addressOfLetter(context, cause, rated), ({ accountId, province, venues }) =>
    accountId === null
      ? noReaction
      : execute(
          guestContact,
          guestContactId(businessId, clientId),
          {
            type: 'MakeContact',
            businessId,
            clientId,
            ratingId,
            accountId,
            stayMonth: firstOfMonth(stayDate),
            province,
            named: venues < minVenuesToNameProvince ? 'region' : 'province',
            announcedAt: contactAnnouncedAt(at, held),
            at,
          },
          ['ClientNotAddable'],
        ),
  )
}

const addressOfLetter = (context: PolicyContext, cause: EventEnvelope, { businessId, clientId }: Rated['data']) => {
  const { load } = asPolicy('first-contact', context, cause)
  const { accountOfClient, confirmedBusinessesIn } = context.lookups.accounts
  return pipe(
    TE.Do,
    TE.bind('accountId', () => accountOfClient(clientId)),
    TE.bindW('business', () => load(account, businessId)),
    TE.let('province', ({ business: { state } }) =>
      state.kind !== null && state.profile.kind === 'business' ? state.profile.details.province : null,
    ),
    TE.bindW('venues', ({ province }) => (province === null ? TE.right(0) : confirmedBusinessesIn(province))),
  )
}

/** Withdraws all ratings that the business has given the guest so far. */
const withdrawRatings = (
  context: PolicyContext,
  cause: EventEnvelope,
  { businessId, clientId, at }: EventIn<typeof deniedEvents>['data'],
): Reaction => {
  const { execute } = asPolicy('first-contact', context, cause)
  return withLookup(context.lookups.ratings.ratingsGivenBy(businessId, cause.position), (given) =>
    inSequence(
      given
        .filter((one) => one.clientId === clientId)
        .map(({ ratingId }) => execute(rating, ratingId, { type: 'DisownRating', at })),
    ),
  )
}
const deniedEvents = family(GuestContactDenied)
