import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from './buttons.tsx'
import { ComboboxInput, ComboboxList, keepTypedText } from './combobox.tsx'
import { Field } from './form-controls.tsx'
import { formTexts } from './form.texts.ts'
import { useDebounced } from './use-debounced.ts'

export interface SearchResult {
  readonly id: string
  readonly name: string
  readonly note?: string | null
}

interface SearchPickerProps {
  readonly label: string
  readonly hint: string
  readonly error?: string | undefined
  readonly required?: boolean
  readonly query: string
  readonly onQueryChange: (typed: string) => void
  /** Undefined until a search has returned. */
  readonly results: readonly SearchResult[] | undefined
  readonly searchError: string | undefined
  readonly emptyText: string
  readonly onChoose: (result: SearchResult) => void
}

/** Typed text and the text to search for; `isCurrent` is false while the results are those of an earlier text. */
export const useSearchText = () => {
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim())
  return { typed, setTyped, query, isCurrent: query === typed.trim() }
}

/** A click shows the results again. */
const reopenOnClick = (
  state: UseComboboxState<SearchResult>,
  options: UseComboboxStateChangeOptions<SearchResult>,
): Partial<UseComboboxState<SearchResult>> =>
  options.type === useCombobox.stateChangeTypes.InputClick
    ? { ...options.changes, isOpen: true }
    : keepTypedText(state, options)

/** Search field with results to choose from (combobox). */
export function SearchPicker({
  label,
  hint,
  error,
  required,
  query,
  onQueryChange,
  results,
  searchError,
  emptyText,
  onChoose,
}: SearchPickerProps) {
  const items = results ?? []
  const { isOpen: isExpanded, ...combobox } = useCombobox({
    id: useId(),
    items: [...items],
    itemToString: (result) => result?.name ?? '',
    inputValue: query,
    selectedItem: null,
    stateReducer: reopenOnClick,
    onSelectedItemChange: ({ selectedItem }) => void (selectedItem && onChoose(selectedItem)),
  })
  const shown = { ...combobox, isOpen: isExpanded && items.length > 0 }
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint} error={error}>
        {(controlProps) => (
          <ComboboxInput
            combobox={shown}
            {...controlProps}
            type="search"
            autoComplete="off"
            required={required}
            onChange={({ currentTarget }) => onQueryChange(currentTarget.value)}
          />
        )}
      </Field>
      <div className={shown.isOpen ? 'rounded-control border border-line p-1' : undefined}>
        <ComboboxList combobox={shown} label={formTexts.searchResults} items={items} keyOf={({ id }) => id}>
          {({ name, note }) => (
            <>
              <span className="font-medium">{name}</span> <span className="text-sm text-muted">{note}</span>
            </>
          )}
        </ComboboxList>
      </div>
      <SearchStatus results={results} searchError={searchError} emptyText={emptyText} />
    </div>
  )
}

type SearchStatusProps = Pick<SearchPickerProps, 'results' | 'searchError' | 'emptyText'>

/** Outcome of the search; the number of results is for screen readers only. */
function SearchStatus({ results, searchError, emptyText }: SearchStatusProps) {
  return (
    <output className="block text-sm">
      {searchError !== undefined && <span className="text-danger">{searchError}</span>}
      {results?.length === 0 && <span className="text-muted">{emptyText}</span>}
      {results !== undefined && results.length > 0 && (
        <span className="sr-only">{formTexts.searchResultCount(results.length)}</span>
      )}
    </output>
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

interface SearchSelectProps extends SearchPickerProps {
  readonly selected: SelectedItemProps | null
}

/** Search field, or the chosen item. The focus moves from one to the other. */
export function SearchSelect({ selected, ...search }: SearchSelectProps) {
  const container = useRef<HTMLDivElement>(null)
  const hasSelection = selected !== null
  const hadSelection = useRef(hasSelection)
  useEffect(() => {
    if (hadSelection.current === hasSelection) return
    hadSelection.current = hasSelection
    const focusIsLost = document.activeElement?.contains(container.current) ?? true
    if (focusIsLost) container.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [hasSelection])
  return <div ref={container}>{selected === null ? <SearchPicker {...search} /> : <SelectedItem {...selected} />}</div>
}
