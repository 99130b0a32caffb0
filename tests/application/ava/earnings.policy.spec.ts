import { ContributionCounted } from '../../../domain/ava/wallet-state.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { completeDueBookings } from '../../../application/travel/bookings.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'
import { ratingOf } from '../../support/ratings/rating-inputs.ts'
import { reviewOf } from '../../support/reviews/review-inputs.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(() => {
  app = inMemoryApplication()
})

describe('a client who reviews businesses', () => {
  it('B-30, Q-101: earns one AVA at the tenth review', async () => {
    await app.client('ana')
    for (let n = 1; n <= 10; n++) {
      await app.business(`hotel-${n}`)
      unwrap(await app.as('ana', useCases.submitReview, reviewOf(`hotel-${n}`)))
    }
    expect(await app.events('AvaEarned')).toEqual([expect.objectContaining({ accountId: 'ana', amount: 1 })])
  })
})

describe('a business that rates clients', () => {
  it('Q-122: cannot rate anybody until its e-mail is confirmed', async () => {
    await app.business('rosa', { confirmed: false })
    await app.client('ana')
    const rating = ratingOf('ana', '2026-05-01')
    expect(await app.as('rosa', useCases.rateClient, rating)).toMatchObject(
      E.left({ rejection: { type: 'EmailNotConfirmed' } }),
    )
    expect(await app.events('ClientRated')).toEqual([])
    await app.confirm('rosa')
    expect(E.isRight(await app.as('rosa', useCases.rateClient, rating))).toBe(true)
  })

  it('D-03: earns nothing for ratings that predate this rule until its e-mail is confirmed', async () => {
    await app.business('rosa', { confirmed: false })
    await app.client('ana')
    const run = useCases.rateClient.run
    unwrap(await app.as('rosa', { access: { kind: 'business' }, run }, ratingOf('ana', '2026-05-01')))
    expect([...(await app.events('StarsCounted')), ...(await app.events(ContributionCounted.type))]).toEqual([])
    await app.confirm('rosa')
    expect(await app.events('StarsCounted')).toHaveLength(1)
    expect(await app.events(ContributionCounted.type)).toHaveLength(1)
  })
})

describe('accounts whose address nobody confirmed (D-45)', () => {
  const contributions = async () => (await app.events(ContributionCounted.type)).map(({ causeId }) => causeId)

  it('count as guests for the venue that rates them once they confirm it', async () => {
    await app.business('rosa')
    await app.client('ana', { confirmed: false })
    unwrap(await app.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-01')))
    expect(await contributions()).toEqual([])
    await app.confirm('ana')
    expect(await contributions()).toEqual(['rosa_c-ana_2026-05-01'])
  })

  it('do not count as venues for the guest who reviews them', async () => {
    await app.client('ana')
    for (const [venue, confirmed] of [
      ['vera', true],
      ['inventata', false],
    ] as const) {
      await app.business(venue, { confirmed })
      unwrap(await app.as('ana', useCases.submitReview, reviewOf(venue)))
    }
    expect(await contributions()).toHaveLength(1)
  })
})

describe('bookings', () => {
  const stay = {
    bookingId: randomUUID(),
    hotelId: 'hotel-belvedere',
    destination: 'Roma',
    checkIn: '2026-06-01' as Day,
    checkOut: '2026-06-04' as Day,
    guests: 2,
  }

  it('B-32, Q-72: credit AVA that mature after check-out and are taken back on cancellation', async () => {
    await app.client('ana')
    expect(unwrap(await app.as('ana', useCases.bookHotel, stay))).toMatchObject({ avaEarned: 3 })
    expect(await app.events('AvaEarned')).toMatchObject([{ amount: 3, state: 'maturing' }])
    unwrap(await app.as('ana', useCases.cancelBooking, { bookingId: stay.bookingId }))
    expect(await app.events('AvaTakenBack')).toMatchObject([{ amount: 3, state: 'maturing' }])
  })

  it('Q-126: of overlapping stays only one earns: another at check-out if the first was cancelled', async () => {
    await app.client('ana')
    const [kept, other] = [
      { ...stay, bookingId: randomUUID() },
      { ...stay, bookingId: randomUUID(), checkIn: '2026-06-03' as Day, checkOut: '2026-06-08' as Day },
    ]
    for (const booked of [kept, other]) unwrap(await app.as('ana', useCases.bookHotel, booked))
    expect(await app.events('AvaEarned')).toMatchObject([{ causeId: kept.bookingId }])
    unwrap(await app.as('ana', useCases.cancelBooking, { bookingId: kept.bookingId }))
    app.later(60)
    const due = [kept.bookingId, other.bookingId]
    const lookups = { ...app.lookups, travel: { ...app.lookups.travel, bookingsToComplete: () => TE.right(due) } }
    unwrap(await completeDueBookings({ ...app.services, lookups })())
    expect(await app.events('AvaEarned')).toMatchObject([{ causeId: kept.bookingId }, { causeId: other.bookingId }])
    expect(await app.events('AvaMatured')).toMatchObject([{ causeId: other.bookingId, pot: 'unconfirmedStays' }])
  })
})
