import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wallet } from '../../../domain/ava/wallet.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { plusMinutes } from '../../../domain/kernel/time.ts'
import {
  address,
  configureWallet,
  eventsAfter,
  fundWallet,
  otherAddress,
  payoutReserved,
  reservePayout,
  setPayoutAddress,
  start,
} from '../../support/ava/wallet-fixtures.ts'
import { spec } from '../../support/decider-spec.ts'

const { given } = spec(wallet)
const inHours = (hours: number) => plusMinutes(start, hours * 60)

describe('Q-127: a payout to a new address', () => {
  const held = [...fundWallet(24), setPayoutAddress(address, 48)]

  it('waits until the hold is over', () => {
    given(...eventsAfter(...held))
      .when(reservePayout('payout-1', address, inHours(47)))
      .thenRejected({ type: 'PayoutAddressOnHold', until: inHours(48) })
    given(...eventsAfter(...held))
      .when(reservePayout('payout-1', address, inHours(48)))
      .then(payoutReserved(24, 'payout-1', inHours(48)))
  })

  it('waits again after every change', () =>
    given(...eventsAfter(...fundWallet(24), setPayoutAddress(), setPayoutAddress(otherAddress, 48)))
      .when(reservePayout('payout-1', otherAddress, inHours(1)))
      .thenRejected({ type: 'PayoutAddressOnHold', until: inHours(48) }))

  it('does not wait longer because the address or the threshold is saved again', () =>
    given(...eventsAfter(...held, setPayoutAddress(address.toLowerCase(), 96), configureWallet(20)))
      .when(reservePayout('payout-1', address, inHours(47)))
      .thenRejected({ type: 'PayoutAddressOnHold', until: inHours(48) }))

  it('is made at no time before the hold is over, and at every time after, for every hold', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 720 }), fc.integer({ min: 0, max: 1_000 * 60 }), (hours, minutes) => {
        const past = eventsAfter(...fundWallet(24), setPayoutAddress(address, hours))
        const payout = reservePayout('payout-1', address, plusMinutes(start, minutes))
        const decided = wallet.decide(payout, past.reduce(wallet.evolve, wallet.initial))
        expect(E.isRight(decided)).toBe(minutes >= hours * 60)
      }),
    ))
})
