import { OrderedMap, PersistentSet, setLast } from '../kernel/collections.ts'
import type { Instant } from '../kernel/primitives.ts'
import { isBefore, plusMinutes } from '../kernel/time.ts'

/** Where payouts go. */
interface PayoutAddress {
  /** Null before the owner has set one. Empty if the owner was erased, or personal fields were not decrypted. */
  readonly address: string | null
  /** Keyed hash of the address; null also if it was set before addresses were reserved. */
  readonly addressId: string | null
  /** When payouts to the address may start. Null if they may at any time. */
  readonly payableFrom: Instant | null
}

/** A change of the address that can be undone. @rule Q-127 */
interface AddressChange {
  readonly changeId: string
  readonly former: PayoutAddress
  readonly undoableUntil: Instant
}

/** The part of a wallet's state that says where payouts go. */
export interface AddressState extends PayoutAddress {
  /** Changes of the address that were not undone, by id, in their order. */
  readonly addressChanges: OrderedMap<string, AddressChange>
  readonly undoneChanges: PersistentSet<string>
}

export const initialAddress: AddressState = {
  address: null,
  addressId: null,
  payableFrom: null,
  addressChanges: OrderedMap(),
  undoneChanges: PersistentSet(),
}

interface ChangedAddress extends PayoutAddress {
  /** Null for changes recorded before they had an id; these cannot be undone. */
  readonly changeId: string | null
  readonly at: Instant
}

export const withAddress = <State extends AddressState>(state: State, change: ChangedAddress): State => {
  const { address, addressId, payableFrom, changeId } = change
  const changed = { ...state, address, addressId, payableFrom }
  if (changeId === null) return changed
  const former = { address: state.address, addressId: state.addressId, payableFrom: state.payableFrom }
  const undoable = { changeId, former, undoableUntil: undoableUntil(change) }
  return { ...changed, addressChanges: setLast(state.addressChanges, changeId, undoable) }
}

/** Hours in which a change can be undone if the hold is shorter. */
const minUndoHours = 48

/** @rule Q-127 for the hold, and at least 48 hours */
export const undoableUntil = ({ at, payableFrom }: Pick<ChangedAddress, 'at' | 'payableFrom'>): Instant => {
  const earliest = plusMinutes(at, minUndoHours * 60)
  return payableFrom !== null && isBefore(earliest, payableFrom) ? payableFrom : earliest
}

/** Also undoes the changes that followed. */
export const withRestoredAddress = <State extends AddressState>(
  state: State,
  { changeId, address, addressId, payableFrom }: PayoutAddress & { readonly changeId: string },
): State => {
  const earlier = state.addressChanges.takeUntil((change) => change.changeId === changeId)
  const undone = state.addressChanges.keySeq().skip(earlier.size)
  return {
    ...state,
    address,
    addressId,
    payableFrom,
    addressChanges: earlier,
    undoneChanges: state.undoneChanges.union(undone),
  }
}
