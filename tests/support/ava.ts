import * as fc from 'fast-check'
import { wallet, type WalletCommand, type WalletState } from '../../domain/ava/wallet/decider.ts'
import type { WalletEvent } from '../../domain/ava/wallet/events.ts'
import type { InForce } from '../../domain/ava/wallet/rule-sets.ts'
import type { Stay } from '../../domain/ava/wallet/stays.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { at } from './samples/moments.ts'

export const accountId = 'account-giulia'
export const start = at('2026-03-01')
export const address = '0x52908400098527886E0F7030069857D2E4169EE7'
export const otherAddress = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

export const count = (causeId: string, at: Instant = start): WalletCommand => ({
  type: 'CountRating',
  accountId,
  causeId,
  at,
})
export const uncount = (causeId: string): WalletCommand => ({ type: 'UncountRating', accountId, causeId, at: start })
export const creditBooking = (bookingId: string, amount: number): WalletCommand => ({
  type: 'CreditBooking',
  accountId,
  bookingId,
  amount,
  at: start,
})
export const mature = (bookingId: string): WalletCommand => ({ type: 'MatureBooking', accountId, bookingId, at: start })
export const takeBack = (bookingId: string): WalletCommand => ({
  type: 'TakeBackBooking',
  accountId,
  bookingId,
  at: start,
})
/** A stay that counts from the beginning of March on. */
export const stay = (ratingId: string, businessId: string, overall: number, since: Instant = start): Stay => ({
  ratingId,
  businessId,
  overall,
  since,
})
export const secondSet: readonly InForce[] = [{ version: 2, from: start }]
export const settle = (stays: readonly Stay[], changes = secondSet): WalletCommand => ({
  type: 'SettleStays',
  accountId,
  stays,
  changes,
  at: start,
})
export const premium = (causeId = 'premium-1', at: Instant = start, durationDays = 30): WalletCommand => ({
  type: 'ActivatePremium',
  accountId,
  causeId,
  durationDays,
  at,
})
export const setAddress = (to = address): WalletCommand => ({
  type: 'SetPayoutAddress',
  accountId,
  address: to,
  at: start,
})
export const setThreshold = (threshold: number, to = address): WalletCommand => ({
  type: 'ConfigureWallet',
  accountId,
  address: to,
  threshold,
  at: start,
})
export const reserve = (payoutId = 'payout-1', to = address): WalletCommand => ({
  type: 'ReservePayout',
  accountId,
  payoutId,
  address: to,
  at: start,
})
export const confirm = (payoutId = 'payout-1', txHash = '0xab12'): WalletCommand => ({
  type: 'ConfirmPayout',
  accountId,
  payoutId,
  txHash,
  at: start,
})
export const release = (payoutId = 'payout-1'): WalletCommand => ({
  type: 'ReleasePayout',
  accountId,
  payoutId,
  at: start,
})

/** So many ratings given: c1, c2, and so on. */
export const ratings = (many: number, from = 1): readonly WalletCommand[] =>
  Array.from({ length: many }, (_, i) => count(`c${from + i}`))
/** A wallet with so many AVA to spend. */
export const holding = (amount: number): readonly WalletCommand[] => [creditBooking('stay', amount), mature('stay')]

/** The history these commands leave; one that is refused is a mistake of the test. */
export const lived = (...commands: readonly WalletCommand[]): readonly WalletEvent[] => {
  const events: WalletEvent[] = []
  let state: WalletState = wallet.initial
  for (const command of commands) {
    const decided = wallet.decide(command, state)
    if (E.isLeft(decided)) throw new Error(`${command.type} was refused: ${decided.left.type}`)
    events.push(...decided.right)
    state = decided.right.reduce(wallet.evolve, state)
  }
  return events
}
/** The same, of commands some of which may be refused. */
export const livedAsFarAsItGoes = (commands: readonly WalletCommand[]): readonly WalletEvent[] => {
  const events: WalletEvent[] = []
  for (const command of commands) {
    const decided = wallet.decide(command, events.reduce(wallet.evolve, wallet.initial))
    if (E.isRight(decided)) events.push(...decided.right)
  }
  return events
}
export const stateAfter = (...commands: readonly WalletCommand[]): WalletState =>
  lived(...commands).reduce(wallet.evolve, wallet.initial)

const mine = { accountId, at: start }
export const counted = (causeId: string): WalletEvent => ({ type: 'RatingCounted', data: { ...mine, causeId } })
export const uncounted = (causeId: string): WalletEvent => ({ type: 'RatingUncounted', data: { ...mine, causeId } })
export const tenthEarned = (n: number): WalletEvent => ({
  type: 'AvaEarned',
  data: { ...mine, amount: 1, causeId: `tenth-${n}`, reason: 'TEN_RATINGS', state: 'available', ruleVersion: 1 },
})
export const tenthTakenBack = (n: number): WalletEvent => ({
  type: 'AvaTakenBack',
  data: { ...mine, amount: 1, causeId: `tenth-${n}`, state: 'available' },
})
export const bookingEarned = (causeId: string, amount: number): WalletEvent => ({
  type: 'AvaEarned',
  data: { ...mine, amount, causeId, reason: 'BOOKING', state: 'maturing', ruleVersion: 1 },
})
export const matured = (causeId: string, amount: number): WalletEvent => ({
  type: 'AvaMatured',
  data: { ...mine, amount, causeId },
})
export const bookingTakenBack = (causeId: string, amount: number): WalletEvent => ({
  type: 'AvaTakenBack',
  data: { ...mine, amount, causeId, state: 'maturing' },
})
export const reserved = (amount: number, payoutId = 'payout-1'): WalletEvent => ({
  type: 'PayoutReserved',
  data: { ...mine, payoutId, amount, address },
})
export const confirmed = (payoutId = 'payout-1', txHash = '0xab12'): WalletEvent => ({
  type: 'PayoutConfirmed',
  data: { ...mine, payoutId, txHash },
})
export const released = (payoutId = 'payout-1'): WalletEvent => ({
  type: 'PayoutReleased',
  data: { ...mine, payoutId },
})

const cause = fc.integer({ min: 1, max: 12 }).map((n) => `c${n}`)
const booked = fc.constantFrom('b1', 'b2', 'b3')
const payout = fc.constantFrom('p1', 'p2')
const threshold = fc.constantFrom(0, 1, 2, 10, 100, 101, 1.5)

/** Some of seven stays at three venues. */
export const someStays = fc.subarray([1, 2, 3, 4, 5, 6, 7].map((n) => stay(`r${n}`, `v${n % 3}`, n % 2 === 0 ? 5 : 3)))

export const walletCommand: fc.Arbitrary<WalletCommand> = fc.oneof(
  { weight: 9, arbitrary: cause.map((id) => count(id)) },
  { weight: 2, arbitrary: cause.map(uncount) },
  {
    weight: 2,
    arbitrary: fc.tuple(booked, fc.constantFrom(0, 3, 24)).map(([id, amount]) => creditBooking(id, amount)),
  },
  { weight: 2, arbitrary: booked.chain((id) => fc.constantFrom(mature(id), takeBack(id))) },
  { weight: 3, arbitrary: someStays.map((stays) => settle(stays)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('buy-1', 'buy-2'), fc.constantFrom(start, at('2026-05-01')), fc.constantFrom(30, 30, 365))
      .map(([id, when, days]) => premium(id, when, days)),
  },
  { weight: 1, arbitrary: fc.constantFrom(address, otherAddress, '0x52').map(setAddress) },
  { weight: 1, arbitrary: threshold.map((from) => setThreshold(from)) },
  { weight: 2, arbitrary: fc.tuple(payout, fc.constantFrom(address, otherAddress)).map(([id, to]) => reserve(id, to)) },
  { weight: 1, arbitrary: fc.tuple(payout, fc.constantFrom('0xab12', '0xcd34')).map(([id, tx]) => confirm(id, tx)) },
  { weight: 1, arbitrary: payout.map(release) },
)
