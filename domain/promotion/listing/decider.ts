import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { ListingEvents, type ListingEvent } from './events.ts'

export interface ListAdvertisements {
  readonly type: 'ListAdvertisements'
  readonly linkIds: readonly string[]
  readonly at: Instant
}

/** Every advertisement there ever was: an import must know which of them its file no longer names. */
export type ListingState = ReadonlySet<string>

/** The one listing there is. */
export const listingId = 'advertisements'

export const listing: Aggregate<ListAdvertisements, ListingEvent, ListingState, never> = {
  category: 'listing',
  events: ListingEvents,
  initial: new Set(),
  evolve: (state, { data }) => new Set([...state, ...data.linkIds]),
  decide: ({ linkIds, at }, state) => {
    const fresh = [...new Set(linkIds)].filter((linkId) => !state.has(linkId))
    return E.right(fresh.length === 0 ? [] : [{ type: 'AdvertisementsListed', data: { linkIds: fresh, at } }])
  },
}
