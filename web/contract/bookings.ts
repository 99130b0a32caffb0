import { z } from 'zod'
import { call } from './call.ts'
import { day, id, instant, text } from './fields.ts'

const fillAll = 'Compila tutti i campi obbligatori'
const destination = text(1, 200, fillAll)
const guests = z.int().min(1).max(10)

/** E-42: demonstration hotels; prices in euro. */
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

/** E-11; `totalPrice` in euro. */
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
    status: z.enum(['pending', 'confirmed', 'cancelled', 'completed']),
    createdAt: instant,
  })
  .meta({ id: 'Booking' })
export type Booking = z.infer<typeof booking>

/** What the search on the site of others is told (V-78). */
export const partnerSearch = z.object({
  destination,
  checkIn: day,
  checkOut: day,
  adults: z.int().min(1).max(10),
  ages: z.array(z.int().min(0).max(17)).max(10),
})
export type PartnerSearch = z.infer<typeof partnerSearch>

/** Where that is. */
export const hotelPartner = z.object({
  address: z.url({ protocol: /^https?$/ }),
  /** Our number there; null without one. */
  trackingId: z.string().nullable(),
})
export type HotelPartner = z.infer<typeof hotelPartner>

/** the server reckons price, nights and AVA itself; what the screen may send beside is taken and dropped. */
const dropped = z.unknown().optional()
export const bookHotelBody = z.strictObject({
  hotelId: id,
  destination,
  checkIn: day,
  checkOut: day,
  guests,
  hotelName: dropped,
  hotelPhoto: dropped,
  hotelRating: dropped,
  totalPrice: dropped,
  avaEarned: dropped,
  status: dropped,
})

export const bookingCalls = {
  hotels: call({
    method: 'GET',
    path: '/api/hotels',
    says: 'Demonstration hotels, with what the stay would cost and earn',
    who: 'signed-in',
    query: z.object({ destination, checkIn: day, checkOut: day, guests: z.coerce.number().pipe(guests) }),
    answer: z.array(hotel),
    limit: 'search',
  }),
  hotelPartner: call({
    method: 'GET',
    path: '/api/hotels/partner',
    says: 'Where the hotel search of others lies, and our number there',
    who: 'signed-in',
    answer: hotelPartner,
  }),
  bookings: call({
    method: 'GET',
    path: '/api/bookings',
    says: 'The account’s bookings, newest first',
    who: 'signed-in',
    answer: z.array(booking),
  }),
  bookHotel: call({
    method: 'POST',
    path: '/api/bookings',
    says: 'Books a stay',
    who: 'signed-in',
    body: bookHotelBody,
    answer: booking,
    status: 201,
    idempotent: true,
    limit: 'write',
  }),
  cancelBooking: call({
    method: 'POST',
    path: '/api/bookings/:id/cancel',
    says: 'Cancels a booking before check-in',
    who: 'signed-in',
    params: z.object({ id }),
    answer: booking,
    idempotent: true,
  }),
}
