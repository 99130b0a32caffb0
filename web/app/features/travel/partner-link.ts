import type { HotelPartner, PartnerSearch } from '../../../contract/bookings.ts'

/** Where a search began, as our figures at the partner’s tell it; never who began it. */
export type Placement = 'dashboard' | 'book-travel' | 'my-travels'

/** A-31, C-25: a search on the partner’s site, in the words of Booking.com’s; what its address already says stays. */
export const partnerLink = ({ address, trackingId }: HotelPartner, search: PartnerSearch, from: Placement): string => {
  const url = new URL(address)
  const told = url.searchParams
  told.set('ss', search.destination)
  told.set('checkin', search.checkIn)
  told.set('checkout', search.checkOut)
  told.set('group_adults', String(search.adults))
  told.set('no_rooms', '1')
  told.set('group_children', String(search.ages.length))
  for (const age of search.ages) told.append('age', String(age))
  if (trackingId !== null) {
    told.set('aid', trackingId)
    told.set('label', `garbo-${from}`)
  }
  return url.href
}

export const siteOf = ({ address }: HotelPartner): string => new URL(address).host
