import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { booking } from '../../../domain/travel/booking/decider.ts'
import { quote } from '../../../domain/travel/booking/rules.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import { day } from '../../support/samples/moments.ts'
import { spec } from '../../support/spec.ts'
import {
  bookingCommand,
  cancel,
  cancelled,
  complete,
  completed,
  confirmed,
  hotel,
  place,
} from '../../support/travel.ts'

const { given } = spec(booking)

describe('a booking', () => {
  it('Q-72: costs our nightly price times the nights', () =>
    given()
      .when(place())
      .then(confirmed({ nights: 3, totalCents: 360_00 })))

  it.each([
    [99_99, 0],
    [100_00, 1],
    [199_99, 1],
    [1_250_00, 12],
  ])('B-32: of one night at %i cents earns %i AVA: one for every full 100 euro', (pricePerNightCents, avaEarned) =>
    given()
      .when(place({ checkOut: day('2026-04-11'), hotel: { ...hotel, pricePerNightCents } }))
      .then(confirmed({ checkOut: day('2026-04-11'), nights: 1, totalCents: pricePerNightCents, avaEarned })),
  )

  it('counts nights correctly across the change to summer time', () =>
    expect(quote(100_00, day('2026-03-28'), day('2026-03-30'))).toEqual({
      nights: 2,
      totalCents: 200_00,
      avaEarned: 2,
    }))

  it.each([1, 10])('V-77: is for one to ten guests: accepts %d', (guests) =>
    given().when(place({ guests })).then(confirmed({ guests })),
  )
  it.each([0, 11, -1, 2.5])('V-77: is for one to ten guests: rejects %d', (guests) =>
    given().when(place({ guests })).thenRejected({ type: 'GuestsOutOfRange', least: 1, most: 10 }),
  )

  it.each(['2026-04-10', '2026-04-09'])('Q-76: from 10 April cannot end on %s', (checkOut) =>
    given()
      .when(place({ checkOut: day(checkOut) }))
      .thenRejected({ type: 'CheckOutNotAfterCheckIn' }),
  )

  it('is limited to a year, so that amounts stay representable', () => {
    given()
      .when(place({ checkOut: day('2027-04-10') }))
      .then(confirmed({ checkOut: day('2027-04-10'), nights: 365, totalCents: 43_800_00, avaEarned: 438 }))
    for (const checkOut of ['2027-04-11', '9999-12-31'])
      given()
        .when(place({ checkOut: day(checkOut) }))
        .thenRejected({ type: 'StayTooLong', mostNights: 365 })
  })

  it('Q-76: can begin today, not yesterday', () => {
    given()
      .when(place({ today: day('2026-04-10') }))
      .then(confirmed())
    given()
      .when(place({ today: day('2026-04-11') }))
      .thenRejected({ type: 'CheckInPast', today: day('2026-04-11') })
  })

  it('Q-72: is placed once when the guest clicks twice, whatever reference the second request has', () => {
    given(confirmed()).when(place()).thenNothing()
    given(confirmed())
      .when(place({ reference: 'GRB-1772355660000-M4TT' }))
      .thenNothing()
    given(confirmed(), cancelled('2026-03-20')).when(place()).thenNothing()
  })

  it.each([
    { guests: 3 },
    { checkOut: day('2026-04-14') },
    { checkIn: day('2026-04-09') },
    { destination: 'Milano' },
    { accountId: 'account-luca' },
    { hotel: { ...hotel, id: 'hotel-2' } },
  ])('with another value under the same id is refused: $0', (other) =>
    given(confirmed()).when(place(other)).thenRejected({ type: 'BookingPlacedOtherwise', bookingId: 'booking-1' }),
  )

  it('can be cancelled once by its owner until the day before check-in', () => {
    given(confirmed()).when(cancel('2026-04-09')).then(cancelled('2026-04-09'))
    given(confirmed(), cancelled('2026-04-09')).when(cancel('2026-04-10')).thenNothing()
    given(confirmed())
      .when(cancel('2026-04-10'))
      .thenRejected({ type: 'StayAlreadyBegun', checkIn: day('2026-04-10') })
  })

  it('is unknown to everybody but its owner', () => {
    given(confirmed()).when(cancel('2026-04-01', 'account-luca')).thenRejected({ type: 'BookingNotFound' })
    given().when(cancel('2026-04-01')).thenRejected({ type: 'BookingNotFound' })
    given().when(complete('2026-04-14')).thenRejected({ type: 'BookingNotFound' })
  })

  it('Q-72: is completed once after the day of check-out', () => {
    given(confirmed())
      .when(complete('2026-04-13'))
      .thenRejected({ type: 'StayNotOver', checkOut: day('2026-04-13') })
    given(confirmed()).when(complete('2026-04-14')).then(completed('2026-04-14'))
    given(confirmed(), completed('2026-04-14')).when(complete('2026-04-15')).thenNothing()
  })

  it('is either cancelled or completed', () => {
    given(confirmed(), completed('2026-04-14'))
      .when(cancel('2026-04-01'))
      .thenRejected({ type: 'BookingAlreadyCompleted' })
    given(confirmed(), cancelled('2026-03-20'))
      .when(complete('2026-04-14'))
      .thenRejected({ type: 'BookingAlreadyCancelled' })
  })

  it('B-32: earns the full hundreds of its total for every price and length, never a fraction', () =>
    fc.assert(
      fc.property(fc.nat(500_000), fc.integer({ min: 1, max: 27 }), (price, nights) => {
        const { totalCents, avaEarned } = quote(
          price,
          day('2026-05-01'),
          day(`2026-05-${`${nights + 1}`.padStart(2, '0')}`),
        )
        expect(totalCents).toBe(price * nights)
        expect(totalCents - avaEarned * 100_00).toBeGreaterThanOrEqual(0)
        expect(totalCents - avaEarned * 100_00).toBeLessThan(100_00)
        expect(Number.isSafeInteger(avaEarned)).toBe(true)
      }),
    ))
})

deciderKeepsItsPromises('a booking', booking, bookingCommand)
