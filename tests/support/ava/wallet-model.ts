import * as fc from 'fast-check'
import type { WalletEvent } from '../../../domain/ava/wallet-state.ts'
import type { CountedStay } from '../../../domain/ava/stay-ava.ts'
import { wallet, type WalletCommand, type WalletState } from '../../../domain/ava/wallet.ts'
import type { AvaPot } from '../../../domain/ava/vocabulary.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import {
  activatePremium,
  address,
  anyStays,
  configureWallet,
  confirmPayout,
  countContribution,
  creditBooking,
  matureBooking,
  otherAddress,
  cancelPayoutReservation,
  closeWallet,
  reservePayout,
  setPayoutAddress,
  reconcileStays,
  start,
  takeBackBooking,
  uncountContribution,
  undoPayoutAddress,
} from './wallet-fixtures.ts'

/** Reference model of a wallet: plain totals and balances. */
export interface WalletModel {
  day: number
  available: number
  /** Parts of what is available. */
  readonly pots: Record<AvaPot, number>
  maturing: number
  reserved: number
  spent: number
  paid: number
  premiumUntil: number
  address: string | null
  /** Addresses before each change that was not undone, by its id, in order. */
  changes: readonly (readonly [string, string | null])[]
  threshold: number
  readonly counted: Set<string>
  /** Tens credited and not taken back. */
  readonly tens: Set<number>
  readonly stays: Map<string, { amount: number; pot: AvaPot; fate: 'maturing' | 'matured' | 'taken back' }>
  /** AVA earned by rated stays, by cause, including written-off ones. */
  readonly earned: Map<string, { amount: number; lost: boolean }>
  readonly bought: Set<string>
  isClosed: boolean
  readonly payouts: Map<
    string,
    {
      amount: number
      pots: Partial<Record<AvaPot, number>>
      to: string
      fate: 'pending' | 'confirmed' | 'cancelled'
      tx: string
    }
  >
}
export interface WalletUnderTest {
  readonly events: WalletEvent[]
  state: WalletState
}

export const newWallet = (): WalletUnderTest => ({ events: [], state: wallet.initial })
export const newWalletModel = (): WalletModel => ({
  day: 0,
  available: 0,
  pots: { ratings: 0, stays: 0, unconfirmedStays: 0 },
  maturing: 0,
  reserved: 0,
  spent: 0,
  paid: 0,
  premiumUntil: 0,
  address: null,
  changes: [],
  threshold: 10,
  counted: new Set(),
  tens: new Set(),
  stays: new Map(),
  earned: new Map(),
  bought: new Set(),
  isClosed: false,
  payouts: new Map(),
})

const earn = (model: WalletModel, pot: AvaPot, amount: number) => {
  model.pots[pot] += amount
  model.available += amount
}

/** Takes AVA one at a time from the first pot that has any. */
const lose = (model: WalletModel, amount: number, order: readonly AvaPot[]) => {
  for (let taken = 0; taken < amount; taken++) {
    const pot = order.find((one) => model.pots[one] > 0)
    if (pot === undefined) throw new Error('the model has lost more than it has')
    earn(model, pot, -1)
  }
}

/** Applies a command to the model; returns `done`, `nothing` or the name of the rejection, like the decider. */
type Expectation = (model: WalletModel) => string

const step = (
  name: string,
  command: (model: WalletModel) => WalletCommand,
  expected: Expectation,
): fc.Command<WalletModel, WalletUnderTest> => ({
  check: () => true,
  run: (model, real) => {
    const outcome = execute(real, command(model))
    const should = expected(model)
    if (outcome !== should) throw new Error(`${name}: the model expected ${should}, the decider returned ${outcome}`)
  },
  toString: () => name,
})

const execute = (real: WalletUnderTest, command: WalletCommand): string => {
  const decided = wallet.decide(command, real.state)
  if (E.isLeft(decided)) return decided.left.type
  real.events.push(...decided.right)
  real.state = decided.right.reduce(wallet.evolve, real.state)
  return decided.right.length === 0 ? 'nothing' : 'done'
}

const countStep = (id: string) =>
  step(
    `count ${id}`,
    () => countContribution(id),
    (model) => {
      if (model.counted.has(id)) return 'nothing'
      model.counted.add(id)
      const ten = model.counted.size / 10
      if (Number.isInteger(ten) && !model.tens.has(ten)) {
        model.tens.add(ten)
        earn(model, 'ratings', 1)
      }
      return 'done'
    },
  )

const uncountStep = (id: string) =>
  step(
    `uncount ${id}`,
    () => uncountContribution(id),
    (model) => {
      const ten = model.counted.size / 10
      if (!model.counted.delete(id)) return 'nothing'
      if (model.available > 0 && model.tens.delete(ten)) lose(model, 1, ['ratings', 'unconfirmedStays', 'stays'])
      return 'done'
    },
  )

/** Odd bookings are not confirmed by a partner; `b1` and `b2`, `b3` and `b4`, `b5` and `b6` have a night in common. */
const numberOf = (id: string) => Number(id.slice(1))
const april = (day: number) => `2026-04-${String(day).padStart(2, '0')}` as Day
const nightsOf = (id: string) => {
  const first = 4 * Math.ceil(numberOf(id) / 2) + (numberOf(id) % 2)
  return { checkIn: april(first), checkOut: april(first + 2), isConfirmedByPartner: numberOf(id) % 2 === 0 }
}
const hasRival = (model: WalletModel, id: string) => {
  const rival = numberOf(id) % 2 === 0 ? numberOf(id) - 1 : numberOf(id) + 1
  const other = model.stays.get(`b${rival}`)
  return other !== undefined && other.fate !== 'taken back'
}

const bookStep = (id: string, amount: number) =>
  step(
    `book ${id} for ${amount}`,
    () => creditBooking(id, amount, nightsOf(id)),
    (model) => {
      const known = model.stays.get(id)
      if (known !== undefined) return known.amount === amount ? 'nothing' : 'BookingCreditedOtherwise'
      if (amount === 0 || hasRival(model, id)) return 'nothing'
      model.stays.set(id, { amount, pot: numberOf(id) % 2 === 0 ? 'stays' : 'unconfirmedStays', fate: 'maturing' })
      model.maturing += amount
      return 'done'
    },
  )

const settleStep = (id: string, fate: 'matured' | 'taken back') =>
  step(
    `${id} is ${fate}`,
    () => (fate === 'matured' ? matureBooking(id) : takeBackBooking(id)),
    (model) => {
      const stay = model.stays.get(id)
      if (stay?.fate !== 'maturing') return 'nothing'
      stay.fate = fate
      model.maturing -= stay.amount
      if (fate === 'matured') earn(model, stay.pot, stay.amount)
      return 'done'
    },
  )

/** Independent calculation: 5 for a new venue, 1 for five stars, 10 for a return up to 50. */
const earningsOf = (stays: readonly CountedStay[], earned: WalletModel['earned']) => {
  const [due, known] = [new Map<string, number>(), new Set<string>()]
  const gone = (cause: string) => !stays.some(({ ratingId }) => cause === `return-${ratingId}`)
  let returns = [...earned].filter(([cause, { lost }]) => lost && cause.startsWith('return-') && gone(cause)).length
  for (const { ratingId, businessId, overall } of stays) {
    if (overall === 5) due.set(`five-stars-${ratingId}`, 1)
    if (!known.has(businessId)) due.set(`first-stay-${businessId}`, 5)
    else if (returns++ < 5) due.set(`return-${ratingId}`, 10)
    known.add(businessId)
  }
  return due
}

const stayStep = (stays: readonly CountedStay[]) =>
  step(
    `stays ${stays.map(({ ratingId }) => ratingId).join(' ')}`,
    () => reconcileStays(stays),
    (model) => {
      const due = earningsOf(stays, model.earned)
      let changed = false
      for (const [cause, amount] of due)
        if (!model.earned.has(cause)) {
          model.earned.set(cause, { amount, lost: false })
          earn(model, 'stays', amount)
          changed = true
        }
      for (const [cause, had] of model.earned) {
        if (due.has(cause) || had.lost) continue
        changed = true
        if (had.amount > model.available) had.lost = true
        else {
          lose(model, had.amount, ['stays', 'unconfirmedStays', 'ratings'])
          model.earned.delete(cause)
        }
      }
      return changed ? 'done' : 'nothing'
    },
  )

const premiumStep = (id: string) =>
  step(
    `buy Premium as ${id}`,
    ({ day }) => activatePremium(id, plusDays(start, day)),
    (model) => {
      if (model.bought.has(id)) return 'nothing'
      if (model.day < model.premiumUntil) return 'AlreadyPremium'
      if (model.available < 10) return 'InsufficientAva'
      model.bought.add(id)
      lose(model, 10, ['unconfirmedStays', 'stays', 'ratings'])
      model.spent += 10
      model.premiumUntil = model.day + 30
      return 'done'
    },
  )

const addressStep = (to: string) =>
  step(
    `be paid at ${to}`,
    ({ changes }) => setPayoutAddress(to, 0, `change-${changes.length}`),
    (model) => {
      if (model.address === to) return 'nothing'
      changeAddress(model, to)
      return 'done'
    },
  )

const changeAddress = (model: WalletModel, to: string) => {
  model.changes = [...model.changes, [`change-${model.changes.length}`, model.address]]
  model.address = to
}

/** Undoes the last changes: as many as given, at most all. */
const undoStep = (count: number) =>
  step(
    `undo ${count} changes of the address`,
    ({ changes }) => {
      const [changeId, former] = changes.at(-count) ?? ['unknown', null]
      return undoPayoutAddress(changeId, former)
    },
    (model) => {
      const undone = model.changes.at(-count)
      if (undone === undefined) return 'UndoLinkInvalid'
      model.address = undone[1]
      model.changes = model.changes.slice(0, -count)
      return 'done'
    },
  )

const configureStep = (to: string, threshold: number) =>
  step(
    `be paid at ${to} from ${threshold}`,
    ({ changes }) => configureWallet(threshold, to, `change-${changes.length}`),
    (model) => {
      if (threshold < 1 || threshold > 100) return 'PayoutThresholdOutOfRange'
      if (model.threshold === threshold && model.address === to) return 'nothing'
      if (model.address !== to) changeAddress(model, to)
      model.threshold = threshold
      return 'done'
    },
  )

const reserveStep = (id: string, to: string) =>
  step(
    `reserve ${id} to ${to}`,
    () => reservePayout(id, to),
    (model) => {
      const known = model.payouts.get(id)
      if (known?.fate === 'cancelled') return 'PayoutEnded'
      if (known !== undefined) return known.to === to ? 'nothing' : 'PayoutAddressMismatch'
      if (model.isClosed) return 'WalletClosed'
      if (model.address === null) return 'PayoutAddressMissing'
      if (model.address !== to) return 'PayoutAddressMismatch'
      if (model.reserved > 0) return 'PayoutAlreadyOpen'
      const { ratings, stays } = model.pots
      if (ratings + stays < model.threshold) return 'BelowPayoutThreshold'
      model.payouts.set(id, { amount: ratings + stays, pots: { ratings, stays }, to, fate: 'pending', tx: '' })
      model.reserved = ratings + stays
      lose(model, ratings + stays, ['ratings', 'stays'])
      return 'done'
    },
  )

const endStep = (id: string, tx: string | null) =>
  step(
    tx === null ? `cancel ${id}` : `confirm ${id} by ${tx}`,
    () => (tx === null ? cancelPayoutReservation(id) : confirmPayout(id, tx)),
    (model) => {
      const payout = model.payouts.get(id)
      const fate = tx === null ? 'cancelled' : 'confirmed'
      if (payout === undefined) {
        if (tx !== null) return 'PayoutUnknown'
        model.payouts.set(id, { amount: 0, pots: {}, to: '', fate, tx: '' })
        return 'done'
      }
      if (payout.fate !== 'pending') return payout.fate === fate && payout.tx === (tx ?? '') ? 'nothing' : 'PayoutEnded'
      payout.fate = fate
      payout.tx = tx ?? ''
      model.reserved = 0
      if (tx === null) for (const [pot, amount] of Object.entries(payout.pots)) earn(model, pot as AvaPot, amount)
      else model.paid += payout.amount
      return 'done'
    },
  )

/** Late, since no payout begins afterwards. */
const closeStep: fc.Command<WalletModel, WalletUnderTest> = {
  ...step('close', closeWallet, (model) => {
    if (model.reserved > 0) return 'PayoutAlreadyOpen'
    if (model.isClosed) return 'nothing'
    model.isClosed = true
    return 'done'
  }),
  check: ({ day }) => day > 60,
}

const daysPass = (days: number): fc.Command<WalletModel, WalletUnderTest> => ({
  check: () => true,
  run: (model) => void (model.day += days),
  toString: () => `${days} days pass`,
})

const anyRating = fc.integer({ min: 1, max: 23 }).map((n) => `c${n}`)
const anyStay = fc.integer({ min: 1, max: 6 }).map((n) => `b${n}`)
const anyPayout = fc.integer({ min: 1, max: 4 }).map((n) => `p${n}`)
const anyAddress = fc.constantFrom(address, address, otherAddress)

export const walletSteps = fc.commands<WalletModel, WalletUnderTest>(
  [
    ...Array.from({ length: 6 }, () => anyRating.map(countStep)),
    anyRating.map(uncountStep),
    fc.tuple(anyStay, fc.constantFrom(0, 1, 7, 12)).map(([id, amount]) => bookStep(id, amount)),
    fc.tuple(anyStay, fc.constantFrom('matured', 'matured', 'taken back')).map(([id, fate]) => settleStep(id, fate)),
    anyStays.map(stayStep),
    fc.integer({ min: 1, max: 4 }).map((n) => premiumStep(`buy-${n}`)),
    anyAddress.map(addressStep),
    fc.constantFrom(1, 1, 2).map(undoStep),
    fc.tuple(anyAddress, fc.constantFrom(0, 1, 2, 5, 100, 101)).map(([to, from]) => configureStep(to, from)),
    fc.tuple(anyPayout, anyAddress).map(([id, to]) => reserveStep(id, to)),
    fc.tuple(anyPayout, fc.constantFrom('0xab12', '0xcd34', null)).map(([id, tx]) => endStep(id, tx)),
    fc.constantFrom(1, 29, 31).map(daysPass),
    fc.constant(closeStep),
  ],
  { maxCommands: 120, size: 'max' },
)
