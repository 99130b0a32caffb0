import { z } from 'zod'

/** where the hotel search widgets lead. */
export const hotelPartnerSettings = {
  HOTEL_SEARCH_URL: z
    .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
    .default('https://www.booking.com/searchresults.it.html')
    .meta({ description: 'the hotel search of others the widgets open; it is told what Booking.com’s is told (Q-76)' }),
  HOTEL_SEARCH_TRACKING_ID: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional()
    .meta({ description: 'our number at that site; with it the widgets say that we may earn a commission (Q-76)' }),
}

type HotelPartner = z.infer<z.ZodObject<typeof hotelPartnerSettings>>

export const hotelPartnerOf = ({ HOTEL_SEARCH_URL: address, HOTEL_SEARCH_TRACKING_ID }: HotelPartner) => ({
  address,
  trackingId: HOTEL_SEARCH_TRACKING_ID ?? null,
})

export const hotelPartnerInconsistency = (config: HotelPartner & { readonly NODE_ENV: string }) =>
  config.NODE_ENV === 'production' &&
  !config.HOTEL_SEARCH_URL.startsWith('https://') &&
  'HOTEL_SEARCH_URL: https only in production'
