import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from '../../../contract/places.ts'
import { texts } from '../../texts.ts'
import { call } from '../api.ts'
import { read } from '../read.ts'
import { isRefused } from '../refused.ts'
import { googleMaps } from './google-maps.ts'
import { googlePlaces } from './google-places.ts'

/** Who suggests addresses; whatever it cannot do it says in Italian. */
export interface AddressSource {
  /** Whose they are, as its licence wants it shown. */
  readonly credit: string
  readonly suggest: (typed: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
}

export interface Suggestion {
  readonly text: string
  /** The whole of it, fetched once it is chosen. */
  readonly address: () => Promise<Address>
}

/** Points settled 17: the places of this server. */
export const gazetteerSource: AddressSource = {
  credit: texts.addresses.gazetteerCredit,
  suggest: async (input, signal) => {
    try {
      const found = await call('placesAutocomplete', { query: { input } }, { signal })
      return found.map((address) => ({ text: address.fullAddress, address: async () => address }))
    } catch (error) {
      if (signal.aborted || (isRefused(error) && error.status === 429)) throw error
      throw new Error(texts.addresses.searchFailed, { cause: error })
    }
  },
}

/** Google where the operator has a key for it, else this server; null until that is known. */
export const useAddressSource = (): AddressSource | null => {
  const { data } = useQuery(read('places', 'placesSource', {}))
  return useMemo(() => {
    if (data === undefined) return null
    return data.google === null ? gazetteerSource : googlePlaces(googleMaps(data.google))
  }, [data])
}
