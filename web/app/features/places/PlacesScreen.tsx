import { useQuery } from '@tanstack/react-query'
import type { AnswerTo } from '../../shared/api.ts'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Screen } from '../../components/Screen.tsx'
import { texts } from '../../texts.ts'
import { PlaceCard } from './PlaceCard.tsx'
import { PlaceFilters } from './PlaceFilters.tsx'
import { usePlaceSearch } from './place-search.ts'
import { placesFor } from './places.queries.ts'

const { places: words } = texts

/** for everyone, signed in or not. */
export function PlacesScreen() {
  const search = usePlaceSearch()
  const { said } = search
  const found = useQuery(placesFor(said))
  return (
    <Screen title={words.title} intro={words.intro}>
      <Card>
        <PlaceFilters search={search} />
      </Card>
      {said.query === '' ? (
        <EmptyState text={words.start} />
      ) : (
        <Loaded query={found} failed={words.failed}>
          {(places) => <Results found={places} filtered={said.maxPrice !== undefined || said.openNow !== undefined} />}
        </Loaded>
      )}
    </Screen>
  )
}

interface ResultsProps {
  readonly found: AnswerTo<'searchPlaces'>
  /** By what only Google knows. */
  readonly filtered: boolean
}

function Results({ found: { results, total_results, source }, filtered }: ResultsProps) {
  const fromGoogle = source === 'google'
  return (
    <section aria-label={words.results} className="grid gap-4">
      <output className="text-sm text-muted">{total_results > 0 && words.count(total_results)}</output>
      {results.length === 0 ? (
        <EmptyState text={!fromGoogle && filtered ? `${words.empty}. ${words.unknownHere}` : words.empty} />
      ) : (
        <>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {results.map((place) => (
              <PlaceCard key={place.place_id} place={place} fromGoogle={fromGoogle} />
            ))}
          </ul>
          <p className="text-sm text-muted">{fromGoogle ? words.googleNote : words.localNote}</p>
        </>
      )}
    </section>
  )
}
