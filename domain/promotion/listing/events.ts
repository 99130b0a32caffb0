import * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant } from '../../kernel/primitives.ts'

/** Advertisements an import named for the first time. */
export const AdvertisementsListed = event('AdvertisementsListed', {
  linkIds: clear(t.readonlyArray(Id)),
  at: clear(Instant),
})

export const ListingEvents = family(AdvertisementsListed)
export type ListingEvent = EventIn<typeof ListingEvents>
