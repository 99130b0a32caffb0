import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant } from '../kernel/primitives.ts'

const favouriteFields = { accountId: clear(Id), businessId: clear(Id), at: clear(Instant) }

/** Which businesses a client keeps at hand. */
export const FavouriteSaved = event('FavouriteSaved', favouriteFields)
export const FavouriteDropped = event('FavouriteDropped', favouriteFields)

export const FavouritesEvents = family(FavouriteSaved, FavouriteDropped)
export type FavouritesEvent = EventIn<typeof FavouritesEvents>

export interface FavouritesCommand {
  readonly type: 'SaveFavourite' | 'DropFavourite'
  readonly accountId: string
  readonly businessId: string
  readonly at: Instant
}

/** The businesses saved now. */
export type FavouritesState = ReadonlySet<string>

export interface FavouritesRejection {
  readonly type: 'TooManyFavourites'
  readonly most: number
}

/** More than this is no list of favourites any more. */
export const maxFavourites = 200

const evolve = (state: FavouritesState, { type, data }: FavouritesEvent): FavouritesState =>
  type === 'FavouriteSaved'
    ? new Set([...state, data.businessId])
    : new Set([...state].filter((one) => one !== data.businessId))

const decide = (
  { type, ...data }: FavouritesCommand,
  state: FavouritesState,
): E.Either<FavouritesRejection, readonly FavouritesEvent[]> => {
  if (state.has(data.businessId) === (type === 'SaveFavourite')) return E.right([])
  if (type === 'DropFavourite') return E.right([{ type: 'FavouriteDropped', data }])
  return state.size < maxFavourites
    ? E.right([{ type: 'FavouriteSaved', data }])
    : E.left({ type: 'TooManyFavourites', most: maxFavourites })
}

/** One client's list; its stream goes by the account. */
export const favourites: Aggregate<FavouritesCommand, FavouritesEvent, FavouritesState, FavouritesRejection> = {
  category: 'favourites',
  events: FavouritesEvents,
  initial: new Set(),
  evolve,
  decide,
}
