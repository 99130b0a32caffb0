import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advertisementClick,
  type AdvertisementClickEvent,
  advertisementClickId,
  advertisementListing,
  type CountAdvertisementClick,
  type ListAdvertisements,
} from '../../../domain/promotion/advertisement.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at, day } from '../../support/sample-values.ts'

const clicker = { linkId: '100200', accountId: 'account-giulia', userType: 'client' } as const
const click = (time: ReturnType<typeof at>): CountAdvertisementClick => ({
  type: 'CountAdvertisementClick',
  ...clicker,
  at: time,
})
const counted = (time: ReturnType<typeof at>, on: string): AdvertisementClickEvent => ({
  type: 'AdvertisementClicked',
  data: { ...clicker, at: time, day: day(on) },
})

describe('advertisement clicks', () => {
  const { given } = spec(advertisementClick)
  const morning = at('2026-03-02', '08:00')

  it('A-68: count a person once a day, however often they click', () => {
    given().when(click(morning)).then(counted(morning, '2026-03-02'))
    given(counted(morning, '2026-03-02'))
      .when(click(at('2026-03-02', '21:00')))
      .thenNothing()
  })

  it('A-68: count again on the next day in Italy, which begins before midnight UTC', () => {
    const late = at('2026-03-02', '23:30')
    given(counted(morning, '2026-03-02')).when(click(late)).then(counted(late, '2026-03-03'))
  })

  it('count nothing twice when the clock is set back', () =>
    given(counted(at('2026-03-03'), '2026-03-03'))
      .when(click(morning))
      .thenNothing())

  it('use a separate stream per person and advertisement', () => {
    const ids = ['100200', '100201'].flatMap((linkId) =>
      ['account-giulia', 'account-aurora'].map((accountId) => advertisementClickId({ linkId, accountId })),
    )
    expect(new Set(ids).size).toBe(4)
    const longestName = `adclick-${advertisementClickId({ linkId: 'x'.repeat(100), accountId: crypto.randomUUID() })}`
    expect(longestName.length).toBeLessThanOrEqual(200)
  })
})

describe('the list of advertisements', () => {
  const { given } = spec(advertisementListing)
  const list = (...linkIds: readonly string[]): ListAdvertisements => ({
    type: 'ListAdvertisements',
    linkIds,
    at: at('2026-03-01'),
  })
  const listed = (...linkIds: readonly string[]) =>
    ({ type: 'AdvertisementsListed', data: { linkIds, at: at('2026-03-01') } }) as const

  it('records each new advertisement once', () => {
    given()
      .when(list('1', '2', '1'))
      .then(listed('1', '2'))
    given(listed('1', '2')).when(list('2', '3')).then(listed('3'))
    given(listed('1', '2')).when(list('2', '1')).thenNothing()
    given(listed('1')).when(list()).thenNothing()
  })
})

const moments = fc.constantFrom(at('2026-03-02'), at('2026-03-02', '23:30'), at('2026-03-04'))
testDeciderProperties('click', advertisementClick, moments.map(click))
testDeciderProperties(
  'listing',
  advertisementListing,
  fc
    .array(fc.constantFrom('1', '2', '3'))
    .map((linkIds): ListAdvertisements => ({ type: 'ListAdvertisements', linkIds, at: at('2026-03-01') })),
)
