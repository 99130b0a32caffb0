import { describe, expect, it } from 'vitest'
import { readAdvertisements } from '../../../infrastructure/promotion/advertisement-file.ts'

const minimal = { linkId: 'a-1', advertiserName: 'Cantina', name: 'Vino', clickUrl: 'https://offerte.example/a' }
const read = (...entries: readonly unknown[]) => readAdvertisements(JSON.stringify(entries))
const readOffer = (fields: Readonly<Record<string, unknown>>) => read({ ...minimal, ...fields })[0]?.offer
const complaintsAbout = (...entries: readonly unknown[]) => {
  try {
    read(...entries)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

describe('a file of advertisements', () => {
  it('C-37: defaults omitted fields to null, active and priority 1', () => {
    expect(read(minimal)).toMatchObject([
      {
        linkId: 'a-1',
        offer: { priceCents: null, isActive: true, priority: 1, mobileOptimized: false, couponCode: null },
      },
    ])
    expect(read()).toEqual([])
  })

  it('accepts numbers and lists as text, and blanks as null', () => {
    expect(read({ ...minimal, linkId: 100200 })[0]?.linkId).toBe('100200')
    expect(readOffer({ sevenDayEpc: 3.5, keywords: ['vino', 'olio'], category: '  ', language: null })).toMatchObject({
      sevenDayEpc: '3.5',
      keywords: 'vino, olio',
      category: null,
      language: null,
    })
  })

  it('Q-77: stores euro prices in cents', () => {
    expect(readOffer({ price: 49.9 })?.priceCents).toBe(4990)
    expect(readOffer({ price: 0.29 })?.priceCents).toBe(29)
    expect(readOffer({ price: 0 })?.priceCents).toBe(0)
    expect(readOffer({ price: null })?.priceCents).toBeNull()
  })

  it('interprets dates in Italy from the first to the last moment, and times exactly', () => {
    expect(readOffer({ promotionalDate: '2026-07-01', promotionalEndDate: '2026-12-31' })).toMatchObject({
      promotionalDate: '2026-06-30T22:00:00.000Z',
      promotionalEndDate: '2026-12-31T22:59:59.999Z',
    })
    // The two nights on which the clock changes.
    expect(readOffer({ promotionalDate: '2026-03-29', promotionalEndDate: '2026-03-29' })).toMatchObject({
      promotionalDate: '2026-03-28T23:00:00.000Z',
      promotionalEndDate: '2026-03-29T21:59:59.999Z',
    })
    expect(readOffer({ promotionalDate: '2026-10-25', promotionalEndDate: '2026-10-25' })).toMatchObject({
      promotionalDate: '2026-10-24T22:00:00.000Z',
      promotionalEndDate: '2026-10-25T22:59:59.999Z',
    })
    expect(readOffer({ promotionalDate: '2026-07-01T10:00:00+02:00' })?.promotionalDate).toBe(
      '2026-07-01T08:00:00.000Z',
    )
  })
})

describe('a faulty advertisements file', () => {
  it('reports all mistakes per entry, in order', () => {
    expect(
      complaintsAbout(
        minimal,
        { ...minimal, linkId: 'a-2', clickUrl: 'http://offerte.example/', name: 'x'.repeat(256) },
        { linkId: 'a-3', clickURL: 'https://offerte.example/' },
        { ...minimal, name: '' },
        'ciao',
        { ...minimal, linkId: 'a 4' },
      ),
    ).toEqual([
      'Nothing was imported.',
      'entry 2 (a-2): name is longer than 255 characters',
      'entry 2 (a-2): clickUrl must be an https address',
      'entry 3 (a-3): advertiserName is missing',
      'entry 3 (a-3): name is missing',
      'entry 3 (a-3): clickUrl is missing',
      'entry 3 (a-3): clickURL is not a field of an advertisement',
      'entry 4 (a-1): linkId is already used by entry 1',
      'entry 4 (a-1): name is missing',
      'entry 5: entry must be an object',
      'entry 6 (a 4): linkId must consist of letters, digits, _ and -',
    ])
  })

  it.each([
    [{ linkId: undefined }, 'entry 1: linkId is missing'],
    [{ linkId: 'x'.repeat(101) }, `entry 1 (${'x'.repeat(101)}): linkId is longer than 100 characters`],
    [
      { price: '49,90' },
      'entry 1 (a-1): price must be an amount in euro from 0 to 1000000 with at most two decimals, or null',
    ],
    [
      { price: 1.999 },
      'entry 1 (a-1): price must be an amount in euro from 0 to 1000000 with at most two decimals, or null',
    ],
    [
      { price: -1 },
      'entry 1 (a-1): price must be an amount in euro from 0 to 1000000 with at most two decimals, or null',
    ],
    [{ isActive: 'yes' }, 'entry 1 (a-1): isActive must be true or false'],
    [{ priority: 1.5 }, 'entry 1 (a-1): priority must be a whole number from 0 to 1000000'],
    [{ name: ['a'] }, 'entry 1 (a-1): name must be a text'],
    [{ name: 'vino\u0007' }, 'entry 1 (a-1): name contains characters that cannot be shown'],
    [{ clickUrl: 'https://[/' }, 'entry 1 (a-1): clickUrl must be an https address'],
    [
      { promotionalDate: 'ieri' },
      'entry 1 (a-1): promotionalDate must be a day (2026-12-24) or a time with its zone (2026-12-24T09:00:00Z)',
    ],
    [
      { promotionalDate: '2026-02-02', promotionalEndDate: '2026-02-01' },
      'entry 1 (a-1): promotionalEndDate is before promotionalDate',
    ],
  ])('reports the mistake in %j', (fields, message) =>
    expect(complaintsAbout({ ...minimal, ...fields })).toEqual(['Nothing was imported.', message]),
  )

  it('D-14: is distinguished from one that is not a list or not JSON', () => {
    expect(() => readAdvertisements('{}')).toThrow('must contain a JSON array')
    expect(() => readAdvertisements('[')).toThrow('is not JSON')
  })
})
