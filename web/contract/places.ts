import { z } from 'zod'
import { province } from './businesses.ts'
import { call } from './call.ts'
import { text } from './fields.ts'

/** R-23, E-35: what nobody said and the source does not know is null. */
export const address = z
  .object({
    street: z.string().nullable(),
    city: z.string().nullable(),
    /** The province. */
    state: province.nullable(),
    postalCode: z.string().nullable(),
    country: z.string(),
    fullAddress: z.string(),
    coordinates: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof address>

/** V-84, C-15 */
export const mostSuggestions = 5
/** Longer than any address; what is typed beyond finds nothing. */
export const longestInput = 200

/** what the address-selection frame posts to its parent, of one's own origin. */
export const addressSelected = z.object({ type: z.literal('address-selected'), address })

export const placeCalls = {
  placesAutocomplete: call({
    method: 'GET',
    path: '/api/places/autocomplete',
    says: 'Up to five Italian addresses somebody may mean who has typed so far: the street as typed, the town completed',
    who: 'anyone',
    query: z.object({ input: text(1, longestInput, 'Scrivi un indirizzo') }),
    answer: z.array(address).max(mostSuggestions),
    limit: 'search',
    cacheSeconds: 300,
  }),
  placesSource: call({
    method: 'GET',
    path: '/api/places/source',
    says: 'Who suggests addresses: Google’s script where the operator has a key for it, else this server',
    who: 'anyone',
    answer: z.object({
      /** Null where the gazetteer of this server answers. */
      google: z.object({ key: z.string(), origin: z.url() }).nullable(),
    }),
  }),
}
