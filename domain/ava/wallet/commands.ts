import type { Instant } from '../../kernel/primitives.ts'
import type { InForce } from './rule-sets.ts'
import type { Stay } from './stays.ts'

interface Of {
  /** Whose wallet this is. */
  readonly accountId: string
  readonly at: Instant
}

export interface CountRating extends Of {
  readonly type: 'CountRating' | 'UncountRating'
  /** The rating or the review given. */
  readonly causeId: string
}

export interface CreditBooking extends Of {
  readonly type: 'CreditBooking'
  readonly bookingId: string
  readonly amount: number
}

export interface SettleBooking extends Of {
  readonly type: 'MatureBooking' | 'TakeBackBooking'
  readonly bookingId: string
}

export interface SettleStays extends Of {
  readonly type: 'SettleStays'
  /** Every rating received that counts now. */
  readonly stays: readonly Stay[]
  readonly changes: readonly InForce[]
}

export interface ActivatePremium extends Of {
  readonly type: 'ActivatePremium'
  /** One for each press of the button: pressed twice it is bought once. */
  readonly causeId: string
  readonly durationDays: number
}

export interface SetPayoutAddress extends Of {
  readonly type: 'SetPayoutAddress'
  readonly address: string
}

/** Where and from how much on: both at once or neither. */
export interface ConfigureWallet extends Of {
  readonly type: 'ConfigureWallet'
  readonly address: string
  readonly threshold: number
}

export interface ReservePayout extends Of {
  readonly type: 'ReservePayout'
  readonly payoutId: string
  /** Where it is meant to go: must be the address the wallet has. */
  readonly address: string
}

export interface ConfirmPayout extends Of {
  readonly type: 'ConfirmPayout'
  readonly payoutId: string
  readonly txHash: string
}

export interface ReleasePayout extends Of {
  readonly type: 'ReleasePayout'
  readonly payoutId: string
}

export type PayoutCommand = ReservePayout | ConfirmPayout | ReleasePayout

export type WalletCommand =
  | CountRating
  | CreditBooking
  | SettleBooking
  | SettleStays
  | ActivatePremium
  | SetPayoutAddress
  | ConfigureWallet
  | PayoutCommand
