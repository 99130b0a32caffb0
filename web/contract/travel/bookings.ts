import { z } from 'zod'
import { validateStay } from '../../../domain/travel/rules.ts'
import { bookingStatuses, destinationLength, guestLimits, partyLimits } from '../../../domain/travel/vocabulary.ts'
import { action } from '../action.ts'
import { endpoint } from '../endpoint.ts'
import { day, enteredDay, id, instant, text } from '../fields.ts'

export { destinationLength, guestLimits, partyLimits }

type Day = Parameters<typeof validateStay>[0]
/** Why the server would reject a stay's dates (`yyyy-mm-dd`), first reason only; null if valid. @rule Q-76 */
export const stayRejection = (checkIn: string, checkOut: string, today: string) =>
  validateStay(checkIn as Day, checkOut as Day, today as Day)

const allFieldsRequired = 'Compila tutti i campi obbligatori'
const destination = text(destinationLength.min, destinationLength.max, allFieldsRequired)
const range = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max)
const guests = range(guestLimits)

/** @rule E-42 demonstration hotel; prices in euro */
export const hotel = z
  .object({
    id,
    name: z.string(),
    photo: z.string(),
    rating: z.number(),
    pricePerNight: z.number(),
    currency: z.literal('EUR'),
    description: z.string(),
    amenities: z.array(z.string()),
    nights: z.int(),
    totalPrice: z.number(),
    avaEarned: z.int(),
  })
  .meta({ id: 'Hotel' })
export type Hotel = z.infer<typeof hotel>

/** @rule E-11 booking; `totalPrice` in euro */
export const booking = z
  .object({
    id,
    bookingReference: z.string(),
    hotelId: id,
    hotelName: z.string(),
    hotelPhoto: z.string(),
    hotelRating: z.number(),
    destination: z.string(),
    checkIn: day,
    checkOut: day,
    guests: z.int(),
    nights: z.int(),
    totalPrice: z.number(),
    avaEarned: z.int(),
    status: z.enum(bookingStatuses),
    createdAt: instant,
    actions: z.object({ cancel: action }),
  })
  .meta({ id: 'Booking' })
export type Booking = z.infer<typeof booking>

/** @rule V-78 parameters of the partner search */
export const partnerSearch = z.object({
  destination,
  checkIn: enteredDay,
  checkOut: enteredDay,
  adults: range(partyLimits.adults),
  ages: z.array(range(partyLimits.ages)).max(partyLimits.children.max),
})
export type PartnerSearch = z.infer<typeof partnerSearch>

/** @rule A-31 address of the partner search */
export const hotelPartner = z.object({
  address: z.url({ protocol: /^https?$/ }),
  /** Our partner number; null without one. */
  trackingId: z.string().nullable(),
})
export type HotelPartner = z.infer<typeof hotelPartner>

/** @rule Q-72 accepted and ignored: the server calculates price, nights and AVA */
const ignored = z.unknown().optional()
export const bookHotelBody = z.strictObject({
  hotelId: id,
  destination,
  checkIn: enteredDay,
  checkOut: enteredDay,
  guests,
  hotelName: ignored,
  hotelPhoto: ignored,
  hotelRating: ignored,
  totalPrice: ignored,
  avaEarned: ignored,
  status: ignored,
})

export const bookingEndpoints = {
  hotels: endpoint({
    method: 'GET',
    path: '/api/hotels',
    summary: 'Lists demonstration hotels, with what the stay would cost and earn',
    access: 'signed-in',
    query: z.object({ destination, checkIn: enteredDay, checkOut: enteredDay, guests: z.coerce.number().pipe(guests) }),
    response: z.array(hotel),
    rateLimit: 'search',
  }),
  hotelPartner: endpoint({
    method: 'GET',
    path: '/api/hotels/partner',
    summary: 'Returns the address of the partner’s hotel search and our partner id',
    access: 'signed-in',
    response: hotelPartner,
  }),
  bookings: endpoint({
    method: 'GET',
    path: '/api/bookings',
    summary: 'Lists the caller’s bookings, newest first',
    access: 'signed-in',
    response: z.array(booking),
  }),
  bookHotel: endpoint({
    method: 'POST',
    path: '/api/bookings',
    summary: 'Books a stay',
    access: 'signed-in',
    body: bookHotelBody,
    response: booking,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  cancelBooking: endpoint({
    method: 'POST',
    path: '/api/bookings/:id/cancel',
    summary: 'Cancels a booking before check-in',
    access: 'signed-in',
    params: z.object({ id }),
    response: booking,
    idempotent: true,
  }),
}
