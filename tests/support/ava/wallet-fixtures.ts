import * as fc from 'fast-check'
import type { CreditBooking } from '../../../domain/ava/booking-ava.ts'
import type { RuleSetActivation } from '../../../domain/ava/rules.ts'
import { ContributionCounted, ContributionUncounted } from '../../../domain/ava/wallet-state.ts'
import type { WalletEvent } from '../../../domain/ava/wallet-state.ts'
import type { CountedStay } from '../../../domain/ava/stay-ava.ts'
import { type CountContribution, wallet, type WalletCommand, type WalletState } from '../../../domain/ava/wallet.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import { at } from '../sample-values.ts'

export const accountId = 'account-giulia'
export const start = at('2026-03-01')
export const address = '0x52908400098527886E0F7030069857D2E4169EE7'
export const otherAddress = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
/** With the last letter in the wrong case. */
export const mistypedAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'

export const countContribution = (causeId: string, at: Instant = start): CountContribution => ({
  type: 'CountContribution',
  accountId,
  causeId,
  stay: null,
  reviewsPerDay: 1_000,
  at,
})
export const uncountContribution = (causeId: string): WalletCommand => ({
  type: 'UncountContribution',
  accountId,
  causeId,
  at: start,
})
/** Three nights that differ by booking, confirmed by a partner. */
export const bookedNights = (bookingId: string) => {
  const number = Array.from(bookingId).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return threeNights(number)
}
const threeNights = (number: number) => ({
  checkIn: dayAfter(number * 3),
  checkOut: dayAfter(number * 3 + 3),
  isConfirmedByPartner: true,
})
let bookings = 0
/** Nights that no other call returns, for bookings with random ids. */
export const nextNights = () => threeNights(bookings++)
const dayAfter = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10) as Day

export const creditBooking = (
  bookingId: string,
  amount: number,
  more: Partial<Omit<CreditBooking, 'type' | 'accountId' | 'bookingId' | 'amount'>> = {},
): WalletCommand => ({
  type: 'CreditBooking',
  accountId,
  bookingId,
  amount,
  ...bookedNights(bookingId),
  ...more,
  at: start,
})
export const matureBooking = (bookingId: string): WalletCommand => ({
  type: 'MatureBookingAva',
  accountId,
  bookingId,
  at: start,
})
export const takeBackBooking = (bookingId: string): WalletCommand => ({
  type: 'TakeBackBookingAva',
  accountId,
  bookingId,
  at: start,
})
/** A stay that counts from 1 March. */
export const stay = (ratingId: string, businessId: string, overall: number, since: Instant = start): CountedStay => ({
  ratingId,
  businessId,
  countsAs: businessId,
  overall,
  since,
})
export const secondRuleSet: readonly RuleSetActivation[] = [{ version: 2, from: start }]
export const reconcileStays = (
  stays: readonly CountedStay[],
  activations = secondRuleSet,
  writtenOff: readonly CountedStay[] = [],
): WalletCommand => ({
  type: 'ReconcileStays',
  accountId,
  stays,
  activations,
  writtenOff,
  at: start,
})
export const activatePremium = (causeId = 'premium-1', at: Instant = start, durationDays = 30): WalletCommand => ({
  type: 'ActivatePremium',
  accountId,
  causeId,
  durationDays,
  at,
})
/** Stands for the keyed hash of an address. */
export const addressIdOf = (to: string) => `hash-of-${to.toLowerCase()}`
const newAddress = (to: string, changeId = 'change-1') => ({
  accountId,
  changeId,
  address: to,
  addressId: addressIdOf(to),
})
const checkedAddress = (to: string, changeId: string) => ({
  ...newAddress(to, changeId),
  isMistyped: to === mistypedAddress,
})

export const setPayoutAddress = (to = address, holdHours = 0, changeId = 'change-1'): WalletCommand => ({
  type: 'SetPayoutAddress',
  ...checkedAddress(to, changeId),
  holdHours,
  at: start,
})
export const configureWallet = (threshold: number, to = address, changeId = 'change-1'): WalletCommand => ({
  type: 'ConfigureWallet',
  ...checkedAddress(to, changeId),
  holdHours: 0,
  threshold,
  at: start,
})
export const undoPayoutAddress = (
  changeId = 'change-1',
  restored: string | null = null,
  when: Instant = start,
): WalletCommand => ({
  type: 'UndoPayoutAddress',
  accountId,
  changeId,
  restoredAddressId: restored && addressIdOf(restored),
  at: when,
})
export const reservePayout = (payoutId = 'payout-1', to = address, when: Instant = start): WalletCommand => ({
  type: 'ReservePayout',
  accountId,
  payoutId,
  address: to,
  at: when,
})
export const confirmPayout = (payoutId = 'payout-1', txHash = '0xab12'): WalletCommand => ({
  type: 'ConfirmPayout',
  accountId,
  payoutId,
  txHash,
  at: start,
})
export const cancelPayoutReservation = (payoutId = 'payout-1'): WalletCommand => ({
  type: 'CancelPayoutReservation',
  accountId,
  payoutId,
  at: start,
})
export const closeWallet = (): WalletCommand => ({ type: 'CloseWallet', accountId, at: start })

/** This many ratings given, with the causes c1, c2, … */
export const countContributions = (many: number, from = 1): readonly WalletCommand[] =>
  Array.from({ length: many }, (_, i) => countContribution(`c${from + i}`))
/** A wallet with this many available AVA. */
export const fundWallet = (amount: number): readonly WalletCommand[] => [
  creditBooking('stay', amount),
  matureBooking('stay'),
]

/** Events of these commands; throws on a rejection. */
export const eventsAfter = (...commands: readonly WalletCommand[]): readonly WalletEvent[] => {
  const events: WalletEvent[] = []
  let state: WalletState = wallet.initial
  for (const command of commands) {
    const decided = wallet.decide(command, state)
    if (E.isLeft(decided)) throw new Error(`${command.type} was rejected: ${decided.left.type}`)
    events.push(...decided.right)
    state = decided.right.reduce(wallet.evolve, state)
  }
  return events
}
/** Events of these commands, skipping rejected ones. */
export const acceptedEvents = (commands: readonly WalletCommand[]): readonly WalletEvent[] => {
  const events: WalletEvent[] = []
  for (const command of commands) {
    const decided = wallet.decide(command, events.reduce(wallet.evolve, wallet.initial))
    if (E.isRight(decided)) events.push(...decided.right)
  }
  return events
}
export const stateAfter = (...commands: readonly WalletCommand[]): WalletState =>
  eventsAfter(...commands).reduce(wallet.evolve, wallet.initial)

const walletFields = { accountId, at: start }
export const contributionCounted = (causeId: string): WalletEvent => ({
  type: ContributionCounted.type,
  data: { ...walletFields, causeId, guestId: null, stayDate: null },
})
export const contributionUncounted = (causeId: string): WalletEvent => ({
  type: ContributionUncounted.type,
  data: { ...walletFields, causeId },
})
export const tenthEarned = (n: number): WalletEvent => ({
  type: 'AvaEarned',
  data: {
    ...walletFields,
    amount: 1,
    causeId: `tenth-${n}`,
    reason: 'TEN_RATINGS',
    state: 'available',
    ruleVersion: 1,
    pot: 'ratings',
    checkIn: null,
    checkOut: null,
  },
})
export const tenthTakenBack = (n: number): WalletEvent => ({
  type: 'AvaTakenBack',
  data: { ...walletFields, amount: 1, causeId: `tenth-${n}`, state: 'available', pot: 'ratings' },
})
export const bookingEarned = (causeId: string, amount: number): WalletEvent => ({
  type: 'AvaEarned',
  data: {
    ...walletFields,
    amount,
    causeId,
    reason: 'BOOKING',
    state: 'maturing',
    ruleVersion: 1,
    pot: 'stays',
    checkIn: bookedNights(causeId).checkIn,
    checkOut: bookedNights(causeId).checkOut,
  },
})
export const avaMatured = (causeId: string, amount: number): WalletEvent => ({
  type: 'AvaMatured',
  data: { ...walletFields, amount, causeId, pot: 'stays' },
})
export const bookingTakenBack = (causeId: string, amount: number): WalletEvent => ({
  type: 'AvaTakenBack',
  data: { ...walletFields, amount, causeId, state: 'maturing', pot: 'stays' },
})
export const payoutAddressSet = (to = address, former: string | null = null): WalletEvent => ({
  type: 'PayoutAddressSet',
  data: { ...walletFields, ...newAddress(to), formerAddressId: former && addressIdOf(former), payableFrom: start },
})
export const payoutReserved = (amount: number, payoutId = 'payout-1', when: Instant = start): WalletEvent => ({
  type: 'PayoutReserved',
  data: { accountId, payoutId, amount, address, at: when },
})
export const payoutConfirmed = (payoutId = 'payout-1', txHash = '0xab12'): WalletEvent => ({
  type: 'PayoutConfirmed',
  data: { ...walletFields, payoutId, txHash },
})
export const payoutReleased = (amount: number, payoutId = 'payout-1'): WalletEvent => ({
  type: 'PayoutReleased',
  data: { ...walletFields, payoutId, amount },
})
export const walletClosed = (): WalletEvent => ({ type: 'WalletClosed', data: walletFields })

const anyCause = fc.integer({ min: 1, max: 12 }).map((n) => `c${n}`)
const anyBooking = fc.constantFrom('b1', 'b2', 'b3')
const anyPayout = fc.constantFrom('p1', 'p2')
const anyThreshold = fc.constantFrom(0, 1, 2, 10, 100, 101, 1.5)

/** Arbitrary subset of seven stays at three venues. */
export const anyStays = fc.subarray([1, 2, 3, 4, 5, 6, 7].map((n) => stay(`r${n}`, `v${n % 3}`, n % 2 === 0 ? 5 : 3)))

export const anyWalletCommand: fc.Arbitrary<WalletCommand> = fc.oneof(
  { weight: 9, arbitrary: anyCause.map((id) => countContribution(id)) },
  { weight: 2, arbitrary: anyCause.map(uncountContribution) },
  {
    weight: 2,
    arbitrary: fc.tuple(anyBooking, fc.constantFrom(0, 3, 24)).map(([id, amount]) => creditBooking(id, amount)),
  },
  { weight: 2, arbitrary: anyBooking.chain((id) => fc.constantFrom(matureBooking(id), takeBackBooking(id))) },
  { weight: 3, arbitrary: anyStays.map((stays) => reconcileStays(stays)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('buy-1', 'buy-2'), fc.constantFrom(start, at('2026-05-01')), fc.constantFrom(30, 30, 365))
      .map(([id, when, days]) => activatePremium(id, when, days)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(address, otherAddress, mistypedAddress, '0x52').map((to) => setPayoutAddress(to)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('change-1', 'change-2'),
        fc.constantFrom(address, null),
        fc.constantFrom(start, at('2026-05-01')),
      )
      .map(([id, to, when]) => undoPayoutAddress(id, to, when)),
  },
  { weight: 1, arbitrary: anyThreshold.map((from) => configureWallet(from)) },
  {
    weight: 2,
    arbitrary: fc.tuple(anyPayout, fc.constantFrom(address, otherAddress)).map(([id, to]) => reservePayout(id, to)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anyPayout, fc.constantFrom('0xab12', '0xcd34')).map(([id, tx]) => confirmPayout(id, tx)),
  },
  { weight: 1, arbitrary: anyPayout.map(cancelPayoutReservation) },
  { weight: 1, arbitrary: fc.constant(closeWallet()) },
)
