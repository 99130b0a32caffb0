import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partnerLink } from '../../../../../web/app/features/travel/PartnerHotelSearch.tsx'
import { partnerSearch, type PartnerSearch } from '../../../../../web/contract/travel/bookings.ts'

const search: PartnerSearch = {
  destination: 'Siena (SI), Italia',
  checkIn: '2027-03-01',
  checkOut: '2027-03-04',
  adults: 2,
  ages: [],
}
const ours = { address: 'https://hotel.example/cerca?lang=it#mappa', trackingId: '304142' }

describe('A-31: the address of a partner search', () => {
  it('Q-76: contains our partner id and the origin only when configured', () => {
    const params = new URL(partnerLink(ours, search, 'dashboard')).searchParams
    expect([params.get('aid'), params.get('label')]).toEqual(['304142', 'garbo-dashboard'])
    const withoutId = new URL(partnerLink({ ...ours, trackingId: null }, search, 'dashboard')).searchParams
    expect([withoutId.has('aid'), withoutId.has('label')]).toEqual([false, false])
  })

  it('keeps the query parameters of the configured address without duplicates', () => {
    const url = new URL(partnerLink({ ...ours, address: ours.address.replace('#', '&ss=Roma#') }, search, 'dashboard'))
    expect([url.searchParams.get('lang'), url.hash]).toEqual(['it', '#mappa'])
    expect(url.searchParams.getAll('ss')).toEqual(['Siena (SI), Italia'])
  })

  it('Q-76, C-25: encodes any input and stays on that site', () =>
    fc.assert(
      fc.property(
        fc.record({
          destination: fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
          checkIn: fc.constant('2027-03-01'),
          checkOut: fc.constant('2027-03-04'),
          adults: fc.integer({ min: 1, max: 10 }),
          ages: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 10 }),
        }),
        (asked) => {
          const judged = partnerSearch.safeParse(asked)
          if (!judged.success) return
          const url = new URL(partnerLink(ours, judged.data, 'book-travel'))
          const params = url.searchParams
          expect([url.origin, url.pathname, url.hash]).toEqual(['https://hotel.example', '/cerca', '#mappa'])
          expect({
            destination: params.get('ss'),
            checkIn: params.get('checkin'),
            checkOut: params.get('checkout'),
            adults: Number(params.get('group_adults')),
            ages: params.getAll('age').map(Number),
          }).toEqual(judged.data)
          expect([params.get('no_rooms'), params.get('group_children')]).toEqual(['1', String(judged.data.ages.length)])
        },
      ),
    ))
})

describe('V-78: the partner search', () => {
  const judged = (more: Partial<PartnerSearch>) => partnerSearch.safeParse({ ...search, ...more }).success

  it.each([1, 10])('accepts %i adults', (adults) => expect(judged({ adults })).toBe(true))
  it.each([0, 11, 1.5, Number.NaN])('rejects %d adults', (adults) => expect(judged({ adults })).toBe(false))
  it.each([0, 10])('accepts %i children', (many) => expect(judged({ ages: Array(many).fill(4) })).toBe(true))
  it('rejects eleven children', () => expect(judged({ ages: Array(11).fill(4) })).toBe(false))
  it.each([0, 17])('accepts a child of %i', (age) => expect(judged({ ages: [age] })).toBe(true))
  it.each([-1, 18, 3.5])('rejects a child of %d', (age) => expect(judged({ ages: [age] })).toBe(false))
})
