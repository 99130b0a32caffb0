import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Ava, Id, Instant, oneOf, Whole } from '../../kernel/primitives.ts'

const wallet = { accountId: clear(Id), at: clear(Instant) }

/** One more rating (a business's) or review (a client's) given. */
export const RatingCounted = event('RatingCounted', { ...wallet, causeId: clear(Id) })
export const RatingUncounted = event('RatingUncounted', { ...wallet, causeId: clear(Id) })
export const AvaEarned = event('AvaEarned', {
  ...wallet,
  amount: clear(Ava),
  /** What earned it: a tenth (`tenth-<n>`), a booking, or a stay (B-31). Each cause earns once. */
  causeId: clear(Id),
  reason: clear(oneOf(['TEN_RATINGS', 'BOOKING', 'FIVE_STARS', 'FIRST_STAY', 'FIVE_VENUES', 'LOYALTY'])),
  /** `maturing` is shown but can be neither spent nor paid out until it has matured. */
  state: clear(oneOf(['available', 'maturing'])),
  /** The set of rules whose sentence this is: the first for ratings given and bookings, whichever set is in force. */
  ruleVersion: clear(Whole),
})
export const AvaMatured = event('AvaMatured', { ...wallet, amount: clear(Ava), causeId: clear(Id) })
export const AvaTakenBack = event('AvaTakenBack', {
  ...wallet,
  amount: clear(Ava),
  causeId: clear(Id),
  state: clear(oneOf(['available', 'maturing'])),
})
/** No longer earned, but spent before: it stays spent. Moves nothing. */
export const AvaWrittenOff = event('AvaWrittenOff', { ...wallet, amount: clear(Ava), causeId: clear(Id) })
export const AvaSpent = event('AvaSpent', {
  ...wallet,
  amount: clear(Ava),
  causeId: clear(Id),
  purpose: clear(oneOf(['premium_upgrade'])),
})
export const PremiumActivated = event('PremiumActivated', { ...wallet, causeId: clear(Id), until: clear(Instant) })
export const PayoutAddressSet = event('PayoutAddressSet', { ...wallet, address: pii('accountId', t.string, '') })
export const PayoutThresholdSet = event('PayoutThresholdSet', { ...wallet, threshold: clear(Ava) })
export const PayoutReserved = event('PayoutReserved', {
  ...wallet,
  payoutId: clear(Id),
  amount: clear(Ava),
  address: pii('accountId', t.string, ''),
})
export const PayoutConfirmed = event('PayoutConfirmed', { ...wallet, payoutId: clear(Id), txHash: clear(t.string) })
export const PayoutReleased = event('PayoutReleased', { ...wallet, payoutId: clear(Id) })

export const WalletEvents = family(
  RatingCounted,
  RatingUncounted,
  AvaEarned,
  AvaMatured,
  AvaTakenBack,
  AvaWrittenOff,
  AvaSpent,
  PremiumActivated,
  PayoutAddressSet,
  PayoutThresholdSet,
  PayoutReserved,
  PayoutConfirmed,
  PayoutReleased,
)
export type WalletEvent = EventIn<typeof WalletEvents>
