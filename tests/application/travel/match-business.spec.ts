import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchBusiness } from '../../../application/travel/match-business.ts'
import type { FoundPlace } from '../../../application/travel/ports.ts'

const aurora = { id: 'aurora', businessName: 'Hotel Aurora', location: 'Via del Corso 12, Roma' }
const place: FoundPlace = {
  placeId: 'ChIJ-aurora',
  name: 'Hotel Aurora',
  address: 'Via del Corso, 12, 00186 Roma RM, Italia',
  rating: 4.4,
  priceLevel: 2,
  types: ['lodging'],
  photos: [],
  openNow: true,
  businessId: null,
}

describe('matching a place to a business (E-37)', () => {
  it('requires exactly the same name and address', () => {
    expect(matchBusiness(place, [aurora])).toBe(aurora)
    expect(matchBusiness({ ...place, name: 'HOTEL  AURÒRA' }, [aurora])).toBe(aurora)
  })

  it('rejects another name, house number or town', () => {
    expect(matchBusiness({ ...place, name: 'Hotel Aurora Palace' }, [aurora])).toBeNull()
    expect(matchBusiness({ ...place, address: 'Via del Corso, 21, 00186 Roma RM, Italia' }, [aurora])).toBeNull()
    expect(matchBusiness({ ...place, address: 'Via del Corso, 12, Pesaro PU, Italia' }, [aurora])).toBeNull()
    expect(matchBusiness(place, [{ ...aurora, location: '' }])).toBeNull()
  })

  it('rejects an ambiguous match', () =>
    expect(matchBusiness(place, [aurora, { ...aurora, id: 'another', location: 'Corso, Roma' }])).toBeNull())

  it('accepts the business named by the source, whatever its name', () => {
    expect(matchBusiness({ ...place, name: 'Altro', businessId: 'aurora' }, [aurora])).toBe(aurora)
    expect(matchBusiness({ ...place, businessId: 'gone' }, [aurora])).toBeNull()
  })

  it('rejects a business without the name, whatever the search text', () => {
    const words = fc.stringMatching(/^[A-Za-zÀ-ù' ,0-9]{0,20}$/)
    fc.assert(
      fc.property(words, words, words, words, (name, address, businessName, location) => {
        const found = matchBusiness({ ...place, name, address }, [{ id: 'one', businessName, location }])
        const fold = (text: string) =>
          text
            .normalize('NFD')
            .replaceAll(/[^\p{L}\p{N}]/gu, '')
            .toLowerCase()
        expect(found === null || fold(found.businessName) === fold(name)).toBe(true)
      }),
    )
  })
})
