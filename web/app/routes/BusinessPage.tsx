import { OwnFavourite } from '../features/favourites/Favourite.tsx'
import { BusinessScreen } from '../features/reviews/BusinessScreen.tsx'

/** what anyone may read of a business, and where a client keeps it at hand. */
export function BusinessPage() {
  return <BusinessScreen renderSaving={(business) => <OwnFavourite business={business} />} />
}
