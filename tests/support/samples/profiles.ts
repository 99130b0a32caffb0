import type { FavouritesEvent } from '../../../domain/profiles/favourites/events.ts'
import { at } from './moments.ts'
import type { SamplesOf } from './samples-of.ts'

const saved = { accountId: 'account-giulia', businessId: 'account-aurora', at: at('2026-03-03') }

export const profileSamples: SamplesOf<FavouritesEvent> = {
  FavouriteSaved: saved,
  FavouriteDropped: { ...saved, at: at('2026-03-04') },
}
