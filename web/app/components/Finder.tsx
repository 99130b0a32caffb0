import { Button } from './Button.tsx'
import { TextInput } from './TextInput.tsx'

export interface Found {
  readonly id: string
  readonly name: string
  readonly note?: string | null
}

interface FinderProps {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Undefined while nothing has been asked for, or no answer is there. */
  readonly found: readonly Found[] | undefined
  readonly fault: string | undefined
  readonly none: string
  readonly onChoose: (found: Found) => void
}

/** One of many, found by what is typed and chosen from a list. */
export function Finder({ label, hint, error, typed, onType, found, fault, none, onChoose }: FinderProps) {
  return (
    <div className="grid gap-2">
      <TextInput
        label={label}
        hint={hint}
        error={error}
        type="search"
        autoComplete="off"
        required
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      <div aria-live="polite">
        {fault !== undefined && <p className="text-sm text-danger">{fault}</p>}
        {found?.length === 0 && <p className="text-sm text-muted">{none}</p>}
        {found !== undefined && found.length > 0 && (
          <ul className="grid gap-1 rounded-control border border-line p-1">
            {found.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => onChoose(one)}
                  className="min-h-11 w-full rounded-control px-3 py-1.5 text-left hover:bg-sunken"
                >
                  <span className="font-medium break-words">{one.name}</span>
                  <span className="block text-sm text-muted">{one.note}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

interface ChosenProps {
  readonly says: string
  readonly change: string
  readonly onChange: () => void
}

/** What was found, and the way back to the search. */
export function Chosen({ says, change, onChange }: ChosenProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken py-1.5 pr-2 pl-3.5">
      <p className="min-w-0 font-medium break-words">{says}</p>
      <Button look="quiet" small onClick={onChange}>
        {change}
      </Button>
    </div>
  )
}
