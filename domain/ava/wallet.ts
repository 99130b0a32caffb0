import type { Aggregate } from '../kernel/decider.ts'
import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import { isBefore, plusDays } from '../kernel/time.ts'
import { avaRules, isPayoutAddress, isSameAddress, ruleSetAt, type RuleSetChange, type StayRules } from './rules.ts'
import {
  evolve,
  initial,
  type StayCredit,
  type StayReason,
  type WalletEvent,
  WalletEvents,
  type WalletState,
} from './wallet-state.ts'
export type { WalletState } from './wallet-state.ts'

interface WalletCommandBase {
  /** Whose wallet this is. */
  readonly accountId: string
  readonly at: Instant
}

export interface CountRating extends WalletCommandBase {
  readonly type: 'CountRating' | 'UncountRating'
  /** The rating or the review given. */
  readonly causeId: string
}

export interface CreditBooking extends WalletCommandBase {
  readonly type: 'CreditBooking'
  readonly bookingId: string
  readonly amount: number
}

export interface SettleBooking extends WalletCommandBase {
  readonly type: 'MatureBooking' | 'TakeBackBooking'
  readonly bookingId: string
}

export interface SettleStays extends WalletCommandBase {
  readonly type: 'SettleStays'
  /** Every rating received that counts now. */
  readonly stays: readonly Stay[]
  readonly changes: readonly RuleSetChange[]
}

export interface ActivatePremium extends WalletCommandBase {
  readonly type: 'ActivatePremium'
  /** One for each press of the button: pressed twice it is bought once. */
  readonly causeId: string
  readonly durationDays: number
}

export interface SetPayoutAddress extends WalletCommandBase {
  readonly type: 'SetPayoutAddress'
  readonly address: string
}

/** Where and from how much on: both at once or neither. */
export interface ConfigureWallet extends WalletCommandBase {
  readonly type: 'ConfigureWallet'
  readonly address: string
  readonly threshold: number
}

export interface ReservePayout extends WalletCommandBase {
  readonly type: 'ReservePayout'
  readonly payoutId: string
  /** Where it is meant to go: must be the address the wallet has. */
  readonly address: string
}

export interface ConfirmPayout extends WalletCommandBase {
  readonly type: 'ConfirmPayout'
  readonly payoutId: string
  readonly txHash: string
}

export interface ReleasePayout extends WalletCommandBase {
  readonly type: 'ReleasePayout'
  readonly payoutId: string
}

export type WalletPayoutCommand = ReservePayout | ConfirmPayout | ReleasePayout

export type WalletCommand =
  | CountRating
  | CreditBooking
  | SettleBooking
  | SettleStays
  | ActivatePremium
  | SetPayoutAddress
  | ConfigureWallet
  | WalletPayoutCommand

export type EarningRejection = {
  /** This booking was credited with this other amount. */
  readonly type: 'BookingCreditedOtherwise'
  readonly bookingId: string
  readonly amount: number
}

const { version: ruleVersion, ratingsPerAva } = avaRules

/** The n-th ten ratings earn one AVA, once for as long as it is not taken back (B-30, Q-101). */
export const countRating = (
  { accountId, causeId, at }: CountRating,
  { counted, tenths }: WalletState,
): readonly WalletEvent[] => {
  if (counted.includes(causeId)) return []
  const more: WalletEvent = { type: 'RatingCounted', data: { accountId, causeId, at } }
  const tenth = tenthCauseId(counted.length + 1)
  if (tenth === null || tenths.includes(tenth)) return [more]
  const earned = { accountId, amount: 1, causeId: tenth, ruleVersion, at }
  return [more, { type: 'AvaEarned', data: { ...earned, reason: 'TEN_RATINGS', state: 'available' } }]
}

/** A ten no longer full gives its AVA back if it is still there: what was spent is not asked for again. */
export const uncountRating = (
  { accountId, causeId, at }: CountRating,
  { counted, tenths, available }: WalletState,
): readonly WalletEvent[] => {
  if (!counted.includes(causeId)) return []
  const less: WalletEvent = { type: 'RatingUncounted', data: { accountId, causeId, at } }
  const tenth = tenthCauseId(counted.length)
  if (tenth === null || !tenths.includes(tenth) || available < 1) return [less]
  return [less, { type: 'AvaTakenBack', data: { accountId, amount: 1, causeId: tenth, state: 'available', at } }]
}

/** The ten that so many ratings complete; null when they complete none. */
const tenthCauseId = (ratings: number): string | null =>
  ratings % ratingsPerAva === 0 ? `tenth-${ratings / ratingsPerAva}` : null

/** Shown at once, spendable once the stay is over. */
export const creditBooking = (
  { accountId, bookingId, amount, at }: CreditBooking,
  { bookings }: WalletState,
): E.Either<EarningRejection, readonly WalletEvent[]> => {
  const known = bookings.find((one) => one.bookingId === bookingId)
  if (known !== undefined && known.amount !== amount)
    return E.left({ type: 'BookingCreditedOtherwise', bookingId, amount: known.amount })
  if (known !== undefined || amount === 0) return E.right([])
  const earned = { accountId, amount, causeId: bookingId, ruleVersion, at }
  return E.right([{ type: 'AvaEarned', data: { ...earned, reason: 'BOOKING', state: 'maturing' } }])
}

export const settleBooking = (
  { type, accountId, bookingId, at }: SettleBooking,
  { bookings }: WalletState,
): readonly WalletEvent[] => {
  const known = bookings.find((one) => one.bookingId === bookingId)
  if (known?.status !== 'maturing') return []
  const moved = { accountId, amount: known.amount, causeId: bookingId, at }
  return type === 'MatureBooking'
    ? [{ type: 'AvaMatured', data: moved }]
    : [{ type: 'AvaTakenBack', data: { ...moved, state: 'maturing' } }]
}

/** A rating received that counts, as the guest's wallet sees it. */
export interface Stay {
  readonly ratingId: string
  readonly businessId: string
  readonly overall: number
  /** Since when it counts: the rules of that moment are its rules. */
  readonly since: Instant
}

export interface StayEarning {
  /** Each earns once. */
  readonly causeId: string
  readonly reason: StayReason
  readonly amount: number
  readonly ruleVersion: number
}

/**
 * What these stays earn, one after the other (B-31): for the ledger, and for whoever asks what would have been. `kept` is what
 * loyalty has earned beside them and was not taken back: it counts towards the most.
 */
export const calculateStayEarnings = (
  stays: readonly Stay[],
  changes: readonly RuleSetChange[],
  kept = 0,
): readonly StayEarning[] => {
  const inOrder = stays.toSorted((one, other) =>
    isBefore(one.since, other.since) ? -1 : Number(one.since > other.since),
  )
  const venues = new Set<string>()
  let loyalty = kept
  return inOrder.flatMap((stay) => {
    const isFirst = !venues.has(stay.businessId)
    venues.add(stay.businessId)
    const { version, stays: rules } = ruleSetAt(changes, stay.since)
    if (rules === null) return []
    const due = earningsOfStay(rules, stay, isFirst, { venues: venues.size, loyalty })
    loyalty += due.find(({ reason }) => reason === 'LOYALTY')?.amount ?? 0
    return due.filter(({ amount }) => amount > 0).map((one) => ({ ...one, ruleVersion: version }))
  })
}

const earningsOfStay = (
  { fiveStars, firstStay, venues, returns }: StayRules,
  { ratingId, businessId, overall }: Stay,
  isFirst: boolean,
  had: { readonly venues: number; readonly loyalty: number },
): readonly Omit<StayEarning, 'ruleVersion'>[] => {
  const stars = {
    causeId: `five-stars-${ratingId}`,
    reason: 'FIVE_STARS',
    amount: overall === 5 ? fiveStars : 0,
  } as const
  if (!isFirst) {
    const amount = Math.min(returns.ava, Math.max(0, returns.most - had.loyalty))
    return [stars, { causeId: returnCauseId(ratingId), reason: 'LOYALTY', amount }]
  }
  const enough = had.venues === venues.count
  return [
    stars,
    { causeId: `first-stay-${businessId}`, reason: 'FIRST_STAY', amount: firstStay },
    { causeId: `venues-${venues.count}`, reason: 'FIVE_VENUES', amount: enough ? venues.ava : 0 },
  ]
}

const returnCauseId = (ratingId: string) => `return-${ratingId}`

/** What loyalty earned by stays that are gone, and had been spent by then. */
const loyaltyKept = (credits: readonly StayCredit[], stays: readonly Stay[]): number => {
  const standing = new Set(stays.map(({ ratingId }) => returnCauseId(ratingId)))
  const kept = credits.filter(
    ({ reason, writtenOff, causeId }) => reason === 'LOYALTY' && writtenOff && !standing.has(causeId),
  )
  return kept.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Credits what the stays earn and the wallet has not had yet, and takes back what is no longer earned if it is still there;
 * what was spent is written off: not asked for again, and not earned again.
 */
export const settleStays = (
  { accountId, stays, changes, at }: SettleStays,
  { stayCredits, available }: WalletState,
): readonly WalletEvent[] => {
  const due = calculateStayEarnings(stays, changes, loyaltyKept(stayCredits, stays))
  const had = new Set(stayCredits.map(({ causeId }) => causeId))
  const earned = due
    .filter(({ causeId }) => !had.has(causeId))
    .map((one): AvaEarnedEvent => ({ type: 'AvaEarned', data: { accountId, ...one, state: 'available', at } }))
  let left = available + earned.reduce((sum, { data }) => sum + data.amount, 0)
  const lost = stayCredits
    .filter(({ causeId, writtenOff }) => !writtenOff && !due.some((one) => one.causeId === causeId))
    .map(({ causeId, amount }): WalletEvent => {
      const gone = { accountId, amount, causeId, at }
      if (amount > left) return { type: 'AvaWrittenOff', data: gone }
      left -= amount
      return { type: 'AvaTakenBack', data: { ...gone, state: 'available' } }
    })
  return [...earned, ...lost]
}

type AvaEarnedEvent = Extract<WalletEvent, { readonly type: 'AvaEarned' }>

export type WalletPayoutRejection =
  | { readonly type: 'PayoutAddressMissing' }
  /** The payout names another address than the wallet has. */
  | { readonly type: 'PayoutAddressMismatch' }
  | { readonly type: 'PayoutAlreadyOpen'; readonly payoutId: string }
  | { readonly type: 'BelowPayoutThreshold'; readonly available: number; readonly threshold: number }
  | { readonly type: 'PayoutUnknown'; readonly payoutId: string }
  /** It has ended the other way: confirmed (with this transaction), or released. */
  | { readonly type: 'PayoutEnded'; readonly payoutId: string; readonly txHash: string | null }

type PayoutDecision = E.Either<WalletPayoutRejection, readonly WalletEvent[]>
const acceptPayout = (...events: readonly WalletEvent[]): PayoutDecision => E.right(events)
const rejectPayout = (rejection: WalletPayoutRejection): PayoutDecision => E.left(rejection)

export const decidePayout = (command: WalletPayoutCommand, state: WalletState): PayoutDecision => {
  switch (command.type) {
    case 'ReservePayout':
      return reservePayout(command, state)
    case 'ConfirmPayout':
      return confirmPayout(command, state)
    case 'ReleasePayout':
      return releasePayout(command, state)
  }
}

/** All that is available, to the wallet's address, one payout at a time (B-34). */
const reservePayout = ({ accountId, payoutId, address, at }: ReservePayout, state: WalletState) => {
  const known = findPayout(state, payoutId)
  if (known?.status === 'released') return rejectPayout({ type: 'PayoutEnded', payoutId, txHash: null })
  if (known !== undefined)
    return isSameAddress(known.address, address) ? acceptPayout() : rejectPayout({ type: 'PayoutAddressMismatch' })

  if (state.address === null) return rejectPayout({ type: 'PayoutAddressMissing' })
  if (!isSameAddress(state.address, address)) return rejectPayout({ type: 'PayoutAddressMismatch' })
  const open = state.payouts.find(({ status }) => status === 'open')
  if (open !== undefined) return rejectPayout({ type: 'PayoutAlreadyOpen', payoutId: open.payoutId })
  const { available, threshold } = state
  if (available < threshold) return rejectPayout({ type: 'BelowPayoutThreshold', available, threshold })
  return acceptPayout({
    type: 'PayoutReserved',
    data: { accountId, payoutId, amount: available, address: state.address, at },
  })
}

const confirmPayout = ({ accountId, payoutId, txHash, at }: ConfirmPayout, state: WalletState) => {
  const known = findPayout(state, payoutId)
  if (known === undefined) return rejectPayout({ type: 'PayoutUnknown', payoutId })
  if (known.status === 'open')
    return acceptPayout({ type: 'PayoutConfirmed', data: { accountId, payoutId, txHash, at } })
  return known.txHash === txHash
    ? acceptPayout()
    : rejectPayout({ type: 'PayoutEnded', payoutId, txHash: known.txHash })
}

/** What was never reserved is released all the same: whoever comes to reserve it by this name is too late. */
const releasePayout = ({ accountId, payoutId, at }: ReleasePayout, state: WalletState) => {
  const known = findPayout(state, payoutId)
  if (known === undefined || known.status === 'open')
    return acceptPayout({ type: 'PayoutReleased', data: { accountId, payoutId, at } })
  return known.status === 'released'
    ? acceptPayout()
    : rejectPayout({ type: 'PayoutEnded', payoutId, txHash: known.txHash })
}

const findPayout = (state: WalletState, payoutId: string) => state.payouts.find((one) => one.payoutId === payoutId)

export type WalletRejection =
  | { readonly type: 'PremiumDurationNotOffered'; readonly offeredDays: number }
  | { readonly type: 'AlreadyPremium'; readonly until: Instant }
  | { readonly type: 'InsufficientAva'; readonly available: number; readonly needed: number }
  | { readonly type: 'WalletAddressInvalid' }
  | { readonly type: 'PayoutThresholdOutOfRange'; readonly least: number; readonly most: number }
  | EarningRejection
  | WalletPayoutRejection

type Decision = E.Either<WalletRejection, readonly WalletEvent[]>
const accept = (...events: readonly WalletEvent[]): Decision => E.right(events)
const reject = (rejection: WalletRejection): Decision => E.left(rejection)

const decide = (command: WalletCommand, state: WalletState): Decision => {
  switch (command.type) {
    case 'CountRating':
      return accept(...countRating(command, state))
    case 'UncountRating':
      return accept(...uncountRating(command, state))
    case 'CreditBooking':
      return creditBooking(command, state)
    case 'MatureBooking':
    case 'TakeBackBooking':
      return accept(...settleBooking(command, state))
    case 'SettleStays':
      return accept(...settleStays(command, state))
    case 'ActivatePremium':
      return activatePremium(command, state)
    case 'SetPayoutAddress':
      return configureWallet({ ...command, threshold: state.threshold }, state)
    case 'ConfigureWallet':
      return configureWallet(command, state)
    case 'ReservePayout':
    case 'ConfirmPayout':
    case 'ReleasePayout':
      return decidePayout(command, state)
  }
}

/** what differs from what is set already. */
const configureWallet = (
  { accountId, address, threshold, at }: Omit<ConfigureWallet, 'type'>,
  state: WalletState,
): Decision => {
  if (!isPayoutAddress(address)) return reject({ type: 'WalletAddressInvalid' })
  const { least, most } = avaRules.payoutThreshold
  if (!Number.isInteger(threshold) || threshold < least || threshold > most)
    return reject({ type: 'PayoutThresholdOutOfRange', least, most })
  const events: WalletEvent[] = []
  if (state.address === null || !isSameAddress(state.address, address))
    events.push({ type: 'PayoutAddressSet', data: { accountId, address, at } })
  if (threshold !== state.threshold) events.push({ type: 'PayoutThresholdSet', data: { accountId, threshold, at } })
  return accept(...events)
}

/** B-33, Q-73: thirty days for ten AVA, and never twice at a time (S-25). */
const activatePremium = ({ accountId, causeId, at, durationDays }: ActivatePremium, state: WalletState) => {
  const { days, price } = avaRules.premium
  if (durationDays !== days) return reject({ type: 'PremiumDurationNotOffered', offeredDays: days })
  if (state.spent.includes(causeId)) return accept()
  const { premiumUntil: until, available } = state
  if (until !== null && isBefore(at, until)) return reject({ type: 'AlreadyPremium', until })
  if (available < price) return reject({ type: 'InsufficientAva', available, needed: price })
  return accept(
    { type: 'AvaSpent', data: { accountId, amount: price, causeId, purpose: 'premium_upgrade', at } },
    { type: 'PremiumActivated', data: { accountId, causeId, until: plusDays(at, days), at } },
  )
}

/** One account's AVA: this ledger is the truth, every other balance a reading of it. */
export const wallet: Aggregate<WalletCommand, WalletEvent, WalletState, WalletRejection> = {
  category: 'wallet',
  events: WalletEvents,
  initial,
  evolve,
  decide,
}
