import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { type BusinessProfile, businessTypes } from '../../../../contract/accounts/businesses.ts'
import { Avatar, Badge } from '../../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../../components/feedback.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { StarRating } from '../../../components/star-rating.tsx'
import { PremiumBadge } from '../../../components/premium-badge.tsx'
import { addressWithProvince, oneDecimal } from '../../../shared/format.ts'
import { FavouriteButton, favouritesQuery } from './FavouriteButton.tsx'
import { favouriteTexts } from './texts.ts'
import { reviewTexts } from '../../reviews/texts.ts'

/** The client's favourite businesses. @rule R-40 @rule Q-31 */
export function FavouritesPage() {
  const saved = useQuery(favouritesQuery)
  return (
    <PageLayout title={favouriteTexts.title} intro={favouriteTexts.intro}>
      <QueryView query={saved} errorTitle={favouriteTexts.failed} empty={<EmptyState text={favouriteTexts.empty} />}>
        {(list) => (
          <ul className="grid gap-4 lg:grid-cols-2">
            {list.map((business) => (
              <FavouriteCard key={business.id} business={business} />
            ))}
          </ul>
        )}
      </QueryView>
    </PageLayout>
  )
}

function FavouriteCard({ business }: { readonly business: BusinessProfile }) {
  const { id, businessName, businessType, businessPhoto, location, province, avgScore, totalReviews } = business
  return (
    <li className="flex min-w-0 gap-4 rounded-card border border-line bg-surface p-4 shadow-card">
      <Avatar name={businessName} photo={businessPhoto} />
      <div className="grid min-w-0 grow content-start gap-2">
        <h2 className="text-lg font-semibold break-words">
          <TextLink to={`/business/${id}`}>{businessName}</TextLink>
        </h2>
        <p className="flex flex-wrap gap-1.5">
          <Badge tone="good">{businessTypes[businessType]}</Badge>
          <PremiumBadge shown={business.isPremium} />
        </p>
        {location !== '' && (
          <p className="flex items-start gap-2 text-sm text-muted">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {addressWithProvince(location, province)}
          </p>
        )}
        {totalReviews > 0 && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm">
            <span className="font-semibold tabular-nums">{oneDecimal(avgScore)}</span>
            <StarRating value={avgScore} />
            <span className="text-muted">{reviewTexts.business.total(totalReviews)}</span>
          </p>
        )}
        <div>
          <FavouriteButton business={{ id, name: businessName }} saved />
        </div>
      </div>
    </li>
  )
}
