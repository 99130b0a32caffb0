import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore, plusDays } from '../../kernel/time.ts'
import type { ActivatePremium, ConfigureWallet, WalletCommand } from './commands.ts'
import { countRating, creditBooking, settleBooking, uncountRating, type EarningRejection } from './earnings.ts'
import { WalletEvents, type WalletEvent } from './events.ts'
import { decidePayout, type PayoutRejection } from './payouts.ts'
import { avaRules, isPayoutAddress, sameAddress } from './rules.ts'
import { evolve, initial, type WalletState } from './state.ts'
import { settleStays } from './stays.ts'

export type { WalletCommand } from './commands.ts'
export type { WalletState } from './state.ts'

export type WalletRejection =
  | { readonly type: 'PremiumDurationNotOffered'; readonly offeredDays: number }
  | { readonly type: 'AlreadyPremium'; readonly until: Instant }
  | { readonly type: 'InsufficientAva'; readonly available: number; readonly needed: number }
  | { readonly type: 'WalletAddressInvalid' }
  | { readonly type: 'PayoutThresholdOutOfRange'; readonly least: number; readonly most: number }
  | EarningRejection
  | PayoutRejection

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
      return configure({ ...command, threshold: state.threshold }, state)
    case 'ConfigureWallet':
      return configure(command, state)
    case 'ReservePayout':
    case 'ConfirmPayout':
    case 'ReleasePayout':
      return decidePayout(command, state)
  }
}

/** what differs from what is set already. */
const configure = (
  { accountId, address, threshold, at }: Omit<ConfigureWallet, 'type'>,
  state: WalletState,
): Decision => {
  if (!isPayoutAddress(address)) return reject({ type: 'WalletAddressInvalid' })
  const { least, most } = avaRules.payoutThreshold
  if (!Number.isInteger(threshold) || threshold < least || threshold > most)
    return reject({ type: 'PayoutThresholdOutOfRange', least, most })
  const events: WalletEvent[] = []
  if (state.address === null || !sameAddress(state.address, address))
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
