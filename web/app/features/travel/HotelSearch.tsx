import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { Card } from '../../components/Card.tsx'
import { classNames } from '../../components/class-names.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { texts } from '../../texts.ts'
import { HotelCard } from './HotelCard.tsx'
import { SearchForm } from './SearchForm.tsx'
import { hotelsFor, type Stay } from './travel.queries.ts'

const { travel: words } = texts
const nowhere: Stay = { destination: '', checkIn: '', checkOut: '', guests: 1 }

/** Looks for a stay and books it; `aside` stands beside the question. */
export function HotelSearch({ aside }: { readonly aside?: ReactNode }) {
  const id = useId()
  const [stay, setStay] = useState<Stay | null>(null)
  const hotels = useQuery({ ...hotelsFor(stay ?? nowhere), enabled: stay !== null })
  return (
    <>
      <div className={classNames('grid items-start gap-6', aside !== undefined && 'lg:grid-cols-[3fr_2fr]')}>
        <Card>
          <SearchForm pending={hotels.isFetching} onSearch={setStay} />
        </Card>
        {aside}
      </div>
      {stay !== null && (
        <section aria-labelledby={id} aria-live="polite" className="@container grid grid-cols-1 gap-4">
          <h2 id={id} className="text-lg font-semibold">
            {words.results(stay.destination)}
          </h2>
          <p className="text-sm text-muted">{words.demo}</p>
          <Loaded query={hotels} empty={<EmptyState text={words.resultsEmpty} />}>
            {(list) => (
              <ul className="grid gap-4 @lg:grid-cols-2 @3xl:grid-cols-3">
                {list.map((hotel) => (
                  <HotelCard key={hotel.id} hotel={hotel} stay={stay} />
                ))}
              </ul>
            )}
          </Loaded>
        </section>
      )}
    </>
  )
}
