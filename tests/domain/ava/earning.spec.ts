import { describe, expect, it } from 'vitest'
import { wallet } from '../../../domain/ava/wallet/decider.ts'
import { balanceOf } from '../../../domain/ava/wallet/state.ts'
import {
  bookingEarned,
  bookingTakenBack,
  count,
  counted,
  creditBooking,
  holding,
  lived,
  mature,
  matured,
  premium,
  ratings,
  reserve,
  setAddress,
  setThreshold,
  stateAfter,
  takeBack,
  tenthEarned,
  tenthTakenBack,
  uncount,
  uncounted,
} from '../../support/ava.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(wallet)

describe('ratings given', () => {
  it('B-30: earn nothing until the tenth', () => {
    given().when(count('c1')).then(counted('c1'))
    given(...lived(...ratings(8)))
      .when(count('c9'))
      .then(counted('c9'))
  })

  it('B-30, C-22, Q-101: earn one AVA at the tenth and one at every tenth after', () => {
    given(...lived(...ratings(9)))
      .when(count('c10'))
      .then(counted('c10'), tenthEarned(1))
    given(...lived(...ratings(10)))
      .when(count('c11'))
      .then(counted('c11'))
    given(...lived(...ratings(19)))
      .when(count('c20'))
      .then(counted('c20'), tenthEarned(2))
    expect(stateAfter(...ratings(35))).toMatchObject({ available: 3, maturing: 0 })
  })

  it('Q-101: count once each', () =>
    given(...lived(...ratings(9)))
      .when(count('c9'))
      .thenNothing())

  it('Q-101: that are withdrawn stop counting, and unknown ones have no effect', () => {
    given(...lived(...ratings(3)))
      .when(uncount('c2'))
      .then(uncounted('c2'))
    given(...lived(...ratings(3), uncount('c2')))
      .when(uncount('c2'))
      .thenNothing()
    given().when(uncount('c2')).thenNothing()
  })

  it('Q-50: lose the AVA when their ten is no longer complete', () =>
    given(...lived(...ratings(10)))
      .when(uncount('c4'))
      .then(uncounted('c4'), tenthTakenBack(1)))

  it('Q-50: lose nothing while their ten is complete', () =>
    given(...lived(...ratings(11)))
      .when(uncount('c4'))
      .then(uncounted('c4')))

  it('Q-101: earn a tenth again only after it was taken back', () =>
    given(...lived(...ratings(10), uncount('c4')))
      .when(count('c11'))
      .then(counted('c11'), tenthEarned(1)))

  it('Q-50: never take back what was spent and do not earn it twice', () => {
    const spent = [...ratings(10), ...holding(9), premium()]
    given(...lived(...spent))
      .when(uncount('c4'))
      .then(uncounted('c4'))
    given(...lived(...spent, uncount('c4')))
      .when(count('c11'))
      .then(counted('c11'))
  })

  it('Q-50: never take back what is reserved for a payout', () =>
    given(...lived(...ratings(10), setAddress(), setThreshold(1), reserve()))
      .when(uncount('c4'))
      .then(uncounted('c4')))

  it('Q-50: do not take back a spent tenth even when other AVA arrive later', () => {
    const forgiven = [...ratings(20), ...holding(8), premium(), uncount('c1'), creditBooking('b2', 5), mature('b2')]
    expect(stateAfter(...forgiven)).toMatchObject({ available: 5, tenths: ['tenth-1', 'tenth-2'] })
    given(...lived(...forgiven))
      .when(uncount('c2'))
      .then(uncounted('c2'))
  })
})

describe('a booking', () => {
  it('Q-72: is credited immediately but must mature before use', () => {
    given().when(creditBooking('b1', 3)).then(bookingEarned('b1', 3))
    expect(stateAfter(creditBooking('b1', 3))).toMatchObject({ available: 0, maturing: 3 })
    given(...lived(creditBooking('b1', 3)))
      .when(mature('b1'))
      .then(matured('b1', 3))
    expect(stateAfter(creditBooking('b1', 3), mature('b1'))).toMatchObject({ available: 3, maturing: 0 })
  })

  it('B-32: below 100 euro earns nothing', () => given().when(creditBooking('b1', 0)).thenNothing())

  it('Q-72: loses what has not matured when cancelled', () => {
    given(...lived(creditBooking('b1', 3), creditBooking('b2', 4)))
      .when(takeBack('b1'))
      .then(bookingTakenBack('b1', 3))
    expect(balanceOf(stateAfter(creditBooking('b1', 3), creditBooking('b2', 4), takeBack('b1')))).toBe(4)
  })

  it('is credited, matured and taken back once each', () => {
    given(...lived(creditBooking('b1', 3)))
      .when(creditBooking('b1', 3))
      .thenNothing()
    const done = lived(creditBooking('b1', 3), mature('b1'))
    const gone = lived(creditBooking('b1', 3), takeBack('b1'))
    for (const command of [mature('b1'), takeBack('b1'), creditBooking('b1', 3)]) {
      given(...done)
        .when(command)
        .thenNothing()
      given(...gone)
        .when(command)
        .thenNothing()
    }
  })

  it('without a credit neither matures nor is taken back', () => {
    given().when(mature('b1')).thenNothing()
    given().when(takeBack('b1')).thenNothing()
  })

  it('cannot be credited again with another amount', () =>
    given(...lived(creditBooking('b1', 3)))
      .when(creditBooking('b1', 30))
      .thenRejected({ type: 'BookingCreditedOtherwise', bookingId: 'b1', amount: 3 }))

  it('whose id looks like that of a tenth still counts as a booking', () => {
    const state = stateAfter(...ratings(10), creditBooking('tenth-1', 3), takeBack('tenth-1'))
    expect(state).toMatchObject({ available: 1, maturing: 0, tenths: ['tenth-1'] })
  })
})
