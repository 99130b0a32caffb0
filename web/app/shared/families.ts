import type { QueryClient } from '@tanstack/react-query'
import type { Topic } from '../../contract/dashboard.ts'

/** Reads that grow old together; the first word of every query key. */
export type Family =
  | 'account'
  | 'businesses'
  | 'reviews'
  | 'ratings'
  | 'clients'
  | 'statistics'
  | 'rewards'
  | 'ava'
  | 'bookings'
  | 'moderation'
  | 'outbox'
  | 'passkeys'
  | 'favourites'
  | 'sessions'
  | 'places'
  | 'social'
  | 'conduct'
  | 'advertisements'
  | 'affiliate'
  | 'company'
  | 'rulebooks'

/** What must be read again when the server says a topic has changed. */
export const touchedBy: Readonly<Record<Topic, readonly Family[]>> = {
  account: ['account', 'conduct'],
  reviews: ['reviews', 'businesses', 'clients'],
  ratings: ['ratings', 'clients', 'statistics', 'rewards'],
  rewards: ['rewards', 'clients', 'ratings'],
  ava: ['ava', 'account'],
  bookings: ['bookings', 'ava'],
  favourites: ['favourites'],
}

/**
 * Marks families as old: those on the screen are read again at once, the others when they next appear. A first read still
 * under way was asked for before the change, and would be taken for what is new: it is given up.
 */
export const refresh = async (client: QueryClient, families: readonly Family[]): Promise<void> => {
  const reread = async (family: Family) => {
    const queryKey = [family]
    await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
    await client.invalidateQueries({ queryKey })
  }
  await Promise.all(families.map(reread))
}
