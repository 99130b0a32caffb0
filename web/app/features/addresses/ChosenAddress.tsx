import type { Address } from '../../../contract/places.ts'
import { texts } from '../../texts.ts'

const { workshop: words } = texts.addresses

/** Every part of what was chosen. */
export function ChosenAddress({ address }: { readonly address: Address | null }) {
  if (address === null) return <p className="text-sm text-muted">{words.nothingChosen}</p>
  const { coordinates, ...parts } = address
  const values = { ...parts, coordinates: coordinates && `${coordinates.lat}, ${coordinates.lng}` }
  return (
    <dl className="grid gap-1 text-sm" aria-label={words.chosen}>
      {Object.entries(words.fields).map(([field, name]) => (
        <div key={field} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-right break-words">{values[field as keyof typeof values] ?? words.unknown}</dd>
        </div>
      ))}
    </dl>
  )
}
