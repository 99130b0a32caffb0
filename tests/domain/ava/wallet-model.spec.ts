import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balanceOf, type WalletEvent } from '../../../domain/ava/wallet-state.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import { anyWalletCommand } from '../../support/ava/wallet-fixtures.ts'
import {
  newWallet,
  newWalletModel,
  type WalletModel,
  walletSteps,
  type WalletUnderTest,
} from '../../support/ava/wallet-model.ts'
import { testDeciderProperties } from '../../support/decider-spec.ts'

/** Runs random command sequences on several hundred wallets and checks the final states. */
const everyWallet = (look: (real: WalletUnderTest, model: WalletModel) => void) =>
  fc.assert(
    fc.property(walletSteps, (commands) => {
      const [model, real] = [newWalletModel(), newWallet()]
      fc.modelRun(() => ({ model, real }), commands)
      look(real, model)
    }),
    { numRuns: 300 },
  )

/** Balances computed from events alone; a payout counts as paid once confirmed. */
const ledgerOf = (events: readonly WalletEvent[]) => {
  const ledger = { earned: 0, takenBack: 0, spent: 0, paid: 0 }
  const payouts = new Map<string, number>()
  for (const { type, data } of events) {
    if (type === 'AvaEarned') ledger.earned += data.amount
    if (type === 'AvaTakenBack') ledger.takenBack += data.amount
    if (type === 'AvaSpent') ledger.spent += data.amount
    if (type === 'PayoutReserved') payouts.set(data.payoutId, data.amount)
    if (type === 'PayoutConfirmed') ledger.paid += payouts.get(data.payoutId) ?? Number.NaN
  }
  return ledger
}

describe('a wallet, for every sequence of commands', () => {
  it('agrees with the reference model', () =>
    everyWallet(({ state, events }, model) => {
      const { available, pots, maturing, reserved, spent, paid, threshold, address } = model
      expect(state).toMatchObject({ available, pots, maturing, reserved, threshold, address })
      expect(ledgerOf(events)).toMatchObject({ spent, paid })
      expect(new Set(state.counted.keys())).toEqual(model.counted)
      expect(new Set(state.creditedTens)).toEqual(new Set([...model.tens].map((n) => `tenth-${n}`)))
    }))

  it('Q-69: has a balance equal to earned − taken back − spent − paid after every event', () =>
    everyWallet(({ events }) => {
      let state = wallet.initial
      events.forEach((event, i) => {
        state = wallet.evolve(state, event)
        const { earned, takenBack, spent, paid } = ledgerOf(events.slice(0, i + 1))
        expect(balanceOf(state)).toBe(earned - takenBack - spent - paid)
      })
    }))

  it('Q-69: never has a negative balance', () =>
    everyWallet(({ events }) => {
      let state = wallet.initial
      const parts = events.flatMap((event) => {
        state = wallet.evolve(state, event)
        return [state.available, state.maturing, state.reserved, ...Object.values(state.pots)]
      })
      expect(parts.filter((part) => !Number.isSafeInteger(part) || part < 0)).toEqual([])
    }))

  it('Q-126: has pots that add up to the available balance after every event', () =>
    everyWallet(({ events }) => {
      let state = wallet.initial
      for (const event of events) {
        state = wallet.evolve(state, event)
        const { ratings, stays, unconfirmedStays } = state.pots
        expect(ratings + stays + unconfirmedStays).toBe(state.available)
      }
    }))

  it('Q-126: never pays out AVA of bookings that no partner confirmed', () =>
    everyWallet(({ state }) => {
      const payouts = [...state.payouts.values()].map(({ pots }) => pots.unconfirmedStays)
      expect(payouts.filter((amount) => amount !== 0)).toEqual([])
    }))

  it('Q-101: credits each cause once until it is taken back', () =>
    everyWallet(({ events }) => {
      const standing = new Map<string, number>()
      for (const { type, data } of events) {
        if (type === 'AvaEarned') standing.set(data.causeId, (standing.get(data.causeId) ?? 0) + 1)
        if (type === 'AvaTakenBack') standing.set(data.causeId, (standing.get(data.causeId) ?? 0) - 1)
      }
      expect([...standing.values()].filter((times) => times !== 0 && times !== 1)).toEqual([])
    }))

  it('B-30: has credited at least one AVA for every complete ten', () =>
    everyWallet(({ state }, { counted }) =>
      expect(state.creditedTens.size).toBeGreaterThanOrEqual(Math.floor(counted.size / 10)),
    ))

  it('has at most one pending payout, whose amount is the reserved balance', () =>
    everyWallet(({ state }) => {
      const pending = [...state.payouts.values()].filter(({ status }) => status === 'pending')
      expect(pending.length).toBeLessThanOrEqual(1)
      expect(pending[0]?.amount ?? 0).toBe(state.reserved)
    }))

  it('has reached every state of the model', () => {
    const seen = new Set<string>()
    for (const commands of fc.sample(walletSteps, { numRuns: 200, seed: 101 })) {
      const real = newWallet()
      fc.modelRun(() => ({ model: newWalletModel(), real }), commands)
      for (const { type, data } of real.events) seen.add(type).add('state' in data ? `${type} ${data.state}` : type)
    }
    const both = ['available', 'maturing'].flatMap((state) => [`AvaEarned ${state}`, `AvaTakenBack ${state}`])
    expect([...wallet.events.codecs.keys(), ...both].filter((state) => !seen.has(state))).toEqual([])
  })
})

testDeciderProperties('a wallet', wallet, anyWalletCommand, { longest: 70 })
