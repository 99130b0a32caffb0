import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import {
  FavouriteRemoved,
  favourites,
  type FavouritesCommand,
  type FavouritesEvent,
} from '../../../domain/accounts/favourites.ts'
import { maxFavourites } from '../../../domain/accounts/rules.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(favourites)
const favouriteOf = (businessId: string) => ({ accountId: 'account-giulia', businessId, at: at('2026-03-03') })
const save = (businessId: string): FavouritesCommand => ({ type: 'SaveFavourite', ...favouriteOf(businessId) })
const drop = (businessId: string): FavouritesCommand => ({ type: 'RemoveFavourite', ...favouriteOf(businessId) })
const saved = (businessId: string): FavouritesEvent => ({ type: 'FavouriteSaved', data: favouriteOf(businessId) })
const dropped = (businessId: string): FavouritesEvent => ({
  type: FavouriteRemoved.type,
  data: favouriteOf(businessId),
})

describe('favourites', () => {
  it('Q-31: can be saved, removed and saved again', () => {
    given().when(save('aurora')).then(saved('aurora'))
    given(saved('aurora')).when(drop('aurora')).then(dropped('aurora'))
    given(saved('aurora'), dropped('aurora')).when(save('aurora')).then(saved('aurora'))
  })

  it('contain a business once', () => {
    given(saved('aurora'), saved('borgo')).when(save('aurora')).thenNothing()
    given(saved('borgo')).when(drop('aurora')).thenNothing()
  })

  it('have a maximum number', () => {
    const allSaved = Array.from({ length: maxFavourites }, (_, n) => saved(`business-${n}`))
    given(...allSaved)
      .when(save('one-more'))
      .thenRejected({ type: 'TooManyFavourites', max: maxFavourites })
    given(...allSaved, dropped('business-7'))
      .when(save('one-more'))
      .then(saved('one-more'))
    given(...allSaved)
      .when(save('business-7'))
      .thenNothing()
  })
})

const command: fc.Arbitrary<FavouritesCommand> = fc.record({
  type: fc.constantFrom('SaveFavourite' as const, 'RemoveFavourite' as const),
  accountId: fc.constant('account-giulia'),
  businessId: fc.constantFrom('aurora', 'borgo', 'locanda'),
  at: fc.constantFrom(at('2026-03-03'), at('2026-03-04')),
})
testDeciderProperties('favourites', favourites, command)
