import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditAvaLedger, netOf } from '../../../application/audit/ava-ledger.ts'
import type { WalletEvent } from '../../../domain/ava/wallet-state.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { accountId, start } from '../../support/ava/wallet-fixtures.ts'
import { newWallet, newWalletModel, walletSteps } from '../../support/ava/wallet-model.ts'

const stream = `wallet-${accountId}`
const recorded = (event: WalletEvent, n: number, of = stream): EventEnvelope<WalletEvent> => ({
  id: `event-${n}`,
  stream: of,
  version: n,
  position: `position-${n}`,
  event,
  meta: { correlationId: 'c', causationId: null, actor: { id: null, role: 'operator' }, occurredAt: start },
})
const read = (events: readonly WalletEvent[], of = stream) => {
  const ledger = auditAvaLedger()
  events.forEach((event, i) => ledger.read(recorded(event, i + 1, of)))
  return { totals: ledger.totals(), findings: ledger.findings.first().map(({ position, what }) => [position, what]) }
}
const of = { accountId, at: start }
const earned = (amount: number): WalletEvent => ({
  type: 'AvaEarned',
  data: {
    ...of,
    amount,
    causeId: 'tenth-1',
    reason: 'TEN_RATINGS',
    state: 'available',
    ruleVersion: 1,
    pot: 'ratings',
    checkIn: null,
    checkOut: null,
  },
})
const spent = (amount: number): WalletEvent => ({
  type: 'AvaSpent',
  data: { ...of, amount, causeId: 'premium-1', purpose: 'premium_upgrade' },
})

describe('the AVA ledger check', () => {
  it('Q-69: finds no fault in wallets written by the decider only and agrees with the reference model', () =>
    fc.assert(
      fc.property(walletSteps, (commands) => {
        const [model, real] = [newWalletModel(), newWallet()]
        fc.modelRun(() => ({ model, real }), commands)
        const { totals, findings } = read(real.events)
        const { available, pots, maturing, reserved, spent: spentAva, paid } = model
        expect(findings).toEqual([])
        expect(totals).toMatchObject({ available, pots, maturing, reserved, spent: spentAva, paid })
        expect(netOf(totals)).toBe(available + maturing + reserved)
      }),
    ))

  it('reports the event at which a balance falls below zero, not every event after it', () =>
    expect(read([earned(3), spent(5), spent(1), earned(9), spent(7)]).findings).toEqual([
      ['position-2', 'available falls to -2 AVA'],
      ['position-5', 'available falls to -1 AVA'],
    ]))

  it('reports AVA moved in another account’s stream and a payout without a reservation', () => {
    expect(read([earned(3)], 'wallet-ugo').findings).toEqual([
      ['position-1', `event belongs to account ${accountId}, but is in another wallet's stream`],
    ])
    const paid = { ...of, payoutId: 'payout-1', txHash: '0xab12' }
    expect(read([{ type: 'PayoutConfirmed', data: paid }]).findings).toEqual([
      ['position-1', 'pays payout-1, for which nothing is reserved'],
    ])
  })
})
