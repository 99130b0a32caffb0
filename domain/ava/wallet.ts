import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import type { OfType } from '../kernel/event.ts'
import type { Day, Instant } from '../kernel/primitives.ts'
import { isBefore, nightsBetween, plusDays } from '../kernel/time.ts'
import {
  type CreditBooking,
  creditBooking,
  type EarningRejection,
  type SettleBooking,
  settleBooking,
} from './booking-ava.ts'
import {
  type ConfigureWallet,
  configureWallet,
  type PayoutAddressRejection,
  type SetPayoutAddress,
  type UndoPayoutAddress,
  undoPayoutAddress,
} from './payout-address.ts'
import { payableOf, potOf } from './pots.ts'
import { avaRules, isSameAddress, ruleSetAt, type RuleSetActivation, type StayRules } from './rules.ts'
import {
  ContributionCounted,
  ContributionUncounted,
  evolve,
  initial,
  type StayCredit,
  type StayReason,
  type WalletEvent,
  WalletEvents,
  type WalletState,
} from './wallet-state.ts'
export type { WalletState } from './wallet-state.ts'

// --- Commands and rejections ------------------------------------------------------------------------

interface WalletCommandBase {
  /** Owner of the wallet. */
  readonly accountId: string
  readonly at: Instant
}

export interface CountContribution extends WalletCommandBase {
  readonly type: 'CountContribution'
  /** Id of the rating or review given. */
  readonly causeId: string
  /** The stay a rating is about; null for a review. */
  readonly stay: RatedStay | null
}

export interface RatedStay {
  /** Client id (glossary) of the guest, not the account id. */
  readonly guestId: string
  readonly stayDate: Day
  /** One rating of a guest counts in this many days of stay. @rule Q-121 */
  readonly countsEveryDays: number
}

export interface UncountContribution extends WalletCommandBase {
  readonly type: 'UncountContribution'
  readonly causeId: string
}

export interface ReconcileStays extends WalletCommandBase {
  readonly type: 'ReconcileStays'
  /** All ratings received that currently count. */
  readonly stays: readonly CountedStay[]
  readonly activations: readonly RuleSetActivation[]
}

export interface ActivatePremium extends WalletCommandBase {
  readonly type: 'ActivatePremium'
  /** Id of the request: a repeated request buys once. */
  readonly causeId: string
  readonly durationDays: number
}

export interface ReservePayout extends WalletCommandBase {
  readonly type: 'ReservePayout'
  readonly payoutId: string
  /** Expected address; must equal the one of the wallet. */
  readonly address: string
}

export interface ConfirmPayout extends WalletCommandBase {
  readonly type: 'ConfirmPayout'
  readonly payoutId: string
  readonly txHash: string
}

export interface CancelPayoutReservation extends WalletCommandBase {
  readonly type: 'CancelPayoutReservation'
  readonly payoutId: string
}

export type WalletPayoutCommand = ReservePayout | ConfirmPayout | CancelPayoutReservation

export type WalletCommand =
  | CountContribution
  | UncountContribution
  | CreditBooking
  | SettleBooking
  | ReconcileStays
  | ActivatePremium
  | SetPayoutAddress
  | ConfigureWallet
  | UndoPayoutAddress
  | WalletPayoutCommand

export type WalletPayoutRejection =
  /** A payout is requested for a wallet without an address. */
  | { readonly type: 'PayoutAddressMissing' }
  /** The payout's address differs from the wallet's. */
  | { readonly type: 'PayoutAddressMismatch' }
  /** The address was set or changed so recently that nothing is paid to it yet. */
  | { readonly type: 'PayoutAddressOnHold'; readonly until: Instant }
  /** An earlier payout of the wallet is neither confirmed nor cancelled. */
  | { readonly type: 'PayoutAlreadyOpen'; readonly payoutId: string }
  /** What may leave of the available balance is below the wallet's payout threshold. */
  | { readonly type: 'BelowPayoutThreshold'; readonly available: number; readonly threshold: number }
  /** The wallet has no payout with this id. */
  | { readonly type: 'PayoutUnknown'; readonly payoutId: string }
  /** The payout was cancelled (`txHash` is null), or confirmed with transaction `txHash`. */
  | { readonly type: 'PayoutEnded'; readonly payoutId: string; readonly txHash: string | null }

export type WalletRejection =
  /** The requested duration differs from the one on offer. */
  | { readonly type: 'PremiumDurationNotOffered'; readonly offeredDays: number }
  /** Premium is bought before the current period ends. */
  | { readonly type: 'AlreadyPremium'; readonly until: Instant }
  /** The available balance is below the price. */
  | { readonly type: 'InsufficientAva'; readonly available: number; readonly needed: number }
  | PayoutAddressRejection
  | EarningRejection
  | WalletPayoutRejection

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<WalletEvent, WalletRejection>

const decide = (command: WalletCommand, state: WalletState): Decision => {
  switch (command.type) {
    case 'CountContribution':
      return accept(...countContribution(command, state))
    case 'UncountContribution':
      return accept(...uncountContribution(command, state))
    case 'CreditBooking':
      return creditBooking(command, state)
    case 'MatureBookingAva':
    case 'TakeBackBookingAva':
      return accept(...settleBooking(command, state))
    case 'ReconcileStays':
      return accept(...reconcileStays(command, state))
    case 'ActivatePremium':
      return activatePremium(command, state)
    case 'SetPayoutAddress':
      return configureWallet({ ...command, threshold: state.threshold }, state)
    case 'ConfigureWallet':
      return configureWallet(command, state)
    case 'UndoPayoutAddress':
      return undoPayoutAddress(command, state)
    case 'ReservePayout':
      return reservePayout(command, state)
    case 'ConfirmPayout':
      return confirmPayout(command, state)
    case 'CancelPayoutReservation':
      return cancelPayoutReservation(command, state)
  }
}

// --- Contributions ---------------------------------------------------------------------

const { version: ruleVersion, contributionsPerAva } = avaRules

/**
 * Counts a contribution. Every tenth earns one AVA, unless that one was already credited.
 * @rule B-30 one AVA for ten ratings given
 * @rule Q-101 reviews written and ratings given both count
 * @rule Q-121 ratings of different guests within the period
 */
const countContribution = (
  { accountId, causeId, stay, at }: CountContribution,
  state: WalletState,
): readonly WalletEvent[] => {
  const { counted, creditedTens } = state
  if (counted.has(causeId) || (stay !== null && countedLately(state, stay))) return []
  const { guestId, stayDate } = stay ?? { guestId: null, stayDate: null }
  const contributionCounted: WalletEvent = {
    type: ContributionCounted.type,
    data: { accountId, causeId, guestId, stayDate, at },
  }
  const tenCause = tenCauseId(counted.size + 1)
  if (tenCause === null || creditedTens.has(tenCause)) return [contributionCounted]
  const earned = { accountId, amount: 1, causeId: tenCause, ruleVersion, at }
  const reason = 'TEN_RATINGS'
  const data = { ...earned, reason, state: 'available', pot: potOf(reason), ...noBooking } as const
  return [contributionCounted, { type: 'AvaEarned', data }]
}

/** Whether a rating of another stay of the guest, within the period, counts. */
const countedLately = ({ counted, countedByGuest }: WalletState, { guestId, stayDate, countsEveryDays }: RatedStay) =>
  [...(countedByGuest.get(guestId) ?? [])].some((causeId) => {
    const other = counted.get(causeId)?.stayDate ?? null
    return other !== null && Math.abs(nightsBetween(other, stayDate)) < countsEveryDays
  })

/** Uncounts a contribution; takes back the AVA of a ten that is no longer complete, if still available. @rule Q-50 spent AVA are not taken back */
const uncountContribution = (
  { accountId, causeId, at }: UncountContribution,
  { counted, creditedTens, available }: WalletState,
): readonly WalletEvent[] => {
  if (!counted.has(causeId)) return []
  const uncounted: WalletEvent = { type: ContributionUncounted.type, data: { accountId, causeId, at } }
  const tenCause = tenCauseId(counted.size)
  if (tenCause === null || !creditedTens.has(tenCause) || available < 1) return [uncounted]
  return [
    uncounted,
    {
      type: 'AvaTakenBack',
      data: { accountId, amount: 1, causeId: tenCause, state: 'available', pot: potOf('TEN_RATINGS'), at },
    },
  ]
}

/** Stored cause of the AVA for every ten contributions; null unless this many complete a ten. */
const tenCauseId = (contributions: number): string | null =>
  contributions % contributionsPerAva === 0 ? `tenth-${contributions / contributionsPerAva}` : null

// --- Stays ------------------------------------------------------------------------------------------

/** A counted rating that the wallet's owner received for a stay. */
export interface CountedStay {
  readonly ratingId: string
  readonly businessId: string
  readonly overall: number
  /** When the rating began to count; determines the rule set. */
  readonly since: Instant
}

export interface StayEarning {
  /** A cause is credited at most once at a time. */
  readonly causeId: string
  readonly reason: StayReason
  readonly amount: number
  readonly ruleVersion: number
}

/**
 * AVA earned by these stays in chronological order; used by the ledger and by simulations. `writtenOffLoyalty`: loyalty
 * AVA of stays that no longer count, already spent; it still counts towards the maximum.
 * @rule B-31 five stars, first stays, different venues, loyalty
 */
export const calculateStayEarnings = (
  stays: readonly CountedStay[],
  activations: readonly RuleSetActivation[],
  writtenOffLoyalty = 0,
): readonly StayEarning[] => {
  const inOrder = stays.toSorted((a, b) => (isBefore(a.since, b.since) ? -1 : Number(a.since > b.since)))
  const venues = new Set<string>()
  let loyalty = writtenOffLoyalty
  return inOrder.flatMap((stay) => {
    const isFirst = !venues.has(stay.businessId)
    venues.add(stay.businessId)
    const { version, stays: rules } = ruleSetAt(activations, stay.since)
    if (rules === null) return []
    const earned = earningsOfStay(rules, stay, isFirst, { venues: venues.size, loyalty })
    loyalty += earned.find(({ reason }) => reason === 'LOYALTY')?.amount ?? 0
    return earned.filter(({ amount }) => amount > 0).map((earning) => ({ ...earning, ruleVersion: version }))
  })
}

const earningsOfStay = (
  { fiveStars, firstStay, venues, loyalty }: StayRules,
  { ratingId, businessId, overall }: CountedStay,
  isFirst: boolean,
  soFar: { readonly venues: number; readonly loyalty: number },
): readonly Omit<StayEarning, 'ruleVersion'>[] => {
  const fiveStarEarning = {
    causeId: `five-stars-${ratingId}`,
    reason: 'FIVE_STARS',
    amount: overall === 5 ? fiveStars : 0,
  } as const
  if (!isFirst) {
    const amount = Math.min(loyalty.ava, Math.max(0, loyalty.max - soFar.loyalty))
    return [fiveStarEarning, { causeId: loyaltyCauseId(ratingId), reason: 'LOYALTY', amount }]
  }
  const reachesCount = soFar.venues === venues.count
  return [
    fiveStarEarning,
    { causeId: `first-stay-${businessId}`, reason: 'FIRST_STAY', amount: firstStay },
    { causeId: `venues-${venues.count}`, reason: 'FIVE_VENUES', amount: reachesCount ? venues.ava : 0 },
  ]
}

const loyaltyCauseId = (ratingId: string) => `return-${ratingId}`

/** Loyalty AVA of stays that no longer count, spent before they could be taken back. */
const writtenOffLoyaltyOf = (credits: WalletState['stayCredits'], stays: readonly CountedStay[]): number => {
  const counting = new Set(stays.map(({ ratingId }) => loyaltyCauseId(ratingId)))
  const isWrittenOff = ({ reason, writtenOff, causeId }: StayCredit) =>
    reason === 'LOYALTY' && writtenOff && !counting.has(causeId)
  return credits.reduce((sum, credit) => (isWrittenOff(credit) ? sum + credit.amount : sum), 0)
}

/**
 * Credits newly earned AVA and takes back those no longer earned, as far as they are available. Spent AVA are written
 * off: neither taken back nor earned again.
 * @rule Q-50 spent AVA are not taken back
 */
const reconcileStays = (
  { accountId, stays, activations, at }: ReconcileStays,
  { stayCredits, available }: WalletState,
): readonly WalletEvent[] => {
  const earnings = calculateStayEarnings(stays, activations, writtenOffLoyaltyOf(stayCredits, stays))
  const earned = earnings
    .filter(({ causeId }) => !stayCredits.has(causeId))
    .map((earning): AvaEarnedEvent => {
      const origin = { pot: potOf(earning.reason), ...noBooking }
      return { type: 'AvaEarned', data: { accountId, ...earning, state: 'available', ...origin, at } }
    })
  let remaining = available + earned.reduce((sum, { data }) => sum + data.amount, 0)
  const stillEarned = new Set(earnings.map(({ causeId }) => causeId))
  const revocations = stayCredits
    .valueSeq()
    .filter(({ causeId, writtenOff }) => !writtenOff && !stillEarned.has(causeId))
    .map(({ causeId, amount, reason }): WalletEvent => {
      const data = { accountId, amount, causeId, at }
      if (amount > remaining) return { type: 'AvaWrittenOff', data }
      remaining -= amount
      return { type: 'AvaTakenBack', data: { ...data, state: 'available', pot: potOf(reason) } }
    })
  return [...earned, ...revocations]
}

type AvaEarnedEvent = OfType<WalletEvent, 'AvaEarned'>

/** Of AVA that were not earned by a booking. */
const noBooking = { checkIn: null, checkOut: null }

// --- Payouts ----------------------------------------------------------------------------------------

/**
 * Reserves for the wallet's address what may leave of the available balance.
 * @rule B-34 one payout at a time, from the threshold on
 * @rule Q-126 never AVA of bookings that no partner confirmed
 * @rule Q-127 not to an address set or changed recently
 */
const reservePayout = ({ accountId, payoutId, address, at }: ReservePayout, state: WalletState): Decision => {
  const payout = findPayout(state, payoutId)
  if (payout?.status === 'cancelled') return reject({ type: 'PayoutEnded', payoutId, txHash: null })
  if (payout !== undefined)
    return isSameAddress(payout.address, address) ? nothing : reject({ type: 'PayoutAddressMismatch' })

  if (state.address === null) return reject({ type: 'PayoutAddressMissing' })
  if (!isSameAddress(state.address, address)) return reject({ type: 'PayoutAddressMismatch' })
  const { threshold, payableFrom } = state
  const available = payableOf(state.pots)
  if (payableFrom !== null && isBefore(at, payableFrom))
    return reject({ type: 'PayoutAddressOnHold', until: payableFrom })
  const pending = state.payouts.find(({ status }) => status === 'pending')
  if (pending !== undefined) return reject({ type: 'PayoutAlreadyOpen', payoutId: pending.payoutId })
  if (available < threshold) return reject({ type: 'BelowPayoutThreshold', available, threshold })
  return accept({
    type: 'PayoutReserved',
    data: { accountId, payoutId, amount: available, address: state.address, at },
  })
}

/** Records the transaction that paid. */
const confirmPayout = ({ accountId, payoutId, txHash, at }: ConfirmPayout, state: WalletState): Decision => {
  const payout = findPayout(state, payoutId)
  if (payout === undefined) return reject({ type: 'PayoutUnknown', payoutId })
  if (payout.status === 'pending') return accept({ type: 'PayoutConfirmed', data: { accountId, payoutId, txHash, at } })
  return payout.txHash === txHash ? nothing : reject({ type: 'PayoutEnded', payoutId, txHash: payout.txHash })
}

/** Also recorded for an unknown payout, which prevents its later reservation. */
const cancelPayoutReservation = (
  { accountId, payoutId, at }: CancelPayoutReservation,
  state: WalletState,
): Decision => {
  const payout = findPayout(state, payoutId)
  if (payout === undefined || payout.status === 'pending')
    return accept({ type: 'PayoutReleased', data: { accountId, payoutId, amount: payout?.amount ?? 0, at } })
  return payout.status === 'cancelled' ? nothing : reject({ type: 'PayoutEnded', payoutId, txHash: payout.txHash })
}

const findPayout = (state: WalletState, payoutId: string) => state.payouts.get(payoutId)

// --- Premium ----------------------------------------------------------------------------------------

/**
 * Buys Premium with AVA.
 * @rule B-33 thirty days for ten AVA
 * @rule Q-73 no other duration
 * @rule S-25 only while not Premium
 */
const activatePremium = ({ accountId, causeId, at, durationDays }: ActivatePremium, state: WalletState): Decision => {
  const { days, price } = avaRules.premium
  if (durationDays !== days) return reject({ type: 'PremiumDurationNotOffered', offeredDays: days })
  if (state.spent.has(causeId)) return nothing
  const { premiumUntil: until, available } = state
  if (until !== null && isBefore(at, until)) return reject({ type: 'AlreadyPremium', until })
  if (available < price) return reject({ type: 'InsufficientAva', available, needed: price })
  return accept(
    { type: 'AvaSpent', data: { accountId, amount: price, causeId, purpose: 'premium_upgrade', at } },
    { type: 'PremiumActivated', data: { accountId, causeId, until: plusDays(at, days), at } },
  )
}

/** AVA ledger of one account. @rule Q-69 every balance derives from it */
export const wallet: Aggregate<WalletCommand, WalletEvent, WalletState, WalletRejection> = {
  category: 'wallet',
  events: WalletEvents,
  initial,
  evolve,
  decide,
}
