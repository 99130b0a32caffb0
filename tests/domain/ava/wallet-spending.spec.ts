import { describe, expect, it } from 'vitest'
import type { WalletEvent } from '../../../domain/ava/wallet-state.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import {
  accountId,
  activatePremium,
  address,
  closeWallet,
  configureWallet,
  confirmPayout,
  creditBooking,
  eventsAfter,
  fundWallet,
  matureBooking,
  mistypedAddress,
  otherAddress,
  payoutAddressSet,
  payoutConfirmed,
  payoutReleased,
  payoutReserved,
  cancelPayoutReservation,
  reservePayout,
  setPayoutAddress,
  start,
  stateAfter,
  walletClosed,
} from '../../support/ava/wallet-fixtures.ts'
import { spec } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(wallet)
const until = plusDays(start, 30)
const bought = (causeId: string, from: typeof start): readonly WalletEvent[] => [
  { type: 'AvaSpent', data: { accountId, amount: 10, causeId, purpose: 'premium_upgrade', at: from } },
  { type: 'PremiumActivated', data: { accountId, causeId, until: plusDays(from, 30), at: from } },
]

describe('Premium', () => {
  it('B-33, C-22, V-63: costs ten AVA for thirty days', () => {
    given(...eventsAfter(...fundWallet(10)))
      .when(activatePremium())
      .then(...bought('premium-1', start))
    expect(stateAfter(...fundWallet(12), activatePremium())).toMatchObject({ available: 2, premiumUntil: until })
  })

  it('B-33, V-63: needs ten available AVA', () => {
    given(...eventsAfter(...fundWallet(9)))
      .when(activatePremium())
      .thenRejected({ type: 'InsufficientAva', available: 9, needed: 10 })
    given(...eventsAfter(creditBooking('b1', 50)))
      .when(activatePremium())
      .thenRejected({ type: 'InsufficientAva', available: 0, needed: 10 })
    given(...eventsAfter(...fundWallet(12), setPayoutAddress(), reservePayout()))
      .when(activatePremium())
      .thenRejected({ type: 'InsufficientAva', available: 0, needed: 10 })
  })

  it.each([29, 31, 365, 0])('Q-73: cannot be bought for %i days', (days) =>
    given(...eventsAfter(...fundWallet(99)))
      .when(activatePremium('premium-1', start, days))
      .thenRejected({ type: 'PremiumDurationNotOffered', offeredDays: 30 }),
  )

  it('is bought once when the button is clicked twice', () =>
    given(...eventsAfter(...fundWallet(30), activatePremium()))
      .when(activatePremium())
      .thenNothing())

  it('S-25: cannot be bought again while active', () => {
    const eve = plusDays(start, 29)
    given(...eventsAfter(...fundWallet(30), activatePremium()))
      .when(activatePremium('premium-2', eve))
      .thenRejected({ type: 'AlreadyPremium', until })
    given(...eventsAfter(...fundWallet(30), activatePremium()))
      .when(activatePremium('premium-2', until))
      .then(...bought('premium-2', until))
  })
})

describe('a payout address', () => {
  it('V-61, Q-70: is 0x followed by forty hex digits', () => given().when(setPayoutAddress()).then(payoutAddressSet()))

  it.each(['', '0x', address.slice(2), address.slice(0, -1), `${address}0`, address.replace('5', 'g'), ` ${address}`])(
    'V-61, Q-70: cannot be "%s"',
    (wrong) => given().when(setPayoutAddress(wrong)).thenRejected({ type: 'WalletAddressInvalid' }),
  )

  it('cannot be the zero address', () =>
    given()
      .when(setPayoutAddress(`0x${'0'.repeat(40)}`))
      .thenRejected({ type: 'WalletAddressInvalid' }))

  it('Q-127: cannot be one whose letters contradict its checksum', () => {
    given().when(setPayoutAddress(mistypedAddress)).thenRejected({ type: 'WalletAddressMistyped' })
    given().when(configureWallet(20, mistypedAddress)).thenRejected({ type: 'WalletAddressMistyped' })
  })

  it('Q-127: stays as it is, even with a wrong checksum, if it was set before checksums were checked', () =>
    given(payoutAddressSet(mistypedAddress))
      .when(configureWallet(20, mistypedAddress))
      .then({ type: 'PayoutThresholdSet', data: { accountId, threshold: 20, at: start } }))

  it('is case-insensitive', () =>
    given(...eventsAfter(setPayoutAddress()))
      .when(setPayoutAddress(address.toLowerCase()))
      .thenNothing())

  it('can be changed', () =>
    given(...eventsAfter(setPayoutAddress()))
      .when(setPayoutAddress(otherAddress))
      .then(payoutAddressSet(otherAddress, address)))
})

describe('a payout threshold', () => {
  const thresholdSet = (threshold: number): WalletEvent => ({
    type: 'PayoutThresholdSet',
    data: { accountId, threshold, at: start },
  })
  it.each([1, 20, 100])('V-62, C-23: can be %i', (threshold) =>
    given(...eventsAfter(setPayoutAddress()))
      .when(configureWallet(threshold))
      .then(thresholdSet(threshold)),
  )
  it.each([0, 101, -1, 2.5, Number.NaN])('V-62, C-23: cannot be %d', (threshold) =>
    given().when(configureWallet(threshold)).thenRejected({ type: 'PayoutThresholdOutOfRange', min: 1, max: 100 }),
  )
  it('C-23: defaults to ten', () => {
    expect(wallet.initial.threshold).toBe(10)
    given(...eventsAfter(configureWallet(20)))
      .when(configureWallet(20))
      .thenNothing()
    given(...eventsAfter(setPayoutAddress()))
      .when(configureWallet(10))
      .thenNothing()
  })
  it('Q-70: is set together with the address, or neither is', () => {
    given().when(configureWallet(20)).then(payoutAddressSet(), thresholdSet(20))
    given().when(configureWallet(20, '0x52')).thenRejected({ type: 'WalletAddressInvalid' })
  })
  it('Q-70: is kept when only the address is set', () =>
    given(...eventsAfter(configureWallet(20)))
      .when(setPayoutAddress(otherAddress))
      .then(payoutAddressSet(otherAddress, address)))
})

describe('a payout', () => {
  const ready = [...fundWallet(24), setPayoutAddress()]

  it('B-34: reserves everything available and nothing that is maturing', () => {
    given(...eventsAfter(...ready, creditBooking('b9', 7)))
      .when(reservePayout())
      .then(payoutReserved(24))
    expect(stateAfter(...ready, creditBooking('b9', 7), reservePayout())).toMatchObject({
      available: 0,
      maturing: 7,
      reserved: 24,
    })
  })

  it('B-34, V-62: requires the threshold', () => {
    given(...eventsAfter(...fundWallet(9), setPayoutAddress()))
      .when(reservePayout())
      .thenRejected({ type: 'BelowPayoutThreshold', available: 9, threshold: 10 })
    given(...eventsAfter(...fundWallet(10), setPayoutAddress()))
      .when(reservePayout())
      .then(payoutReserved(10))
    given(...eventsAfter(...ready, configureWallet(25)))
      .when(reservePayout())
      .thenRejected({ type: 'BelowPayoutThreshold', available: 24, threshold: 25 })
  })

  it('Q-71: goes only to the address of the wallet', () => {
    given(...eventsAfter(...fundWallet(24)))
      .when(reservePayout())
      .thenRejected({ type: 'PayoutAddressMissing' })
    given(...eventsAfter(...ready))
      .when(reservePayout('payout-1', otherAddress))
      .thenRejected({ type: 'PayoutAddressMismatch' })
    given(...eventsAfter(...ready, reservePayout()))
      .when(reservePayout('payout-1', otherAddress))
      .thenRejected({ type: 'PayoutAddressMismatch' })
  })

  it('Q-71: is not made when the address in the wallet is sealed', () =>
    given(...eventsAfter(...fundWallet(24)), payoutAddressSet(''))
      .when(reservePayout())
      .thenRejected({ type: 'PayoutAddressMismatch' }))

  it('Q-71: is reserved once however often the batch restarts', () => {
    given(...eventsAfter(...ready, reservePayout()))
      .when(reservePayout())
      .thenNothing()
    given(...eventsAfter(...ready, reservePayout(), confirmPayout()))
      .when(reservePayout())
      .thenNothing()
  })

  it('Q-92: of a deleted account is completed, and no other one begins', () => {
    given(...eventsAfter(...ready, reservePayout()))
      .when(closeWallet())
      .thenRejected({ type: 'PayoutAlreadyOpen', payoutId: 'payout-1' })
    given(...eventsAfter(...ready, reservePayout(), confirmPayout()))
      .when(closeWallet())
      .then(walletClosed())
    given(...eventsAfter(...ready, closeWallet()))
      .when(closeWallet())
      .thenNothing()
    given(...eventsAfter(...ready, closeWallet()))
      .when(reservePayout())
      .thenRejected({ type: 'WalletClosed' })
  })

  it('is made one at a time', () => {
    const more = [creditBooking('b9', 30), matureBooking('b9')]
    given(...eventsAfter(...ready, reservePayout(), ...more))
      .when(reservePayout('payout-2'))
      .thenRejected({ type: 'PayoutAlreadyOpen', payoutId: 'payout-1' })
    given(...eventsAfter(...ready, reservePayout(), ...more, confirmPayout()))
      .when(reservePayout('payout-2'))
      .then(payoutReserved(30, 'payout-2'))
  })

  it('Q-71: leaves the wallet once, when confirmed', () => {
    given(...eventsAfter(...ready, reservePayout()))
      .when(confirmPayout())
      .then(payoutConfirmed())
    expect(stateAfter(...ready, reservePayout(), confirmPayout())).toMatchObject({ available: 0, reserved: 0 })
    given(...eventsAfter(...ready, reservePayout(), confirmPayout()))
      .when(confirmPayout())
      .thenNothing()
    given(...eventsAfter(...ready, reservePayout(), confirmPayout()))
      .when(confirmPayout('payout-1', '0xcd34'))
      .thenRejected({ type: 'PayoutEnded', payoutId: 'payout-1', txHash: '0xab12' })
  })

  it('returns to the wallet once when cancelled, and its id cannot be used again', () => {
    given(...eventsAfter(...ready, reservePayout()))
      .when(cancelPayoutReservation())
      .then(payoutReleased(24))
    expect(stateAfter(...ready, reservePayout(), cancelPayoutReservation())).toMatchObject({
      available: 24,
      reserved: 0,
    })
    given(...eventsAfter(...ready, reservePayout(), cancelPayoutReservation()))
      .when(cancelPayoutReservation())
      .thenNothing()
    for (const command of [reservePayout(), confirmPayout()])
      given(...eventsAfter(...ready, reservePayout(), cancelPayoutReservation()))
        .when(command)
        .thenRejected({ type: 'PayoutEnded', payoutId: 'payout-1', txHash: null })
    given(...eventsAfter(...ready, reservePayout(), cancelPayoutReservation()))
      .when(reservePayout('payout-2'))
      .then(payoutReserved(24, 'payout-2'))
  })

  it('cannot be cancelled after confirmation', () =>
    given(...eventsAfter(...ready, reservePayout(), confirmPayout()))
      .when(cancelPayoutReservation())
      .thenRejected({ type: 'PayoutEnded', payoutId: 'payout-1', txHash: '0xab12' }))

  it('cannot be confirmed without a reservation', () =>
    given(...eventsAfter(...ready))
      .when(confirmPayout())
      .thenRejected({ type: 'PayoutUnknown', payoutId: 'payout-1' }))

  it('cancelled before its reservation blocks the reservation', () => {
    given(...eventsAfter(...ready))
      .when(cancelPayoutReservation())
      .then(payoutReleased(0))
    expect(stateAfter(...ready, cancelPayoutReservation())).toMatchObject({ available: 24, reserved: 0 })
    given(...eventsAfter(...ready, cancelPayoutReservation()))
      .when(reservePayout())
      .thenRejected({ type: 'PayoutEnded', payoutId: 'payout-1', txHash: null })
  })

  it('is not affected by a new address set in the meantime', () =>
    expect([...stateAfter(...ready, reservePayout(), setPayoutAddress(otherAddress)).payouts.values()]).toEqual([
      {
        payoutId: 'payout-1',
        amount: 24,
        pots: { ratings: 0, stays: 24, unconfirmedStays: 0 },
        address,
        status: 'pending',
        txHash: null,
      },
    ]))
})

it('S-25: Premium bought in January has expired in March', () =>
  expect(stateAfter(...fundWallet(10), activatePremium('premium-1', at('2026-01-01'))).premiumUntil).toBe(
    at('2026-01-31'),
  ))
