import type { FavouritesRejection } from '../../../domain/profiles/favourites/decider.ts'
import type { Lines } from './line.ts'

export const favouriteRefusals: Lines<FavouritesRejection['type']> = {
  TooManyFavourites: { status: 409, says: ({ most }) => `Puoi salvare al massimo ${most} attività.` },
}
