import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advertisement,
  type AdvertisementCommand,
  type AdvertisementEvent,
  isVisible,
  maxLengths,
  type Offer,
  type OfferFault,
} from '../../../domain/promotion/advertisement.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { offer } from '../../support/promotion/event-samples.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(advertisement)
const identity = { linkId: '100200', at: at('2026-03-01') }
const publish = (change: Partial<Offer> = {}): AdvertisementCommand => ({
  type: 'PublishAdvertisement',
  ...identity,
  offer: { ...offer, ...change },
})
const withdraw: AdvertisementCommand = { type: 'WithdrawAdvertisement', ...identity }
const published: AdvertisementEvent = { type: 'AdvertisementPublished', data: { ...identity, offer } }
const revised = (change: Partial<Offer>): AdvertisementEvent => ({
  type: 'AdvertisementRevised',
  data: { ...identity, offer: { ...offer, ...change } },
})
const withdrawn: AdvertisementEvent = { type: 'AdvertisementWithdrawn', data: identity }

describe('an advertisement', () => {
  it('Q-77: is published by its first import and unchanged by an identical one', () => {
    given().when(publish()).then(published)
    given(published).when(publish()).thenNothing()
  })

  it('is revised by changed fields, even back to earlier values', () => {
    given(published)
      .when(publish({ priceCents: null }))
      .then(revised({ priceCents: null }))
    given(published, revised({ name: 'Altro' }))
      .when(publish())
      .then(revised({}))
  })

  it('is withdrawn once and can return', () => {
    given(published).when(withdraw).then(withdrawn)
    given(published, withdrawn).when(withdraw).thenNothing()
    given().when(withdraw).thenNothing()
    given(published, withdrawn).when(publish()).then(published)
  })
})

describe('an advertisement’s offer', () => {
  const rejected = (change: Partial<Offer>, ...faults: readonly OfferFault[]) =>
    given().when(publish(change)).thenRejected({ type: 'AdvertisementFaulty', faults })

  it('names advertiser, name and target address', () =>
    rejected(
      { advertiserName: '', name: '', clickUrl: '' },
      { field: 'advertiserName', kind: 'missing' },
      { field: 'name', kind: 'missing' },
      { field: 'clickUrl', kind: 'missing' },
    ))

  it.each([
    'http://offerte.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//offerte.example/',
    'https://',
    'https://offerte',
    'https://utente:parola@offerte.example/',
    'https://offerte.example\\@altrove.example/',
    ' https://offerte.example/',
    'https://offerte.example/"onclick="',
  ])('Q-77: links to https only, not to %s', (clickUrl) =>
    rejected({ clickUrl }, { field: 'clickUrl', kind: 'not https' }),
  )

  it.each(['https://offerte.example', 'https://offerte.example:8443/a?b=c@d#e', 'https://offerte.example?x=1'])(
    'Q-77: can link to %s',
    (clickUrl) => given(published).when(publish({ clickUrl })).then(revised({ clickUrl })),
  )

  it.each([
    ['advertiserId', 100],
    ['advertiserName', 255],
    ['couponCode', 50],
    ['language', 10],
    ...(Object.entries(maxLengths) as [keyof Offer, number][]),
  ] as const)('C-37, V-85: limits %s to %i characters', (field, max) => {
    expect(maxLengths[field]).toBe(max)
    if (field === 'clickUrl') return
    rejected({ [field]: 'x'.repeat(max + 1) }, { field, kind: 'too long', max })
    const full = { [field]: 'x'.repeat(max) }
    given()
      .when(publish(full))
      .then({ type: 'AdvertisementPublished', data: { ...identity, offer: { ...offer, ...full } } })
  })

  it('rejects characters that cannot be stored', () =>
    rejected(
      { name: 'vino\u0000', description: '\ud800' },
      { field: 'name', kind: 'unprintable' },
      { field: 'description', kind: 'unprintable' },
    ))

  it('cannot end before it starts', () => {
    const day = at('2026-03-01')
    rejected(
      { promotionalDate: at('2026-03-02'), promotionalEndDate: day },
      { field: 'promotionalEndDate', kind: 'before it begins' },
    )
    given(published)
      .when(publish({ promotionalDate: day, promotionalEndDate: day }))
      .then(revised({ promotionalDate: day, promotionalEndDate: day }))
  })
})

describe('the visibility of an advertisement', () => {
  const from = at('2026-03-10')
  const until = at('2026-03-20')
  const within = { ...offer, promotionalDate: from, promotionalEndDate: until }

  it('requires that it is active and within its window, including both ends', () => {
    expect(
      [at('2026-03-09'), from, at('2026-03-15'), until, at('2026-03-21')].map((now) => isVisible(within, now)),
    ).toEqual([false, true, true, true, false])
    expect(isVisible({ ...within, isActive: false }, at('2026-03-15'))).toBe(false)
    expect(isVisible(null, at('2026-03-15'))).toBe(false)
  })

  it('is unlimited without a window and limited on one side with one end', () => {
    const [early, late] = [at('2020-01-01'), at('2030-01-01')]
    expect(isVisible({ ...offer, promotionalDate: null, promotionalEndDate: null }, late)).toBe(true)
    expect([early, late].map((now) => isVisible({ ...within, promotionalEndDate: null }, now))).toEqual([false, true])
    expect([early, late].map((now) => isVisible({ ...within, promotionalDate: null }, now))).toEqual([true, false])
  })
})

const anOffer = fc.record({
  name: fc.constantFrom('Degustazione', 'Terme', ''),
  priceCents: fc.constantFrom(null, 4950),
  isActive: fc.boolean(),
})
const command: fc.Arbitrary<AdvertisementCommand> = fc.oneof(
  anOffer.map((change) => publish(change)),
  fc.constant(withdraw),
)
testDeciderProperties('advertisement', advertisement, command)
