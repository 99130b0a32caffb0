import { balanceOf, type WalletEvent } from '../../domain/ava/wallet-state.ts'
import { totalOf } from '../../domain/ava/pots.ts'
import { avaPots } from '../../domain/ava/vocabulary.ts'
import { wallet, type WalletState } from '../../domain/ava/wallet.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { streamOf } from '../command-handler.ts'
import { collectFindings } from './log-checks.ts'

/** AVA credited to a wallet and AVA that left it for good. */
export interface Flows {
  readonly earned: number
  readonly takenBack: number
  readonly spent: number
  readonly paid: number
}

interface AuditedWallet {
  readonly flows: Flows
  readonly state: WalletState
}

const balanceFields = ['available', 'maturing', 'reserved'] as const
export type Balances = Pick<WalletState, (typeof balanceFields)[number] | 'pots'>

const noFlows: Flows = { earned: 0, takenBack: 0, spent: 0, paid: 0 }

/**
 * Adds up what each wallet earned and lost, apart from the balances that its `evolve` keeps: credits minus debits must
 * equal the balance, and the pots the part of it that is available.
 * @rule Q-69 AVA is never created or lost
 * @rule Q-126 nor moved between pots
 */
export const auditAvaLedger = () => {
  const findings = collectFindings()
  const accounts = new Map<string, AuditedWallet>()
  return {
    findings,
    read: (recorded: EventEnvelope<WalletEvent>): void => {
      const { stream, position, event } = recorded
      const before = accounts.get(stream) ?? { flows: noFlows, state: wallet.initial }
      const after = { flows: flowsAfter(before, event), state: withoutHistory(wallet.evolve(before.state, event)) }
      accounts.set(stream, after)
      for (const what of [
        ...wrongStream(recorded),
        ...unreservedPayout(before.state, event),
        ...imbalances(before, after),
      ])
        findings.add({ stream, position, what })
    },
    totals: (): Flows & Balances & { readonly wallets: number } => {
      const sum = (of: (account: AuditedWallet) => number) =>
        [...accounts.values()].reduce((total, account) => total + of(account), 0)
      return {
        wallets: accounts.size,
        earned: sum(({ flows }) => flows.earned),
        takenBack: sum(({ flows }) => flows.takenBack),
        spent: sum(({ flows }) => flows.spent),
        paid: sum(({ flows }) => flows.paid),
        available: sum(({ state }) => state.available),
        pots: {
          ratings: sum(({ state }) => state.pots.ratings),
          stays: sum(({ state }) => state.pots.stays),
          unconfirmedStays: sum(({ state }) => state.pots.unconfirmedStays),
        },
        maturing: sum(({ state }) => state.maturing),
        reserved: sum(({ state }) => state.reserved),
      }
    },
  }
}

export const netOf = ({ earned, takenBack, spent, paid }: Flows): number => earned - takenBack - spent - paid

const flowsAfter = ({ flows, state }: AuditedWallet, { type, data }: WalletEvent): Flows => {
  if (type === 'AvaEarned') return { ...flows, earned: flows.earned + data.amount }
  if (type === 'AvaTakenBack') return { ...flows, takenBack: flows.takenBack + data.amount }
  if (type === 'AvaSpent') return { ...flows, spent: flows.spent + data.amount }
  if (type !== 'PayoutConfirmed') return flows
  return { ...flows, paid: flows.paid + (pendingPayout(state, data.payoutId)?.amount ?? 0) }
}

const pendingPayout = ({ payouts }: WalletState, payoutId: string) => {
  const payout = payouts.get(payoutId)
  return payout?.status === 'pending' ? payout : undefined
}

/** Drops history that no sum depends on, so that memory per wallet stays constant. */
const withoutHistory = (state: WalletState): WalletState => ({
  ...wallet.initial,
  available: state.available,
  pots: state.pots,
  maturing: state.maturing,
  reserved: state.reserved,
  payouts: state.payouts.filter(({ status }) => status === 'pending'),
})

const wrongStream = ({ stream, event }: EventEnvelope<WalletEvent>): readonly string[] =>
  stream === streamOf(wallet, event.data.accountId)
    ? []
    : [`event belongs to account ${event.data.accountId}, but is in another wallet's stream`]

const unreservedPayout = (state: WalletState, { type, data }: WalletEvent): readonly string[] =>
  type === 'PayoutConfirmed' && pendingPayout(state, data.payoutId) === undefined
    ? [`pays ${data.payoutId}, for which nothing is reserved`]
    : []

/** Reports an imbalance at the event where it starts, not at each later event. */
const imbalances = (before: AuditedWallet, after: AuditedWallet): readonly string[] => {
  const negative = balanceFields.filter((field) => after.state[field] < 0 && before.state[field] >= 0)
  const negativePots =
    after.state.available < 0 ? [] : avaPots.filter((pot) => after.state.pots[pot] < 0 && before.state.pots[pot] >= 0)
  const unequal = isUnbalanced(after) && !isUnbalanced(before)
  const inPots = totalOf(after.state.pots)
  const unequalPots = inPots !== after.state.available && totalOf(before.state.pots) === before.state.available
  return [
    ...negative.map((field) => `${field} falls to ${after.state[field]} AVA`),
    ...negativePots.map((pot) => `the pot ${pot} falls to ${after.state.pots[pot]} AVA`),
    ...(unequalPots ? [`the pots hold ${inPots} AVA, but ${after.state.available} are available`] : []),
    ...(unequal
      ? [`balance is ${balanceOf(after.state)} AVA, but earned − taken back − spent − paid is ${netOf(after.flows)}`]
      : []),
  ]
}

const isUnbalanced = ({ flows, state }: AuditedWallet): boolean => netOf(flows) !== balanceOf(state)
