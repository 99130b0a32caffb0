import { Button } from './buttons.tsx'
import { TextInput } from './form-controls.tsx'

export interface SearchResult {
  readonly id: string
  readonly name: string
  readonly note?: string | null
}

interface SearchPickerProps {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly query: string
  readonly onQueryChange: (typed: string) => void
  /** Undefined until a search has returned. */
  readonly results: readonly SearchResult[] | undefined
  readonly searchError: string | undefined
  readonly emptyText: string
  readonly onChoose: (found: SearchResult) => void
}

/** Search field with results to choose from. */
export function SearchPicker({
  label,
  hint,
  error,
  query,
  onQueryChange,
  results,
  searchError,
  emptyText,
  onChoose,
}: SearchPickerProps) {
  return (
    <div className="grid gap-2">
      <TextInput
        label={label}
        hint={hint}
        error={error}
        type="search"
        autoComplete="off"
        required
        value={query}
        onChange={({ target }) => onQueryChange(target.value)}
      />
      <div aria-live="polite">
        {searchError !== undefined && <p className="text-sm text-danger">{searchError}</p>}
        {results?.length === 0 && <p className="text-sm text-muted">{emptyText}</p>}
        {results !== undefined && results.length > 0 && (
          <ul className="grid gap-1 rounded-control border border-line p-1">
            {results.map((result) => (
              <li key={result.id}>
                <button
                  type="button"
                  onClick={() => onChoose(result)}
                  className="min-h-11 w-full rounded-control px-3 py-1.5 text-left hover:bg-sunken"
                >
                  <span className="font-medium break-words">{result.name}</span>
                  <span className="block text-sm text-muted">{result.note}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

interface SelectedItemProps {
  readonly text: string
  readonly changeLabel: string
  readonly onChange: () => void
}

/** The chosen item with a button to search again. */
export function SelectedItem({ text, changeLabel, onChange }: SelectedItemProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken py-1.5 pr-2 pl-3.5">
      <p className="min-w-0 font-medium break-words">{text}</p>
      <Button variant="quiet" small onClick={onChange}>
        {changeLabel}
      </Button>
    </div>
  )
}
