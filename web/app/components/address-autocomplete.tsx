import { useQuery } from '@tanstack/react-query'
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { CircleCheck } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import type { Address } from '../../contract/travel/places.ts'
import { ComboboxInput, ComboboxList, keepTypedText } from './combobox.tsx'
import { Field, type FieldText } from './form-controls.tsx'
import { useDebounced } from './use-debounced.ts'
import { addressTexts } from './address-autocomplete.texts.ts'

/** @rule V-84 C-15 Q-80 minimum length of the text and search delay */
export const suggestionTimings = {
  registration: { minLength: 3, waitMs: 300 },
  fast: { minLength: 2, waitMs: 200 },
  relaxed: { minLength: 2, waitMs: 300 },
} as const
export type SuggestionTiming = (typeof suggestionTimings)[keyof typeof suggestionTimings]

export interface AddressSuggestion {
  readonly text: string
  readonly address: () => Promise<Address>
}
export interface SuggestionSource {
  readonly attribution: string
  readonly suggest: (typed: string, signal: AbortSignal) => Promise<readonly AddressSuggestion[]>
}

/** Suggestions for a typed text; none while the user types, or when the text is short or already chosen. */
const useSuggestions = (source: SuggestionSource | null, text: string, { minLength, waitMs }: SuggestionTiming) => {
  const trimmed = text.trim()
  const debounced = useDebounced(trimmed, waitMs)
  const enabled = source !== null && debounced.length >= minLength && debounced === trimmed
  const { data, error } = useQuery({
    queryKey: ['places', source?.attribution, debounced],
    queryFn: ({ signal }) => (source === null ? [] : source.suggest(debounced, signal)),
    enabled,
  })
  return enabled ? { items: data, error } : null
}

/** A click does not open the list. */
const keepFreeText = (
  state: UseComboboxState<AddressSuggestion>,
  options: UseComboboxStateChangeOptions<AddressSuggestion>,
) => (options.type === useCombobox.stateChangeTypes.InputClick ? state : keepTypedText(state, options))

interface AddressComboboxOptions {
  readonly source: SuggestionSource | null
  readonly timing: SuggestionTiming
  readonly value: string
  readonly onType: (text: string) => void
  readonly onChoose: (address: Address) => void
}

/** @rule S-29 typing, suggestions, confirmed */
const useAddressCombobox = ({ source, timing, value, onType, onChoose }: AddressComboboxOptions) => {
  const [typed, setTyped] = useState('')
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const suggestions = useSuggestions(source, typed, timing)
  const items = suggestions?.items ?? []

  const search = (text: string) => {
    setTyped(text)
    setConfirmed(null)
    setFailure(null)
  }
  const choose = async ({ address }: AddressSuggestion) => {
    search('')
    try {
      const chosen = await address()
      setConfirmed(chosen.fullAddress)
      onChoose(chosen)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : addressTexts.choiceFailed)
    }
  }
  const combobox = useCombobox({
    id: useId(),
    items: [...items],
    itemToString: (suggestion) => suggestion?.text ?? '',
    inputValue: value,
    selectedItem: null,
    stateReducer: keepFreeText,
    onSelectedItemChange: ({ selectedItem }) => void (selectedItem && choose(selectedItem)),
  })
  return {
    ...combobox,
    items,
    isOpen: combobox.isOpen && items.length > 0,
    type: (text: string) => {
      search(text)
      onType(text)
    },
    status: suggestions === null ? { failure, confirmed } : suggestionStatusOf(suggestions),
  }
}

interface SuggestionStatus {
  readonly failure?: string | null
  readonly confirmed?: string | null
  /** Null while searching. */
  readonly count?: number | null
}

interface SuggestionResult {
  readonly items: readonly AddressSuggestion[] | undefined
  readonly error: Error | null
}

const suggestionStatusOf = ({ items, error }: SuggestionResult): SuggestionStatus =>
  error === null ? { count: items?.length ?? null } : { failure: error.message }

/** Labels for suggestions other than addresses. */
interface AutocompleteLabels {
  readonly suggestions: string
  readonly count: (found: number) => string
  readonly confirmed: (chosen: string) => string
}

interface AddressAutocompleteProps
  extends FieldText, Pick<ComponentProps<'input'>, 'name' | 'value' | 'required' | 'maxLength'> {
  /** Null without suggestions; the field then accepts free text only. */
  readonly source: SuggestionSource | null
  readonly timing: SuggestionTiming
  readonly labels?: AutocompleteLabels
  readonly onType: (text: string) => void
  readonly onChoose: (address: Address) => void
}

/** @rule R-23 address field: free text is kept, a chosen suggestion is confirmed */
export function AddressAutocomplete({
  label,
  hint,
  error,
  optional,
  source,
  timing,
  labels = addressTexts,
  onType,
  onChoose,
  ...native
}: AddressAutocompleteProps) {
  const combobox = useAddressCombobox({ source, timing, value: String(native.value ?? ''), onType, onChoose })
  return (
    <div className="grid gap-1.5">
      <Field label={label} hint={hint} error={error} optional={optional}>
        {(controlProps) => (
          <div className="relative">
            <ComboboxInput
              combobox={combobox}
              {...native}
              {...controlProps}
              type="text"
              onChange={({ currentTarget }) => combobox.type(currentTarget.value)}
            />
            <SuggestionList combobox={combobox} label={labels.suggestions} attribution={source?.attribution ?? ''} />
          </div>
        )}
      </Field>
      <ComboboxStatus status={combobox.status} labels={labels} />
    </div>
  )
}

interface SuggestionListProps {
  readonly combobox: ReturnType<typeof useAddressCombobox>
  readonly label: string
  readonly attribution: string
}

function SuggestionList({ combobox, label, attribution }: SuggestionListProps) {
  return (
    <div
      hidden={!combobox.isOpen}
      className="absolute inset-x-0 top-full z-10 mt-1 rounded-control border border-edge bg-surface p-1 shadow-float"
    >
      <ComboboxList combobox={combobox} label={label} items={combobox.items} keyOf={({ text }) => text}>
        {({ text }) => text}
      </ComboboxList>
      <p className="px-3 py-1 text-xs text-muted">{attribution}</p>
    </div>
  )
}

interface ComboboxStatusProps {
  readonly status: SuggestionStatus
  readonly labels: AutocompleteLabels
}

/** Status of the search; the number of suggestions is for screen readers only. */
function ComboboxStatus({ status: { failure, confirmed, count }, labels }: ComboboxStatusProps) {
  return (
    <output className="block text-sm">
      {typeof failure === 'string' && <span className="font-medium text-danger">{failure}</span>}
      {typeof confirmed === 'string' && (
        <span className="flex items-center gap-1.5 text-olive">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
          {labels.confirmed(confirmed)}
        </span>
      )}
      {count === null && <span className="sr-only">{addressTexts.searching}</span>}
      {count === 0 && <span className="text-muted">{addressTexts.none}</span>}
      {typeof count === 'number' && count > 0 && <span className="sr-only">{labels.count(count)}</span>}
    </output>
  )
}
