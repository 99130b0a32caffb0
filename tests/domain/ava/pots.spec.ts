import { describe, expect, it } from 'vitest'
import { type WalletEvent, WalletEvents } from '../../../domain/ava/wallet-state.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import { E } from '../../../domain/kernel/fp.ts'
import {
  accountId,
  activatePremium,
  bookedNights,
  bookingEarned,
  configureWallet,
  countContributions,
  creditBooking,
  eventsAfter,
  cancelPayoutReservation,
  matureBooking,
  payoutReserved,
  reconcileStays,
  reservePayout,
  setPayoutAddress,
  start,
  stateAfter,
  stay,
  takeBackBooking,
} from '../../support/ava/wallet-fixtures.ts'
import { spec } from '../../support/decider-spec.ts'

const { given } = spec(wallet)
const unconfirmed = { isConfirmedByPartner: false }
const unconfirmedStay = (amount: number) => [creditBooking('b1', amount, unconfirmed), matureBooking('b1')]
const confirmedStay = (amount: number) => [creditBooking('b2', amount), matureBooking('b2')]

describe('Q-126: the pots of a wallet', () => {
  it('keep apart what ratings, stays and bookings without a partner’s confirmation have earned', () => {
    const { pots, available } = stateAfter(
      ...countContributions(10),
      ...unconfirmedStay(7),
      ...confirmedStay(4),
      reconcileStays([stay('r1', 'aurora', 5)]),
    )
    expect({ pots, available }).toEqual({ pots: { ratings: 1, stays: 10, unconfirmedStays: 7 }, available: 18 })
  })

  it('contain no maturing AVA', () =>
    expect(stateAfter(creditBooking('b1', 7)).pots).toEqual({ ratings: 0, stays: 0, unconfirmedStays: 0 }))

  it('are spent in the order of what may not leave', () => {
    const funded = [...countContributions(10), ...unconfirmedStay(7), ...confirmedStay(4)]
    expect(stateAfter(...funded, activatePremium()).pots).toEqual({ ratings: 1, stays: 1, unconfirmedStays: 0 })
  })

  it('give to a payout what may leave only', () => {
    const ready = [setPayoutAddress(), ...countContributions(10), ...unconfirmedStay(70), ...confirmedStay(14)]
    given(...eventsAfter(...ready))
      .when(reservePayout())
      .then(payoutReserved(15))
    expect(stateAfter(...ready, reservePayout())).toMatchObject({
      available: 70,
      reserved: 15,
      pots: { ratings: 0, stays: 0, unconfirmedStays: 70 },
    })
  })

  it('reject a payout below the threshold, however much may be spent here', () =>
    given(...eventsAfter(setPayoutAddress(), ...unconfirmedStay(70), ...confirmedStay(9)))
      .when(reservePayout())
      .thenRejected({ type: 'BelowPayoutThreshold', available: 9, threshold: 10 }))

  it('get back from a cancelled payout what it took from each', () => {
    const ready = [configureWallet(5), ...countContributions(20), ...unconfirmedStay(7), ...confirmedStay(4)]
    const before = stateAfter(...ready).pots
    expect(stateAfter(...ready, reservePayout(), cancelPayoutReservation()).pots).toEqual(before)
  })
})

describe('Q-126: of overlapping stays of one account', () => {
  const nights = bookedNights('b1')
  const [first, overlapping] = [creditBooking('b1', 3), creditBooking('b2', 5, nights)]

  it('only one earns', () =>
    given(...eventsAfter(first))
      .when(overlapping)
      .thenNothing())

  it('another earns once the first is cancelled', () =>
    expect(stateAfter(first, takeBackBooking('b1'), overlapping)).toMatchObject({ maturing: 5 }))

  it('none are those of which one begins on the day the other ends', () => {
    const next = { checkIn: nights.checkOut, checkOut: bookedNights('b2').checkOut }
    expect(stateAfter(first, creditBooking('b3', 5, next))).toMatchObject({ maturing: 8 })
  })
})

describe('Q-126: events recorded before there were pots', () => {
  const fields = { accountId, at: start }
  const former = (type: WalletEvent['type'], data: object): WalletEvent => {
    const decoded = WalletEvents.codecs.get(type)?.decode({ ...fields, ...data }, 1)
    if (decoded === undefined || E.isLeft(decoded)) throw new Error(`${type} cannot be read`)
    return decoded.right as WalletEvent
  }
  const earned = (causeId: string, reason: string, amount: number, state = 'available') =>
    former('AvaEarned', { amount, causeId, reason, state, ruleVersion: 1 })
  const history = [
    earned('tenth-1', 'TEN_RATINGS', 1),
    earned('first-stay-rosa', 'FIRST_STAY', 5),
    earned('booking-1', 'BOOKING', 9, 'maturing'),
    former('AvaMatured', { amount: 9, causeId: 'booking-1' }),
  ]

  it('are read as ratings, stays and bookings that no partner confirmed', () =>
    expect(history.reduce(wallet.evolve, wallet.initial).pots).toEqual({ ratings: 1, stays: 5, unconfirmedStays: 9 }))

  it('may have paid out AVA that would stay today, and leave no pot below zero', () => {
    const paid = [...history, payoutReserved(12)].reduce(wallet.evolve, wallet.initial)
    expect(paid).toMatchObject({ available: 3, pots: { ratings: 0, stays: 0, unconfirmedStays: 3 } })
  })

  it('are taken back from the pot they went to', () => {
    const taken = ['tenth-1', 'first-stay-rosa'].map((causeId, i) =>
      former('AvaTakenBack', { amount: [1, 5][i], causeId, state: 'available' }),
    )
    expect([...history, ...taken].reduce(wallet.evolve, wallet.initial).pots).toEqual({
      ratings: 0,
      stays: 0,
      unconfirmedStays: 9,
    })
  })

  it('do not keep a new booking from earning, because their nights are unknown', () =>
    given(...history)
      .when(creditBooking('b7', 2))
      .then(bookingEarned('b7', 2)))
})
