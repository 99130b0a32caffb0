import { E } from '../../kernel/fp.ts'
import type { CountRating, CreditBooking, SettleBooking } from './commands.ts'
import type { WalletEvent } from './events.ts'
import { avaRules } from './rules.ts'
import type { WalletState } from './state.ts'

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
  const tenth = tenthAt(counted.length + 1)
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
  const tenth = tenthAt(counted.length)
  if (tenth === null || !tenths.includes(tenth) || available < 1) return [less]
  return [less, { type: 'AvaTakenBack', data: { accountId, amount: 1, causeId: tenth, state: 'available', at } }]
}

/** The ten that so many ratings complete; null when they complete none. */
const tenthAt = (ratings: number): string | null =>
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
