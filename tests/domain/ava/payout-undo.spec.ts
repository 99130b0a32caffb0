import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WalletEvent } from '../../../domain/ava/wallet-state.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { plusMinutes } from '../../../domain/kernel/time.ts'
import {
  accountId,
  address,
  addressIdOf,
  eventsAfter,
  otherAddress,
  payoutAddressSet,
  setPayoutAddress,
  start,
  undoPayoutAddress,
} from '../../support/ava/wallet-fixtures.ts'
import { spec } from '../../support/decider-spec.ts'

const { given } = spec(wallet)
const thirdAddress = '0xde709f2102306220921060314715629080e2fb77'
const inHours = (hours: number) => plusMinutes(start, hours * 60)
const restored = (to: string | null, former: string, more: { readonly changeId?: string } = {}): WalletEvent => ({
  type: 'PayoutAddressRestored',
  data: {
    accountId,
    changeId: 'change-1',
    address: to,
    addressId: to && addressIdOf(to),
    formerAddressId: addressIdOf(former),
    payableFrom: to === null ? null : start,
    at: start,
    ...more,
  },
})
const change = (to: string, changeId: string, holdHours = 0) => setPayoutAddress(to, holdHours, changeId)

describe('Q-127: undoing a change of the payout address', () => {
  const changed = eventsAfter(change(address, 'change-1'), change(otherAddress, 'change-2', 48))

  it('restores the former address, which is not held again', () =>
    given(...changed)
      .when(undoPayoutAddress('change-2', address))
      .then(restored(address, otherAddress, { changeId: 'change-2' })))

  it('leaves no address if there was none, or another account uses it by now', () => {
    given(...eventsAfter(change(address, 'change-1')))
      .when(undoPayoutAddress('change-1'))
      .then(restored(null, address))
    given(...changed)
      .when(undoPayoutAddress('change-2', null))
      .then(restored(null, otherAddress, { changeId: 'change-2' }))
  })

  it('restores the hold of the former address', () => {
    const changes = [change(address, 'change-1', 60), change(otherAddress, 'change-2', 80)]
    const undone = eventsAfter(...changes, undoPayoutAddress('change-2', address))
    expect(undone.reduce(wallet.evolve, wallet.initial)).toMatchObject({ address, payableFrom: inHours(60) })
  })

  it('undoes later changes too, so that a second change by a thief does not help', () =>
    given(
      ...eventsAfter(change(address, 'change-1'), change(otherAddress, 'change-2'), change(thirdAddress, 'change-3')),
    )
      .when(undoPayoutAddress('change-2', address))
      .then(restored(address, thirdAddress, { changeId: 'change-2' })))

  it('happens once: the link does nothing to later changes, nor do the links of changes undone with it', () => {
    const undone = eventsAfter(
      change(address, 'change-1'),
      change(otherAddress, 'change-2'),
      undoPayoutAddress('change-1'),
      change(thirdAddress, 'change-3'),
    )
    given(...undone)
      .when(undoPayoutAddress('change-1'))
      .thenNothing()
    given(...undone)
      .when(undoPayoutAddress('change-2'))
      .thenNothing()
  })

  it('is possible for 48 hours, or for a longer hold', () => {
    const short = eventsAfter(change(address, 'change-1', 1))
    const long = eventsAfter(change(address, 'change-1', 72))
    const attempt = (hours: number) => undoPayoutAddress('change-1', null, inHours(hours))
    given(...short)
      .when(attempt(48))
      .thenRejected({ type: 'UndoLinkExpired' })
    given(...long)
      .when(attempt(72))
      .thenRejected({ type: 'UndoLinkExpired' })
    for (const [past, hours] of [
      [short, 47],
      [long, 71],
    ] as const)
      expect(E.isRight(wallet.decide(attempt(hours), past.reduce(wallet.evolve, wallet.initial)))).toBe(true)
  })

  it('is impossible for a change that this wallet does not know', () => {
    given(...changed)
      .when(undoPayoutAddress('change-9'))
      .thenRejected({ type: 'UndoLinkInvalid' })
    const { data, ...event } = payoutAddressSet()
    given({ ...event, data: { ...data, changeId: null } } as WalletEvent)
      .when(undoPayoutAddress('change-1'))
      .thenRejected({ type: 'UndoLinkInvalid' })
  })

  it('leads back to the address and hold of before that change, whatever followed it', () => {
    const anyChange = fc.record({
      to: fc.constantFrom(address, otherAddress, thirdAddress),
      hours: fc.integer({ min: 0, max: 99 }),
    })
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 6 }), fc.nat(5), (changes, chosen) => {
        const commands = changes.map(({ to, hours }, i) => change(to, `change-${i}`, hours))
        const events = eventsAfter(...commands)
        const first = events.findIndex(({ data }) => 'changeId' in data && data.changeId === `change-${chosen}`)
        const before = events.slice(0, Math.max(first, 0)).reduce(wallet.evolve, wallet.initial)
        const after = eventsAfter(
          ...commands,
          ...(first < 0 ? [] : [undoPayoutAddress(`change-${chosen}`, before.address)]),
        )
        const { address: to, addressId, payableFrom } = after.reduce(wallet.evolve, wallet.initial)
        const expected = first < 0 ? events.reduce(wallet.evolve, wallet.initial) : before
        expect({ to, addressId, payableFrom }).toEqual({
          to: expected.address,
          addressId: expected.addressId,
          payableFrom: expected.payableFrom,
        })
      }),
    )
  })
})
