import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import type { Instant } from '../kernel/primitives.ts'
import { isBefore, plusMinutes } from '../kernel/time.ts'
import { avaRules, isPayoutAddress, isSameAddress } from './rules.ts'
import type { WalletEvent, WalletState } from './wallet-state.ts'

interface AddressCommand {
  /** Owner of the wallet. */
  readonly accountId: string
  /** Id of the request that changes the address. */
  readonly changeId: string
  readonly address: string
  /** Upper and lower case letters of the address contradict its checksum (EIP-55). @rule Q-127 */
  readonly isMistyped: boolean
  /** Keyed hash of the address, under which it is reserved for one account. */
  readonly addressId: string
  /** Hours after a change in which nothing is paid to the new address. @rule Q-127 */
  readonly holdHours: number
  readonly at: Instant
}

export interface SetPayoutAddress extends AddressCommand {
  readonly type: 'SetPayoutAddress'
}

/** Sets address and threshold together. */
export interface ConfigureWallet extends AddressCommand {
  readonly type: 'ConfigureWallet'
  readonly threshold: number
}

/** Undoes a change of the address and all later ones. */
export interface UndoPayoutAddress {
  readonly type: 'UndoPayoutAddress'
  readonly accountId: string
  readonly changeId: string
  /** Keyed hash of the address before the change; null if there was none, or another account uses it by now. */
  readonly restoredAddressId: string | null
  readonly at: Instant
}

export type PayoutAddressRejection =
  /** The payout address is malformed. */
  | { readonly type: 'WalletAddressInvalid' }
  /** Upper and lower case letters of the new payout address contradict its checksum: it is mistyped. */
  | { readonly type: 'WalletAddressMistyped' }
  /** The link to undo a change of the payout address names no change of this wallet. */
  | { readonly type: 'UndoLinkInvalid' }
  /** The change of the payout address can no longer be undone. */
  | { readonly type: 'UndoLinkExpired' }
  /** The payout threshold is outside the limits. */
  | { readonly type: 'PayoutThresholdOutOfRange'; readonly min: number; readonly max: number }

/** Records what differs from the current configuration. @rule Q-70 @rule V-62 @rule Q-127 */
export const configureWallet = (
  { accountId, changeId, address, isMistyped, addressId, holdHours, threshold, at }: Omit<ConfigureWallet, 'type'>,
  state: WalletState,
): DecisionOf<WalletEvent, PayoutAddressRejection> => {
  if (!isPayoutAddress(address)) return reject({ type: 'WalletAddressInvalid' })
  const isNewAddress = state.address === null || !isSameAddress(state.address, address)
  if (isNewAddress && isMistyped) return reject({ type: 'WalletAddressMistyped' })
  const { min, max } = avaRules.payoutThreshold
  if (!Number.isInteger(threshold) || threshold < min || threshold > max)
    return reject({ type: 'PayoutThresholdOutOfRange', min, max })
  const events: WalletEvent[] = []
  if (isNewAddress) {
    const payableFrom = plusMinutes(at, holdHours * 60)
    const ids = { accountId, changeId, addressId, formerAddressId: state.addressId }
    events.push({ type: 'PayoutAddressSet', data: { ...ids, address, payableFrom, at } })
  }
  if (threshold !== state.threshold) events.push({ type: 'PayoutThresholdSet', data: { accountId, threshold, at } })
  return accept(...events)
}

/**
 * Restores the address and the hold of before the change. Each change is undone once: repeating it changes nothing.
 * @rule Q-127 undo of a changed address
 */
export const undoPayoutAddress = (
  { accountId, changeId, restoredAddressId, at }: Omit<UndoPayoutAddress, 'type'>,
  { addressChanges, undoneChanges, addressId: formerAddressId }: WalletState,
): DecisionOf<WalletEvent, PayoutAddressRejection> => {
  const change = addressChanges.get(changeId)
  if (change === undefined) return undoneChanges.has(changeId) ? nothing : reject({ type: 'UndoLinkInvalid' })
  const { former, undoableUntil } = change
  if (!isBefore(at, undoableUntil)) return reject({ type: 'UndoLinkExpired' })
  const restored = restoredAddressId === null ? noAddress : { ...former, addressId: restoredAddressId }
  return accept({ type: 'PayoutAddressRestored', data: { accountId, changeId, ...restored, formerAddressId, at } })
}

const noAddress = { address: null, addressId: null, payableFrom: null }
