/** Reasons for which AVA are earned. */
export const earningReasons = ['TEN_RATINGS', 'BOOKING', 'FIVE_STARS', 'FIRST_STAY', 'FIVE_VENUES', 'LOYALTY'] as const
export type EarningReason = (typeof earningReasons)[number]

/** AVA of a booking mature the day after check-out and cannot be spent before. */
export const avaStates = ['available', 'maturing'] as const

/**
 * Where available AVA come from: ratings and reviews given; stays, as rated by their venues or booked through a partner who
 * confirmed; other bookings, whose AVA never leave.
 * @rule Q-126
 */
export const avaPots = ['ratings', 'stays', 'unconfirmedStays'] as const
export type AvaPot = (typeof avaPots)[number]

/** Kinds of transaction on the wallet page. @rule E-08 */
export const transactionTypes = ['earned', 'spent', 'premium_upgrade'] as const

/** Reasons of transactions (`what`): for earning, and for everything that reduces the balance. */
export const transactionReasons = [
  ...earningReasons,
  'BOOKING_CANCELLED',
  'RATING_REMOVED',
  'PREMIUM',
  'PAYOUT',
] as const
export type TransactionReason = (typeof transactionReasons)[number]

/** A payout is confirmed once the chain reports it. @rule S-16 */
export const payoutStatuses = ['pending', 'confirmed'] as const

/** Why a transaction on the chain will never pay: reverted, or superseded by another with its nonce. */
export const chainTransactionFailures = ['reverted', 'superseded'] as const
export type ChainTransactionFailure = (typeof chainTransactionFailures)[number]

export const draftStatuses = ['drafted', 'simulating', 'simulated', 'activated'] as const
export type DraftStatus = (typeof draftStatuses)[number]

/** What an administrator may do with a draft. */
export const draftActions = ['simulate', 'activate'] as const
export type DraftAction = (typeof draftActions)[number]
