import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useSettled } from '../../components/settled.ts'
import { TextInput } from '../../components/TextInput.tsx'
import { texts } from '../../texts.ts'
import { Anomalies } from './Anomalies.tsx'
import { businessesCalled } from './score-desk.queries.ts'
import { VenueScore } from './VenueScore.tsx'

const { scoreDesk: words } = texts
const waitMs = 300

export interface ChosenVenue {
  readonly id: string
  /** A day to begin with, where an alert led here. */
  readonly day?: string
}

/** Days that stand out, and the periods left out of one venue's score. */
export function ScoreDesk() {
  const [chosen, choose] = useState<ChosenVenue | null>(null)
  if (chosen !== null)
    return (
      <div className="grid gap-4">
        <div className="-ml-3">
          <Button look="quiet" small onClick={() => choose(null)}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            {words.venueOther}
          </Button>
        </div>
        <VenueScore key={chosen.id} venue={chosen} />
      </div>
    )
  return (
    <div className="grid gap-8">
      <Anomalies onLook={choose} />
      <VenueSearch onChoose={choose} />
    </div>
  )
}

function VenueSearch({ onChoose }: { readonly onChoose: (venue: ChosenVenue) => void }) {
  const [typed, setTyped] = useState('')
  const settled = useSettled(typed.trim(), waitMs)
  const found = useQuery({ ...businessesCalled(settled), enabled: settled.length >= 2 })
  return (
    <section aria-label={words.search} className="grid max-w-xl gap-3">
      <div>
        <h2 className="text-lg font-semibold">{words.search}</h2>
        <p className="text-sm text-muted">{words.searchIntro}</p>
      </div>
      <TextInput
        label={words.venue}
        hint={words.venueHint}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div aria-live="polite">
        {found.isError && <p className="text-sm text-danger">{found.error.message}</p>}
        {found.data?.length === 0 && <p className="text-sm text-muted">{words.venueNone}</p>}
        {found.data !== undefined && found.data.length > 0 && (
          <ul className="grid gap-1 rounded-control border border-line p-1">
            {found.data.map(({ id, businessName, location }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onChoose({ id })}
                  className="min-h-11 w-full rounded-control px-3 py-1.5 text-left hover:bg-sunken"
                >
                  <span className="font-medium">{businessName}</span>
                  <span className="block text-sm text-muted">{location}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
