import type * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant, nullable, oneOf } from '../kernel/primitives.ts'

/**
 * Where something of an account's lies, in the order it goes: the keys last, since what they sealed tells what else there
 * is. Sessions and device tokens; passwords, passkeys and codes; reserved names; bookings still to come; pictures; keys (B-45).
 */
export const dataStores = ['sessions', 'credentials', 'names', 'bookings', 'photos', 'keys'] as const
export const DataStore = oneOf(dataStores)
export type DataStore = t.TypeOf<typeof DataStore>

/** A receipt: this store holds nothing of the account's any more. */
export const StoreErased = event('StoreErased', { accountId: clear(Id), store: clear(DataStore), at: clear(Instant) })

/** Every receipt is in. Whoever keeps personal data of these subjects in clear lets it go on meeting this. */
export const AccountErased = event('AccountErased', {
  accountId: clear(Id),
  clientId: clear(nullable(Id)),
  at: clear(Instant),
})

export const ErasureEvents = family(StoreErased, AccountErased)
export type ErasureEvent = EventIn<typeof ErasureEvents>

export type ErasureCommand =
  | { readonly type: 'RecordStoreErased'; readonly accountId: string; readonly store: DataStore; readonly at: Instant }
  | {
      readonly type: 'CompleteErasure'
      readonly accountId: string
      readonly clientId: string | null
      readonly at: Instant
    }

export interface ErasureState {
  readonly erased: readonly DataStore[]
  readonly complete: boolean
}

/** An erasure that left something out is no erasure. */
export type ErasureRejection = { readonly type: 'StoresLeft'; readonly stores: readonly DataStore[] }

const decide = (
  { type, ...command }: ErasureCommand,
  { erased, complete }: ErasureState,
): E.Either<ErasureRejection, readonly ErasureEvent[]> => {
  if ('store' in command) return E.right(erased.includes(command.store) ? [] : [{ type: 'StoreErased', data: command }])
  if (complete) return E.right([])
  const left = dataStores.filter((store) => !erased.includes(store))
  return left.length > 0
    ? E.left({ type: 'StoresLeft', stores: left })
    : E.right([{ type: 'AccountErased', data: command }])
}

/** What becomes of a deleted account: store after store gives its receipt, then it is erased. */
export const erasure: Aggregate<ErasureCommand, ErasureEvent, ErasureState, ErasureRejection> = {
  category: 'erasure',
  events: ErasureEvents,
  initial: { erased: [], complete: false },
  evolve: (state, { type, data }) =>
    type === 'AccountErased' ? { ...state, complete: true } : { ...state, erased: [...state.erased, data.store] },
  decide,
}
