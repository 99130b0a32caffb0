import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant } from '../../kernel/primitives.ts'

const saved = { accountId: clear(Id), businessId: clear(Id), at: clear(Instant) }

/** Which businesses a client keeps at hand. */
export const FavouriteSaved = event('FavouriteSaved', saved)
export const FavouriteDropped = event('FavouriteDropped', saved)

export const FavouritesEvents = family(FavouriteSaved, FavouriteDropped)
export type FavouritesEvent = EventIn<typeof FavouritesEvents>
