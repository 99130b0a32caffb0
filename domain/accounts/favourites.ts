import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { PersistentSet } from '../kernel/collections.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { maxFavourites } from './rules.ts'

// --- Events -----------------------------------------------------------------------------------------

const favouriteFields = { accountId: clear(Id), businessId: clear(Id), at: clear(Instant) }

/** @rule Q-31 clients save businesses as favourites */
const FavouriteSaved = event('FavouriteSaved', favouriteFields)
export const FavouriteRemoved = event('FavouriteDropped' /* stored name */, favouriteFields)

export const FavouritesEvents = family(FavouriteSaved, FavouriteRemoved)
export type FavouritesEvent = EventIn<typeof FavouritesEvents>

// --- State ------------------------------------------------------------------------------------------

/** The businesses saved now. */
export type FavouritesState = PersistentSet<string>

const evolve = (state: FavouritesState, { type, data }: FavouritesEvent): FavouritesState =>
  type === 'FavouriteSaved' ? state.add(data.businessId) : state.delete(data.businessId)

// --- Decisions --------------------------------------------------------------------------------------

export interface FavouritesCommand {
  readonly type: 'SaveFavourite' | 'RemoveFavourite'
  readonly accountId: string
  readonly businessId: string
  readonly at: Instant
}

/** The caller has saved as many businesses as allowed. */
export interface FavouritesRejection {
  readonly type: 'TooManyFavourites'
  readonly max: number
}

const decide = (
  { type, ...data }: FavouritesCommand,
  state: FavouritesState,
): DecisionOf<FavouritesEvent, FavouritesRejection> => {
  if (state.has(data.businessId) === (type === 'SaveFavourite')) return nothing
  if (type === 'RemoveFavourite') return accept({ type: FavouriteRemoved.type, data })
  return state.size < maxFavourites
    ? accept({ type: 'FavouriteSaved', data })
    : reject({ type: 'TooManyFavourites', max: maxFavourites })
}

/** The favourites of one client, in a stream named after the account. */
export const favourites: Aggregate<FavouritesCommand, FavouritesEvent, FavouritesState, FavouritesRejection> = {
  category: 'favourites',
  events: FavouritesEvents,
  initial: PersistentSet(),
  evolve,
  decide,
}
