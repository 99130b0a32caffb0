import { describe, expect, it } from 'vitest'
import { wallet } from '../../../domain/ava/wallet/decider.ts'
import type { WalletEvent } from '../../../domain/ava/wallet/events.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import {
  accountId,
  address,
  confirm,
  confirmed,
  creditBooking,
  holding,
  lived,
  mature,
  otherAddress,
  premium,
  release,
  released,
  reserve,
  reserved,
  setAddress,
  setThreshold,
  start,
  stateAfter,
} from '../../support/ava.ts'
import { at } from '../../support/samples/moments.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(wallet)
const until = plusDays(start, 30)
const bought = (causeId: string, from: typeof start): readonly WalletEvent[] => [
  { type: 'AvaSpent', data: { accountId, amount: 10, causeId, purpose: 'premium_upgrade', at: from } },
  { type: 'PremiumActivated', data: { accountId, causeId, until: plusDays(from, 30), at: from } },
]

describe('Premium', () => {
  it('B-33, C-22, V-63: costs ten AVA for thirty days', () => {
    given(...lived(...holding(10)))
      .when(premium())
      .then(...bought('premium-1', start))
    expect(stateAfter(...holding(12), premium())).toMatchObject({ available: 2, premiumUntil: until })
  })

  it('B-33, V-63: needs ten available AVA', () => {
    given(...lived(...holding(9)))
      .when(premium())
      .thenRejected({ type: 'InsufficientAva', available: 9, needed: 10 })
    given(...lived(creditBooking('b1', 50)))
      .when(premium())
      .thenRejected({ type: 'InsufficientAva', available: 0, needed: 10 })
    given(...lived(...holding(12), setAddress(), reserve()))
      .when(premium())
      .thenRejected({ type: 'InsufficientAva', available: 0, needed: 10 })
  })

  it.each([29, 31, 365, 0])('Q-73: cannot be bought for %i days', (days) =>
    given(...lived(...holding(99)))
      .when(premium('premium-1', start, days))
      .thenRejected({ type: 'PremiumDurationNotOffered', offeredDays: 30 }),
  )

  it('is bought once when the button is clicked twice', () =>
    given(...lived(...holding(30), premium()))
      .when(premium())
      .thenNothing())

  it('S-25: cannot be bought again while active', () => {
    const eve = plusDays(start, 29)
    given(...lived(...holding(30), premium()))
      .when(premium('premium-2', eve))
      .thenRejected({ type: 'AlreadyPremium', until })
    given(...lived(...holding(30), premium()))
      .when(premium('premium-2', until))
      .then(...bought('premium-2', until))
  })
})

describe('a payout address', () => {
  it('V-61, Q-70: is 0x followed by forty hex digits', () =>
    given()
      .when(setAddress())
      .then({ type: 'PayoutAddressSet', data: { accountId, address, at: start } }))

  it.each(['', '0x', address.slice(2), address.slice(0, -1), `${address}0`, address.replace('5', 'g'), ` ${address}`])(
    'V-61, Q-70: cannot be "%s"',
    (wrong) => given().when(setAddress(wrong)).thenRejected({ type: 'WalletAddressInvalid' }),
  )

  it('cannot be the zero address', () =>
    given()
      .when(setAddress(`0x${'0'.repeat(40)}`))
      .thenRejected({ type: 'WalletAddressInvalid' }))

  it('is case-insensitive', () =>
    given(...lived(setAddress()))
      .when(setAddress(address.toLowerCase()))
      .thenNothing())

  it('can be changed', () =>
    given(...lived(setAddress()))
      .when(setAddress(otherAddress))
      .then({ type: 'PayoutAddressSet', data: { accountId, address: otherAddress, at: start } }))
})

describe('a payout threshold', () => {
  const thresholdSet = (threshold: number): WalletEvent => ({
    type: 'PayoutThresholdSet',
    data: { accountId, threshold, at: start },
  })
  it.each([1, 20, 100])('V-62, C-23: can be %i', (threshold) =>
    given(...lived(setAddress()))
      .when(setThreshold(threshold))
      .then(thresholdSet(threshold)),
  )
  it.each([0, 101, -1, 2.5, Number.NaN])('V-62, C-23: cannot be %d', (threshold) =>
    given().when(setThreshold(threshold)).thenRejected({ type: 'PayoutThresholdOutOfRange', least: 1, most: 100 }),
  )
  it('C-23: defaults to ten', () => {
    expect(wallet.initial.threshold).toBe(10)
    given(...lived(setThreshold(20)))
      .when(setThreshold(20))
      .thenNothing()
    given(...lived(setAddress()))
      .when(setThreshold(10))
      .thenNothing()
  })
  it('Q-70: is set together with the address, or neither is', () => {
    given()
      .when(setThreshold(20))
      .then({ type: 'PayoutAddressSet', data: { accountId, address, at: start } }, thresholdSet(20))
    given().when(setThreshold(20, '0x52')).thenRejected({ type: 'WalletAddressInvalid' })
  })
  it('Q-70: is kept when only the address is set', () =>
    given(...lived(setThreshold(20)))
      .when(setAddress(otherAddress))
      .then({ type: 'PayoutAddressSet', data: { accountId, address: otherAddress, at: start } }))
})

describe('a payout', () => {
  const ready = [...holding(24), setAddress()]

  it('B-34: reserves everything available and nothing that is maturing', () => {
    given(...lived(...ready, creditBooking('b9', 7)))
      .when(reserve())
      .then(reserved(24))
    expect(stateAfter(...ready, creditBooking('b9', 7), reserve())).toMatchObject({
      available: 0,
      maturing: 7,
      reserved: 24,
    })
  })

  it('B-34, V-62: requires the threshold', () => {
    given(...lived(...holding(9), setAddress()))
      .when(reserve())
      .thenRejected({ type: 'BelowPayoutThreshold', available: 9, threshold: 10 })
    given(...lived(...holding(10), setAddress()))
      .when(reserve())
      .then(reserved(10))
    given(...lived(...ready, setThreshold(25)))
      .when(reserve())
      .thenRejected({ type: 'BelowPayoutThreshold', available: 24, threshold: 25 })
  })

  it('Q-71: goes only to the address of the wallet', () => {
    given(...lived(...holding(24)))
      .when(reserve())
      .thenRejected({ type: 'PayoutAddressMissing' })
    given(...lived(...ready))
      .when(reserve('payout-1', otherAddress))
      .thenRejected({ type: 'PayoutAddressMismatch' })
    given(...lived(...ready, reserve()))
      .when(reserve('payout-1', otherAddress))
      .thenRejected({ type: 'PayoutAddressMismatch' })
  })

  it('Q-71: is not made when the address in the wallet is sealed', () =>
    given(...lived(...holding(24)), { type: 'PayoutAddressSet', data: { accountId, address: '', at: start } })
      .when(reserve())
      .thenRejected({ type: 'PayoutAddressMismatch' }))

  it('Q-71: is reserved once however often the batch restarts', () => {
    given(...lived(...ready, reserve()))
      .when(reserve())
      .thenNothing()
    given(...lived(...ready, reserve(), confirm()))
      .when(reserve())
      .thenNothing()
  })

  it('is made one at a time', () => {
    const more = [creditBooking('b9', 30), mature('b9')]
    given(...lived(...ready, reserve(), ...more))
      .when(reserve('payout-2'))
      .thenRejected({ type: 'PayoutAlreadyOpen', payoutId: 'payout-1' })
    given(...lived(...ready, reserve(), ...more, confirm()))
      .when(reserve('payout-2'))
      .then(reserved(30, 'payout-2'))
  })

  it('Q-71: leaves the wallet once, when confirmed', () => {
    given(...lived(...ready, reserve()))
      .when(confirm())
      .then(confirmed())
    expect(stateAfter(...ready, reserve(), confirm())).toMatchObject({ available: 0, reserved: 0 })
    given(...lived(...ready, reserve(), confirm()))
      .when(confirm())
      .thenNothing()
    given(...lived(...ready, reserve(), confirm()))
      .when(confirm('payout-1', '0xcd34'))
      .thenRejected({ type: 'PayoutEnded', payoutId: 'payout-1', txHash: '0xab12' })
  })

  it('returns to the wallet once when released, and its id cannot be used again', () => {
    given(...lived(...ready, reserve()))
      .when(release())
      .then(released())
    expect(stateAfter(...ready, reserve(), release())).toMatchObject({ available: 24, reserved: 0 })
    given(...lived(...ready, reserve(), release()))
      .when(release())
      .thenNothing()
    for (const command of [reserve(), confirm()])
      given(...lived(...ready, reserve(), release()))
        .when(command)
        .thenRejected({ type: 'PayoutEnded', payoutId: 'payout-1', txHash: null })
    given(...lived(...ready, reserve(), release()))
      .when(reserve('payout-2'))
      .then(reserved(24, 'payout-2'))
  })

  it('cannot be released after confirmation', () =>
    given(...lived(...ready, reserve(), confirm()))
      .when(release())
      .thenRejected({ type: 'PayoutEnded', payoutId: 'payout-1', txHash: '0xab12' }))

  it('cannot be confirmed without a reservation', () =>
    given(...lived(...ready))
      .when(confirm())
      .thenRejected({ type: 'PayoutUnknown', payoutId: 'payout-1' }))

  it('released before its reservation blocks the reservation', () => {
    given(...lived(...ready))
      .when(release())
      .then(released())
    expect(stateAfter(...ready, release())).toMatchObject({ available: 24, reserved: 0 })
    given(...lived(...ready, release()))
      .when(reserve())
      .thenRejected({ type: 'PayoutEnded', payoutId: 'payout-1', txHash: null })
  })

  it('is not affected by a new address set in the meantime', () =>
    expect(stateAfter(...ready, reserve(), setAddress(otherAddress)).payouts).toEqual([
      { payoutId: 'payout-1', amount: 24, address, status: 'open', txHash: null },
    ]))
})

it('S-25: Premium bought in January has expired in March', () =>
  expect(stateAfter(...holding(10), premium('premium-1', at('2026-01-01'))).premiumUntil).toBe(at('2026-01-31')))
