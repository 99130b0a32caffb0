import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import type { Day, Instant } from '../kernel/primitives.ts'
import { avaRules } from './rules.ts'
import type { BookingCredit, WalletEvent, WalletState } from './wallet-state.ts'

interface BookingCommand {
  /** Owner of the wallet. */
  readonly accountId: string
  readonly bookingId: string
  readonly at: Instant
}

export interface CreditBooking extends BookingCommand {
  readonly type: 'CreditBooking'
  readonly amount: number
  readonly checkIn: Day
  readonly checkOut: Day
  /** A partner confirmed the booking; otherwise its AVA are never paid out. @rule Q-126 */
  readonly isConfirmedByPartner: boolean
}

export interface SettleBooking extends BookingCommand {
  readonly type: 'MatureBookingAva' | 'TakeBackBookingAva'
}

/** The booking was credited with a different amount. */
export type EarningRejection = {
  readonly type: 'BookingCreditedOtherwise'
  readonly bookingId: string
  readonly amount: number
}

/**
 * Credits a booking as maturing AVA, unless the guest has another one for the same nights.
 * @rule Q-72 spendable after the stay
 * @rule Q-126 of overlapping stays of one account only one earns
 */
export const creditBooking = (
  { accountId, bookingId, amount, checkIn, checkOut, isConfirmedByPartner, at }: CreditBooking,
  { bookings }: WalletState,
): DecisionOf<WalletEvent, EarningRejection> => {
  const credit = bookings.get(bookingId)
  if (credit !== undefined && credit.amount !== amount)
    return reject({ type: 'BookingCreditedOtherwise', bookingId, amount: credit.amount })
  if (credit !== undefined || amount === 0) return nothing
  if (bookings.some((other) => earnsForNightsOf(other, { checkIn, checkOut }))) return nothing
  const pot = isConfirmedByPartner ? 'stays' : 'unconfirmedStays'
  const earned = { accountId, amount, causeId: bookingId, ruleVersion: avaRules.version, at }
  return accept({
    type: 'AvaEarned',
    data: { ...earned, reason: 'BOOKING', state: 'maturing', pot, checkIn, checkOut },
  })
}

const earnsForNightsOf = (
  { status, checkIn: from, checkOut: to }: BookingCredit,
  { checkIn, checkOut }: { readonly checkIn: Day; readonly checkOut: Day },
): boolean => status !== 'taken-back' && from !== null && to !== null && from < checkOut && checkIn < to

/** Matures the AVA of a completed booking, or takes back those of a cancelled one. @rule Q-72 */
export const settleBooking = (
  { type, accountId, bookingId, at }: SettleBooking,
  { bookings }: WalletState,
): readonly WalletEvent[] => {
  const credit = bookings.get(bookingId)
  if (credit?.status !== 'maturing') return []
  const { amount, pot } = credit
  const moved = { accountId, amount, causeId: bookingId, pot, at }
  return type === 'MatureBookingAva'
    ? [{ type: 'AvaMatured', data: moved }]
    : [{ type: 'AvaTakenBack', data: { ...moved, state: 'maturing' } }]
}
