import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addingRejection, guestContact, type GuestContactEvent } from '../../../domain/ratings/guest-contact.ts'
import { contactAnnouncedAt } from '../../../domain/ratings/rules.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at, day } from '../../support/sample-values.ts'

const { given } = spec(guestContact)
const ids = { businessId: 'account-aurora', clientId: 'client-giulia' }
const contactOf = (ratingId: string, when: string) => ({
  ...ids,
  ratingId,
  accountId: 'account-giulia',
  stayMonth: day('2026-02-01'),
  province: 'SI',
  named: 'region' as const,
  announcedAt: at(when),
  at: at(when),
})
const make = (ratingId: string, when: string) => ({ type: 'MakeContact' as const, ...contactOf(ratingId, when) })
const made = (ratingId: string, when: string): GuestContactEvent => ({
  type: 'GuestContactMade',
  data: contactOf(ratingId, when),
})
const deny = (ratingId: string, when: string, reviewed: string | null = null) => ({
  type: 'DenyContact' as const,
  ratingId,
  reviewedAt: reviewed === null ? null : at(reviewed),
  at: at(when),
})
const denied = (ratingId: string, when: string, until: string): GuestContactEvent => ({
  type: 'GuestContactDenied',
  data: { ...ids, ratingId, until: at(until), at: at(when) },
})

describe('Q-122: the first contact of a venue with a guest', () => {
  it('is made once: later ratings send no letter', () => {
    given().when(make('first', '2026-03-01')).then(made('first', '2026-03-01'))
    given(made('first', '2026-03-01')).when(make('second', '2026-04-01')).thenNothing()
  })

  it('is denied by the link of its letter, which may be followed twice', () => {
    const first = made('first', '2026-03-01')
    const declaration = denied('first', '2026-03-05', '2027-03-05')
    given(first).when(deny('first', '2026-03-05')).then(declaration)
    given(first, declaration).when(deny('first', '2026-03-06')).thenNothing()
  })

  it('once denied, cannot be made again for twelve months', () => {
    const history = [made('first', '2026-03-01'), denied('first', '2026-03-05', '2027-03-05')]
    given(...history)
      .when(make('second', '2027-03-04'))
      .thenRejected({ type: 'ClientNotAddable' })
    given(...history)
      .when(make('second', '2027-03-05'))
      .then(made('second', '2027-03-05'))
  })

  it('is not denied by the link of an earlier letter, nor by a link to no contact', () => {
    given(made('first', '2026-03-01'), denied('first', '2026-03-05', '2027-03-05'), made('second', '2027-04-01'))
      .when(deny('first', '2027-04-02'))
      .thenRejected({ type: 'ContactLinkUsed' })
    given().when(deny('first', '2026-03-05')).thenRejected({ type: 'ContactLinkInvalid' })
  })

  it('D-52: is not denied by who has reviewed the venue since the month of the stay', () => {
    const first = made('first', '2026-03-01')
    given(first)
      .when(deny('first', '2026-03-05', '2026-02-01'))
      .thenRejected({ type: 'StayReviewed' })
    given(first)
      .when(deny('first', '2026-03-05', '2026-01-31'))
      .then(denied('first', '2026-03-05', '2027-03-05'))
  })

  it('does not keep a venue that the guest knows from adding the guest', () =>
    expect(addingRejection({ status: 'made', contact: contactOf('first', '2026-03-01') }, at('2026-03-02'))).toBeNull())
})

describe('Q-122, Q-46: the letter about a first contact', () => {
  it('leaves at once where clients see ratings at once', () =>
    expect(contactAnnouncedAt(at('2026-03-01'), false)).toBe(at('2026-03-01')))

  it('leaves the next morning while ratings are held, at the same time for every venue', () => {
    expect(contactAnnouncedAt(at('2026-03-01'), true)).toBe(at('2026-03-02', '08:00'))
    expect(contactAnnouncedAt(at('2026-03-01', '22:59'), true)).toBe(at('2026-03-02', '08:00'))
    expect(contactAnnouncedAt(at('2026-07-01', '22:30'), true)).toBe(at('2026-07-03', '07:00'))
  })
})

const ratingIds = fc.constantFrom('first', 'second')
const days = fc.constantFrom('2026-03-01', '2026-03-05', '2027-03-06', '2028-06-01')
testDeciderProperties(
  'a first contact',
  guestContact,
  fc.tuple(fc.constantFrom(make, deny), ratingIds, days).map(([command, ratingId, when]) => command(ratingId, when)),
)
