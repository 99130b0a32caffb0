import { MapPin } from 'lucide-react'
import { placePhotoAddress, priceLevels, type Place } from '../../../contract/place-search.ts'
import { Badge } from '../../components/Badge.tsx'
import { ExternalLink } from '../../components/ExternalLink.tsx'
import { Picture } from '../../components/Picture.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { settings } from '../../settings.ts'
import { texts } from '../../texts.ts'

const { places: words, reviews } = texts
/** C-30 */
const mostBadges = 3

/** One place: to its page here when it has one, else to a map (R-104, B-40, A-33). */
export function PlaceCard({ place, fromGoogle }: { readonly place: Place; readonly fromGoogle: boolean }) {
  const [photo] = place.photos
  return (
    <li className="grid min-w-0 content-start overflow-hidden rounded-card border border-line bg-surface shadow-card">
      {photo !== undefined && <Picture src={placePhotoAddress(photo.photo_reference)} />}
      <div className="grid min-w-0 content-start gap-2 p-4">
        <h2 className="text-lg font-semibold break-words">
          {place.garbo_business_id === null ? (
            place.name
          ) : (
            <TextLink to={`/business/${place.garbo_business_id}`}>{place.name}</TextLink>
          )}
        </h2>
        <Kinds types={place.types} />
        {place.formatted_address !== '' && (
          <p className="flex items-start gap-2 text-sm break-words text-muted">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {place.formatted_address}
          </p>
        )}
        <Facts place={place} />
        <Score place={place} />
        {place.garbo_business_id === null && <OnMaps place={place} fromGoogle={fromGoogle} />}
      </div>
    </li>
  )
}

const badges: Readonly<Record<string, string>> = words.badges

function Kinds({ types }: { readonly types: readonly string[] }) {
  const known = types.filter((type) => Object.hasOwn(badges, type)).slice(0, mostBadges)
  if (known.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {known.map((type) => (
        <li key={type}>
          <Badge tone="good">{badges[type]}</Badge>
        </li>
      ))}
    </ul>
  )
}

function Facts({ place: { rating, price_level, opening_hours } }: { readonly place: Place }) {
  const level = price_level === null ? undefined : priceLevels[price_level]
  const facts = [
    rating === null ? undefined : words.rating(oneDecimal(rating)),
    level === undefined ? undefined : words.price(level),
    opening_hours === null ? undefined : opening_hours.open_now ? words.open : words.closed,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0 ? null : <p className="text-sm">{facts.join(' · ')}</p>
}

function Score({ place: { garbo_avg_score, garbo_total_reviews } }: { readonly place: Place }) {
  if (garbo_avg_score === null || garbo_total_reviews === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      {garbo_total_reviews > 0 && (
        <>
          <span className="font-semibold tabular-nums">{words.score(oneDecimal(garbo_avg_score))}</span>
          <StarsShown value={garbo_avg_score} />
        </>
      )}
      <span className="text-muted">{reviews.business.total(garbo_total_reviews)}</span>
    </p>
  )
}

function OnMaps({ place, fromGoogle }: { readonly place: Place; readonly fromGoogle: boolean }) {
  const asked = new URLSearchParams({ api: '1', query: `${place.name}, ${place.formatted_address}` })
  if (fromGoogle) asked.set('query_place_id', place.place_id)
  return (
    <p className="text-sm">
      <ExternalLink href={`${settings.maps}?${asked.toString()}`}>
        {words.onMaps}
        <span className="sr-only"> «{place.name}»</span>
      </ExternalLink>
    </p>
  )
}
