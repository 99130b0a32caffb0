import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { booking } from '../../../domain/travel/booking.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { cancellationRejection, quoteStay } from '../../../domain/travel/rules.ts'
import { spec, stateAfterAccepted, testDeciderProperties } from '../../support/decider-spec.ts'
import { day } from '../../support/sample-values.ts'
import {
  anyBookingCommand,
  anyBookingDay,
  bookingCancelled,
  bookingCompleted,
  bookingConfirmed,
  cancelBooking,
  completeBooking,
  hotel,
  bookStay,
} from '../../support/travel/booking-fixtures.ts'

const { given } = spec(booking)

describe('a booking', () => {
  it('Q-72: costs our nightly price times the nights', () =>
    given()
      .when(bookStay())
      .then(bookingConfirmed({ nights: 3, totalCents: 360_00 })))

  it.each([
    [99_99, 0],
    [100_00, 1],
    [199_99, 1],
    [1_250_00, 12],
  ])('B-32: of one night at %i cents earns %i AVA: one for every full 100 euro', (pricePerNightCents, avaEarned) =>
    given()
      .when(bookStay({ checkOut: day('2026-04-11'), hotel: { ...hotel, pricePerNightCents } }))
      .then(bookingConfirmed({ checkOut: day('2026-04-11'), nights: 1, totalCents: pricePerNightCents, avaEarned })),
  )

  it('counts nights correctly across the change to summer time', () =>
    expect(quoteStay(100_00, day('2026-03-28'), day('2026-03-30'))).toEqual({
      nights: 2,
      totalCents: 200_00,
      avaEarned: 2,
    }))

  it.each([1, 10])('V-77: is for one to ten guests: accepts %d', (guests) =>
    given().when(bookStay({ guests })).then(bookingConfirmed({ guests })),
  )
  it.each([0, 11, -1, 2.5])('V-77: is for one to ten guests: rejects %d', (guests) =>
    given().when(bookStay({ guests })).thenRejected({ type: 'GuestsOutOfRange', min: 1, max: 10 }),
  )

  it.each(['2026-04-10', '2026-04-09'])('Q-76: from 10 April cannot end on %s', (checkOut) =>
    given()
      .when(bookStay({ checkOut: day(checkOut) }))
      .thenRejected({ type: 'CheckOutNotAfterCheckIn' }),
  )

  it('is limited to a year, so that amounts stay representable', () => {
    given()
      .when(bookStay({ checkOut: day('2027-04-10') }))
      .then(bookingConfirmed({ checkOut: day('2027-04-10'), nights: 365, totalCents: 43_800_00, avaEarned: 438 }))
    for (const checkOut of ['2027-04-11', '9999-12-31'])
      given()
        .when(bookStay({ checkOut: day(checkOut) }))
        .thenRejected({ type: 'StayTooLong', maxNights: 365 })
  })

  it('Q-76: can begin today, not yesterday', () => {
    given()
      .when(bookStay({ today: day('2026-04-10') }))
      .then(bookingConfirmed())
    given()
      .when(bookStay({ today: day('2026-04-11') }))
      .thenRejected({ type: 'CheckInPast', today: day('2026-04-11') })
  })

  it('Q-72: is placed once when the guest clicks twice, whatever reference the second request has', () => {
    given(bookingConfirmed()).when(bookStay()).thenNothing()
    given(bookingConfirmed())
      .when(bookStay({ reference: 'GRB-1772355660000-M4TT' }))
      .thenNothing()
    given(bookingConfirmed(), bookingCancelled('2026-03-20')).when(bookStay()).thenNothing()
  })

  it.each([
    { guests: 3 },
    { checkOut: day('2026-04-14') },
    { checkIn: day('2026-04-09') },
    { destination: 'Milano' },
    { accountId: 'account-luca' },
    { hotel: { ...hotel, id: 'hotel-2' } },
  ])('with another value under the same id is rejected: $0', (other) =>
    given(bookingConfirmed())
      .when(bookStay(other))
      .thenRejected({ type: 'BookingPlacedOtherwise', bookingId: 'booking-1' }),
  )

  it('can be cancelled once by its owner until the day before check-in', () => {
    given(bookingConfirmed()).when(cancelBooking('2026-04-09')).then(bookingCancelled('2026-04-09'))
    given(bookingConfirmed(), bookingCancelled('2026-04-09')).when(cancelBooking('2026-04-10')).thenNothing()
    given(bookingConfirmed())
      .when(cancelBooking('2026-04-10'))
      .thenRejected({ type: 'StayAlreadyBegun', checkIn: day('2026-04-10') })
  })

  it('is unknown to everybody but its owner', () => {
    given(bookingConfirmed())
      .when(cancelBooking('2026-04-01', 'account-luca'))
      .thenRejected({ type: 'BookingNotFound' })
    given().when(cancelBooking('2026-04-01')).thenRejected({ type: 'BookingNotFound' })
    given().when(completeBooking('2026-04-14')).thenRejected({ type: 'BookingNotFound' })
  })

  it('Q-72: is completed once after the day of check-out', () => {
    given(bookingConfirmed())
      .when(completeBooking('2026-04-13'))
      .thenRejected({ type: 'StayNotOver', checkOut: day('2026-04-13') })
    given(bookingConfirmed()).when(completeBooking('2026-04-14')).then(bookingCompleted('2026-04-14'))
    given(bookingConfirmed(), bookingCompleted('2026-04-14')).when(completeBooking('2026-04-15')).thenNothing()
  })

  it('is either cancelled or completed', () => {
    given(bookingConfirmed(), bookingCompleted('2026-04-14'))
      .when(cancelBooking('2026-04-01'))
      .thenRejected({ type: 'BookingAlreadyCompleted' })
    given(bookingConfirmed(), bookingCancelled('2026-03-20'))
      .when(completeBooking('2026-04-14'))
      .thenRejected({ type: 'BookingAlreadyCancelled' })
  })

  it('B-32: earns the full hundreds of its total for every price and length, never a fraction', () =>
    fc.assert(
      fc.property(fc.nat(500_000), fc.integer({ min: 1, max: 27 }), (price, nights) => {
        const { totalCents, avaEarned } = quoteStay(
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

describe('cancelling a booking, for every history and day', () => {
  it('Q-72: is offered exactly when it would be accepted', () =>
    fc.assert(
      fc.property(fc.array(anyBookingCommand, { maxLength: 8 }), anyBookingDay, (commands, today) => {
        const state = stateAfterAccepted(booking, commands)
        if (state.status === 'none') return
        const { accountId, checkIn } = state.booking
        const decided = booking.decide(cancelBooking(today, accountId), state)
        const accepted = E.isRight(decided) && decided.right.length > 0
        expect(cancellationRejection(state.status, checkIn, today) === null).toBe(accepted)
      }),
    ))
})

testDeciderProperties('a booking', booking, anyBookingCommand)
