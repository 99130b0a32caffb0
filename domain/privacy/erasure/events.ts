import type * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull } from '../../kernel/primitives.ts'

/**
 * Where something of an account's lies, in the order it goes: the keys last, since what they sealed tells what else there
 * is. Sessions and device tokens; passwords, passkeys and codes; reserved names; bookings still to come; pictures; keys (B-45).
 */
export const stores = ['sessions', 'credentials', 'names', 'bookings', 'photos', 'keys'] as const
export const Store = oneOf(stores)
export type Store = t.TypeOf<typeof Store>

/** A receipt: this store holds nothing of the account's any more. */
export const StoreErased = event('StoreErased', { accountId: clear(Id), store: clear(Store), at: clear(Instant) })

/** Every receipt is in. Whoever keeps personal data of these subjects in clear lets it go on meeting this. */
export const AccountErased = event('AccountErased', {
  accountId: clear(Id),
  clientId: clear(orNull(Id)),
  at: clear(Instant),
})

export const ErasureEvents = family(StoreErased, AccountErased)
export type ErasureEvent = EventIn<typeof ErasureEvents>
