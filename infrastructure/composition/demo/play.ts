import { rewards } from '../../../domain/rewards/rewards/decider.ts'
import { load } from '../../../application/handle.ts'
import { newId } from '../../ids.ts'
import type { Deed } from './acts.ts'
import { befall } from './befall.ts'
import { openVenue, registerGuest, registerStaff } from './people.ts'
import { named, type Player } from './player.ts'
import { outcome } from './stage.ts'

type Does = { readonly [T in Deed['type']]: (player: Player, deed: Extract<Deed, { type: T }>) => Promise<unknown> }

const does: Does = {
  'open venue': async (player, deed) => player.played.accounts.set(deed.venue.key, await openVenue(player, deed)),
  'register guest': async (player, deed) =>
    player.played.accounts.set(deed.guest.key, await registerGuest(player, deed)),
  'register staff': async (player, deed) => player.played.accounts.set(deed.one.key, await registerStaff(player, deed)),

  rate: ({ as, services, played }, { venue, guest, scores, comment, stayDate, stayType }) => {
    const { accountId } = named(played.accounts, guest)
    return as(venue, services.capabilities.rateClient, {
      client: { accountId },
      ...scores,
      stayDate,
      stayType,
      comment,
    })
  },

  review: async ({ as, services, played }, { review: { key, venue, guest, stars, reasonCode, tags, comment } }) => {
    const targetId = named(played.accounts, venue).accountId
    const about = { reviewId: newId(), targetType: 'BUSINESS', targetId, visibility: 'PUBLIC_ANONYMOUS' } as const
    const words = { rating: stars, comment, reasonCode, reasonTags: tags }
    const { reviewId } = await as(guest, services.capabilities.submitReview, { ...about, ...words })
    played.reviews.set(key, reviewId)
  },

  redeem: async (player, { guest, venue, pressedBy }) => {
    const { services, played, as } = player
    const businessId = named(played.accounts, venue).accountId
    const { clientId } = named(played.accounts, guest)
    const { state } = await outcome(load(services.doors)(rewards, clientId ?? ''))
    const reward = state.rewards.find((one) => one.businessId === businessId && one.status === 'active')
    if (reward === undefined) throw new Error(`${guest} has earned nothing at ${venue}`)
    const presses = pressedBy === 'guest' ? guest : venue
    return as(presses, services.capabilities.redeemReward, { code: reward.code })
  },

  'save favourite': ({ as, services, played }, { guest, venue }) =>
    as(guest, services.capabilities.saveFavourite, { businessId: named(played.accounts, venue).accountId }),

  book: async ({ as, services, played }, { booking, by, stay }) => {
    const { bookingId } = await as(by, services.capabilities.bookHotel, { bookingId: newId(), ...stay })
    played.bookings.set(booking, bookingId)
  },

  'cancel booking': ({ as, services, played }, { booking, by }) =>
    as(by, services.capabilities.cancelBooking, { bookingId: named(played.bookings, booking) }),

  'about a review': (player, { review: key, deed }) => befall(player, named(player.played.reviews, key), deed),
}

/** Does it, by the use case that is for it. */
export const play = <T extends Deed['type']>(player: Player, deed: Extract<Deed, { type: T }>): Promise<unknown> =>
  does[deed.type](player, deed)
