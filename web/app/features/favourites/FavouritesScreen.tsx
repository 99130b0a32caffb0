import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { businessTypes, type BusinessProfile } from '../../../contract/businesses.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Portrait } from '../../components/Portrait.tsx'
import { Screen } from '../../components/Screen.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { addressIn, oneDecimal } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { Favourite } from './Favourite.tsx'
import { favourites } from './favourites.queries.ts'

const { favourites: words, reviews } = texts

/** Saved businesses. */
export function FavouritesScreen() {
  const saved = useQuery(favourites)
  return (
    <Screen title={words.title} intro={words.intro}>
      <Loaded query={saved} failed={words.failed} empty={<EmptyState text={words.empty} />}>
        {(list) => (
          <ul className="grid gap-4 lg:grid-cols-2">
            {list.map((business) => (
              <Saved key={business.id} business={business} />
            ))}
          </ul>
        )}
      </Loaded>
    </Screen>
  )
}

function Saved({ business }: { readonly business: BusinessProfile }) {
  const { id, businessName, businessType, businessPhoto, location, province, avgScore, totalReviews } = business
  return (
    <li className="flex min-w-0 gap-4 rounded-card border border-line bg-surface p-4 shadow-card">
      <Portrait name={businessName} photo={businessPhoto} />
      <div className="grid min-w-0 grow content-start gap-2">
        <h2 className="text-lg font-semibold break-words">
          <TextLink to={`/business/${id}`}>{businessName}</TextLink>
        </h2>
        <p className="flex flex-wrap gap-1.5">
          <Badge tone="good">{businessTypes[businessType]}</Badge>
        </p>
        {location !== '' && (
          <p className="flex items-start gap-2 text-sm text-muted">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {addressIn(location, province)}
          </p>
        )}
        {totalReviews > 0 && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm">
            <span className="font-semibold tabular-nums">{oneDecimal(avgScore)}</span>
            <StarsShown value={avgScore} />
            <span className="text-muted">{reviews.business.total(totalReviews)}</span>
          </p>
        )}
        <div>
          <Favourite business={{ id, name: businessName }} saved />
        </div>
      </div>
    </li>
  )
}
