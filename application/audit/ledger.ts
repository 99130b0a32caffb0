import { wallet, type WalletState } from '../../domain/ava/wallet/decider.ts'
import type { WalletEvent } from '../../domain/ava/wallet/events.ts'
import { balanceOf } from '../../domain/ava/wallet/state.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { streamOf } from '../handle.ts'
import { faultsFound } from './faults.ts'

/** What came into a wallet and what went out of it for good. */
export interface Flows {
  readonly earned: number
  readonly takenBack: number
  readonly spent: number
  readonly paid: number
}

interface Account {
  readonly flows: Flows
  readonly state: WalletState
}

const pots = ['available', 'maturing', 'reserved'] as const
export type Pots = Pick<WalletState, (typeof pots)[number]>

const nothing: Flows = { earned: 0, takenBack: 0, spent: 0, paid: 0 }

/** counts every AVA again, beside the fold of the wallets: what came in less what went out is what lies there. */
export const ledgerOfAva = () => {
  const faults = faultsFound()
  const accounts = new Map<string, Account>()
  return {
    faults,
    read: (recorded: Recorded<WalletEvent>): void => {
      const { stream, position, event } = recorded
      const before = accounts.get(stream) ?? { flows: nothing, state: wallet.initial }
      const after = { flows: flowsAfter(before, event), state: slim(wallet.evolve(before.state, event)) }
      accounts.set(stream, after)
      for (const what of [...misplaced(recorded), ...strange(before.state, event), ...broken(before, after)])
        faults.add({ stream, position, what })
    },
    totals: (): Flows & Pots & { readonly wallets: number } => {
      const sum = (of: (account: Account) => number) => [...accounts.values()].reduce((all, one) => all + of(one), 0)
      return {
        wallets: accounts.size,
        earned: sum(({ flows }) => flows.earned),
        takenBack: sum(({ flows }) => flows.takenBack),
        spent: sum(({ flows }) => flows.spent),
        paid: sum(({ flows }) => flows.paid),
        available: sum(({ state }) => state.available),
        maturing: sum(({ state }) => state.maturing),
        reserved: sum(({ state }) => state.reserved),
      }
    },
  }
}

export const leftOf = ({ earned, takenBack, spent, paid }: Flows): number => earned - takenBack - spent - paid

const flowsAfter = ({ flows, state }: Account, { type, data }: WalletEvent): Flows => {
  if (type === 'AvaEarned') return { ...flows, earned: flows.earned + data.amount }
  if (type === 'AvaTakenBack') return { ...flows, takenBack: flows.takenBack + data.amount }
  if (type === 'AvaSpent') return { ...flows, spent: flows.spent + data.amount }
  if (type !== 'PayoutConfirmed') return flows
  return { ...flows, paid: flows.paid + (openIn(state, data.payoutId)?.amount ?? 0) }
}

const openIn = ({ payouts }: WalletState, payoutId: string) =>
  payouts.find((one) => one.payoutId === payoutId && one.status === 'open')

/** Without what no sum depends on: a wallet takes the same room however long its history is. */
const slim = (state: WalletState): WalletState => ({
  ...state,
  counted: [],
  tenths: [],
  bookings: [],
  stayCredits: [],
  spent: [],
  payouts: state.payouts.filter(({ status }) => status === 'open'),
})

const misplaced = ({ stream, event }: Recorded<WalletEvent>): readonly string[] =>
  stream === streamOf(wallet, event.data.accountId) ? [] : [`moves the AVA of account ${event.data.accountId}`]

const strange = (state: WalletState, { type, data }: WalletEvent): readonly string[] =>
  type === 'PayoutConfirmed' && openIn(state, data.payoutId) === undefined
    ? [`pays ${data.payoutId}, for which nothing is reserved`]
    : []

/** Told where it begins, not of every event after it. */
const broken = (before: Account, after: Account): readonly string[] => {
  const fallen = pots.filter((pot) => after.state[pot] < 0 && before.state[pot] >= 0)
  const unequal = isUnequal(after) && !isUnequal(before)
  return [
    ...fallen.map((pot) => `${pot} falls to ${after.state[pot]} AVA`),
    ...(unequal ? [`holds ${balanceOf(after.state)} AVA, of ${leftOf(after.flows)} that are left`] : []),
  ]
}

const isUnequal = ({ flows, state }: Account): boolean => leftOf(flows) !== balanceOf(state)
