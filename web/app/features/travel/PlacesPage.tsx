import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type Place,
  placePhotoUrl,
  placeQuery,
  type PlaceType,
  placeTypes,
  priceLevels,
  ratingSteps,
} from '../../../contract/travel/places.ts'
import { Badge, Card, CoverImage } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { Checkbox, Select, TextInput } from '../../components/form-controls.tsx'
import { Form } from '../../components/form.tsx'
import { ExternalLink, TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { Slider } from '../../components/slider.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { PremiumBadge } from '../../components/premium-badge.tsx'
import { settings } from '../../settings.ts'
import type { ResponseOf, Input } from '../../shared/api.ts'
import { oneDecimal } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { placesQuery } from './queries.ts'
import { reviewTexts } from '../reviews/texts.ts'
import { placeTexts } from './texts.ts'

/** @rule V-83 search delay */
export const debounceMs = 500

interface SearchValues {
  readonly query: string
  readonly location: string
  readonly type: PlaceType
  readonly minRating: number
  /** Price level number, or empty. */
  readonly maxPrice: string
  readonly openNow: boolean
  /** Set by links only. */
  readonly near: { readonly lat: string; readonly lng: string } | null
}
type SearchQuery = Input<'searchPlaces'>['query']

const maxLengths = {
  query: limitsOf(placeQuery, 'query').maxLength,
  location: limitsOf(placeQuery, 'location').maxLength,
}

/** @rule R-103 search values from the URL; invalid ones are ignored */
const valuesFromUrl = (searchParams: URLSearchParams): SearchValues => {
  const minRating = Number(searchParams.get('minRating') ?? 0)
  const maxPrice = searchParams.get('maxPrice') ?? ''
  return {
    query: (searchParams.get('query') ?? '').slice(0, maxLengths.query),
    location: (searchParams.get('location') ?? '').slice(0, maxLengths.location),
    type: placeTypes.find((type) => type === searchParams.get('type')) ?? 'all',
    minRating: isRating(minRating) ? minRating : 0,
    maxPrice: /^\d$/.test(maxPrice) && Number(maxPrice) < priceLevels.length ? maxPrice : '',
    openNow: searchParams.get('openNow') === 'true',
    near: pointSchema.safeParse({ lat: searchParams.get('lat'), lng: searchParams.get('lng') }).data ?? null,
  }
}
const pointSchema = placeQuery.pick({ lat: true, lng: true }).required()
const isRating = (value: number) =>
  value >= ratingSteps.min && value <= ratingSteps.max && Number.isInteger(value / ratingSteps.step)

/** Query with the default values left out. */
const toQuery = ({ query, location, type, minRating, maxPrice, openNow, near }: SearchValues): SearchQuery => ({
  query: query.trim(),
  ...(location.trim() !== '' && { location: location.trim() }),
  ...(type !== 'all' && { type }),
  ...(minRating > 0 && { minRating }),
  ...(maxPrice !== '' && { maxPrice }),
  ...(openNow && { openNow: 'true' }),
  ...near,
})

/** URL parameters of a query. */
const toSearchParams = (query: SearchQuery): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  ).toString()

/** Form values, the debounced query and the URL that follows it. */
const usePlaceSearch = () => {
  const [searchParams, setSearchParams] = useSearchParams()
  const [values, setValues] = useState(() => valuesFromUrl(searchParams))
  const debounced = useDebounced(JSON.stringify(toQuery(values)), debounceMs)
  const query = JSON.parse(debounced) as SearchQuery
  const search = toSearchParams(query)
  const currentSearch = searchParams.toString()
  useEffect(() => {
    if (search !== currentSearch) setSearchParams(new URLSearchParams(search), { replace: true })
  }, [search, currentSearch, setSearchParams])
  return {
    values,
    query,
    set: <K extends keyof SearchValues>(field: K, value: SearchValues[K]) =>
      setValues((now) => ({ ...now, [field]: value })),
  }
}

const typeOptions = placeTypes.map((value) => ({ value, label: placeTexts.types[value] }))
const priceOptions = priceLevels.map((label, level) => ({ value: String(level), label }))

type PlaceSearch = Pick<ReturnType<typeof usePlaceSearch>, 'values' | 'set'>

/** @rule R-103 filters apply without a button */
function PlaceFilters({ search: { values, set } }: { readonly search: PlaceSearch }) {
  const rating = oneDecimal(values.minRating)
  return (
    <Form label={placeTexts.form} onSubmit={() => undefined} errorCount={0}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextInput
          label={placeTexts.query}
          hint={placeTexts.queryHint}
          type="search"
          name="query"
          maxLength={maxLengths.query}
          value={values.query}
          onChange={({ target }) => set('query', target.value)}
        />
        <TextInput
          label={placeTexts.location}
          optional
          name="location"
          maxLength={maxLengths.location}
          value={values.location}
          onChange={({ target }) => set('location', target.value)}
        />
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          label={placeTexts.type}
          options={typeOptions}
          value={values.type}
          onChange={({ target }) => set('type', target.value as PlaceType)}
        />
        <Select
          label={placeTexts.maxPrice}
          options={priceOptions}
          placeholder={placeTexts.anyPrice}
          value={values.maxPrice}
          onChange={({ target }) => set('maxPrice', target.value)}
        />
        <Slider
          label={placeTexts.minRating}
          {...ratingSteps}
          value={values.minRating}
          valueText={values.minRating === 0 ? placeTexts.anyRating : placeTexts.ratingShown(rating)}
          spokenValue={values.minRating === 0 ? placeTexts.anyRating : placeTexts.ratingSpoken(rating)}
          onChange={(value) => set('minRating', value)}
        />
        <Checkbox
          label={placeTexts.openNow}
          checked={values.openNow}
          onChange={({ target }) => set('openNow', target.checked)}
        />
      </div>
    </Form>
  )
}

/** @rule C-30 maximum type badges */
const maxBadges = 3

/**
 * @rule A-33 links to the place's business page, or else to a map
 * @rule R-104 B-40 place card
 */
function PlaceCard({ place, fromGoogle }: { readonly place: Place; readonly fromGoogle: boolean }) {
  const [photo] = place.photos
  return (
    <li className="grid min-w-0 content-start overflow-hidden rounded-card border border-line bg-surface shadow-card">
      {photo !== undefined && <CoverImage src={placePhotoUrl(photo.photo_reference)} />}
      <div className="grid min-w-0 content-start gap-2 p-4">
        <h2 className="text-lg font-semibold break-words">
          {place.garbo_business_id === null ? (
            place.name
          ) : (
            <TextLink to={`/business/${place.garbo_business_id}`}>{place.name}</TextLink>
          )}
        </h2>
        <div className="flex flex-wrap gap-1.5 empty:hidden">
          <TypeBadges types={place.types} />
          <PremiumBadge shown={place.garbo_is_premium} />
        </div>
        {place.formatted_address !== '' && (
          <p className="flex items-start gap-2 text-sm break-words text-muted">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {place.formatted_address}
          </p>
        )}
        <PlaceDetails place={place} />
        <GarboScore place={place} />
        {place.garbo_business_id === null && <MapsLink place={place} fromGoogle={fromGoogle} />}
      </div>
    </li>
  )
}

const typeLabels: Readonly<Record<string, string>> = placeTexts.badges

function TypeBadges({ types }: { readonly types: readonly string[] }) {
  const known = types.filter((type) => Object.hasOwn(typeLabels, type)).slice(0, maxBadges)
  if (known.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {known.map((type) => (
        <li key={type}>
          <Badge tone="good">{typeLabels[type]}</Badge>
        </li>
      ))}
    </ul>
  )
}

function PlaceDetails({ place: { rating, price_level, opening_hours } }: { readonly place: Place }) {
  const level = price_level === null ? undefined : priceLevels[price_level]
  const facts = [
    rating === null ? undefined : placeTexts.rating(oneDecimal(rating)),
    level === undefined ? undefined : placeTexts.price(level),
    opening_hours === null ? undefined : opening_hours.open_now ? placeTexts.open : placeTexts.closed,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0 ? null : <p className="text-sm">{facts.join(' · ')}</p>
}

function GarboScore({ place: { garbo_avg_score, garbo_total_reviews } }: { readonly place: Place }) {
  if (garbo_avg_score === null || garbo_total_reviews === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      {garbo_total_reviews > 0 && (
        <>
          <span className="font-semibold tabular-nums">{placeTexts.score(oneDecimal(garbo_avg_score))}</span>
          <StarRating value={garbo_avg_score} />
        </>
      )}
      <span className="text-muted">{reviewTexts.business.total(garbo_total_reviews)}</span>
    </p>
  )
}

function MapsLink({ place, fromGoogle }: { readonly place: Place; readonly fromGoogle: boolean }) {
  const searchParams = new URLSearchParams({ api: '1', query: `${place.name}, ${place.formatted_address}` })
  if (fromGoogle) searchParams.set('query_place_id', place.place_id)
  return (
    <p className="text-sm">
      <ExternalLink href={`${settings.maps}?${searchParams.toString()}`}>
        {placeTexts.onMaps}
        <span className="sr-only"> «{place.name}»</span>
      </ExternalLink>
    </p>
  )
}

/** @rule R-103 place search, open to everyone */
export function PlacesPage() {
  const search = usePlaceSearch()
  const { query } = search
  const found = useQuery(placesQuery(query))
  return (
    <PageLayout title={placeTexts.title} intro={placeTexts.intro}>
      <Card>
        <PlaceFilters search={search} />
      </Card>
      {query.query === '' ? (
        <EmptyState text={placeTexts.start} />
      ) : (
        <QueryView query={found} errorTitle={placeTexts.failed}>
          {(places) => (
            <PlaceResults found={places} filtered={query.maxPrice !== undefined || query.openNow !== undefined} />
          )}
        </QueryView>
      )}
    </PageLayout>
  )
}

interface PlaceResultsProps {
  readonly found: ResponseOf<'searchPlaces'>
  /** A filter that only Google supports is set. */
  readonly filtered: boolean
}

function PlaceResults({ found: { results, total_results, source }, filtered }: PlaceResultsProps) {
  const fromGoogle = source === 'google'
  return (
    <section aria-label={placeTexts.results} className="grid gap-4">
      <output className="text-sm text-muted">{total_results > 0 && placeTexts.count(total_results)}</output>
      {results.length === 0 ? (
        <EmptyState
          text={!fromGoogle && filtered ? `${placeTexts.empty}. ${placeTexts.unknownHere}` : placeTexts.empty}
        />
      ) : (
        <>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {results.map((place) => (
              <PlaceCard key={place.place_id} place={place} fromGoogle={fromGoogle} />
            ))}
          </ul>
          <p className="text-sm text-muted">{fromGoogle ? placeTexts.googleNote : placeTexts.localNote}</p>
        </>
      )}
    </section>
  )
}
