import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { placeQuery, placeTypes, priceLevels, ratingSteps, type PlaceType } from '../../../contract/place-search.ts'
import { useSettled } from '../../components/settled.ts'
import type { Input } from '../../shared/api.ts'

/** V-83 */
export const pauseMs = 500

interface Wanted {
  readonly query: string
  readonly location: string
  readonly type: PlaceType
  readonly minRating: number
  /** Its number, or nothing. */
  readonly maxPrice: string
  readonly openNow: boolean
  /** Only a link can say where to be near. */
  readonly near: { readonly lat: string; readonly lng: string } | null
}
type Said = Input<'searchPlaces'>['query']

/** What the address of the page asks for; what is no such thing there asks for nothing. */
const wantedIn = (asked: URLSearchParams): Wanted => {
  const minRating = Number(asked.get('minRating') ?? 0)
  const maxPrice = asked.get('maxPrice') ?? ''
  return {
    query: (asked.get('query') ?? '').slice(0, 100),
    location: (asked.get('location') ?? '').slice(0, 100),
    type: placeTypes.find((type) => type === asked.get('type')) ?? 'all',
    minRating: isRating(minRating) ? minRating : 0,
    maxPrice: /^\d$/.test(maxPrice) && Number(maxPrice) < priceLevels.length ? maxPrice : '',
    openNow: asked.get('openNow') === 'true',
    near: point.safeParse({ lat: asked.get('lat'), lng: asked.get('lng') }).data ?? null,
  }
}
const point = placeQuery.pick({ lat: true, lng: true }).required()
const isRating = (value: number) =>
  value >= ratingSteps.least && value <= ratingSteps.most && Number.isInteger(value / ratingSteps.step)

/** Only what was said: what means nothing is left out. */
const saidIn = ({ query, location, type, minRating, maxPrice, openNow, near }: Wanted): Said => ({
  query: query.trim(),
  ...(location.trim() !== '' && { location: location.trim() }),
  ...(type !== 'all' && { type }),
  ...(minRating > 0 && { minRating }),
  ...(maxPrice !== '' && { maxPrice }),
  ...(openNow && { openNow: 'true' }),
  ...near,
})

/** The page's address, as far as it asks for anything. */
const addressOf = (said: Said): string =>
  new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  ).toString()

/** The form, what it asks once the typing has paused, and the page's address that follows it. */
export const usePlaceSearch = () => {
  const [asked, setAsked] = useSearchParams()
  const [wanted, setWanted] = useState(() => wantedIn(asked))
  const settled = useSettled(JSON.stringify(saidIn(wanted)), pauseMs)
  const said = JSON.parse(settled) as Said
  const address = addressOf(said)
  const shown = asked.toString()
  useEffect(() => {
    if (address !== shown) setAsked(new URLSearchParams(address), { replace: true })
  }, [address, shown, setAsked])
  return {
    wanted,
    said,
    set: <K extends keyof Wanted>(field: K, value: Wanted[K]) => setWanted((now) => ({ ...now, [field]: value })),
  }
}
