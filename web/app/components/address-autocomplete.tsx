import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import type { Address } from '../../contract/travel/places.ts'
import { Field, type FieldText } from './form-controls.tsx'
import { classNames, controlStyle } from './styles.ts'
import { useDebounced } from './use-debounced.ts'
import { addressTexts } from './address-autocomplete.texts.ts'

/** V-84, C-15, Q-80: from how many characters on, and how long after the last of them. */
export const suggestionTimings = {
  registration: { least: 3, waitMs: 300 },
  fast: { least: 2, waitMs: 200 },
  relaxed: { least: 2, waitMs: 300 },
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

interface ComboboxOptions {
  readonly source: SuggestionSource | null
  readonly timing: SuggestionTiming
  readonly onType: (text: string) => void
  readonly onChoose: (address: Address) => void
}

/** S-29: typing, suggestions, confirmed. */
export const useAddressCombobox = ({ source, timing, onType, onChoose }: ComboboxOptions) => {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [shut, setShut] = useState(false)
  const [active, setActive] = useState(-1)
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const settled = useDebounced(typed.trim(), timing.waitMs)
  const wanted = source !== null && settled.length >= timing.least && settled === typed.trim()
  const found = useQuery({
    queryKey: ['places', source?.attribution, settled],
    queryFn: ({ signal }) => (source === null ? [] : source.suggest(settled, signal)),
    enabled: wanted,
  })
  const options = wanted && !shut ? (found.data ?? []) : []

  const begin = (text: string) => {
    setTyped(text)
    setShut(false)
    setActive(-1)
    setConfirmed(null)
    setFailure(null)
  }
  const choose = async ({ address }: AddressSuggestion) => {
    begin('')
    try {
      const chosen = await address()
      setConfirmed(chosen.fullAddress)
      onChoose(chosen)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : addressTexts.choiceFailed)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = activeOptionMoves[event.key]
    const option = options[active]
    if (event.key === 'Escape' && options.length > 0) setShut(true)
    else if (event.key === 'Enter' && option !== undefined) void choose(option)
    else if (move !== undefined && options.length > 0) setActive(move(active, options.length))
    else if (move !== undefined) return setShut(false)
    else return
    event.preventDefault()
  }
  return {
    listId,
    options,
    active,
    choose,
    close: () => setShut(true),
    type: (text: string) => {
      begin(text)
      onType(text)
    },
    onKeyDown,
    status: wanted ? suggestionStatusOf(found) : { failure, confirmed },
  }
}

const activeOptionMoves: Readonly<Record<string, ((at: number, of: number) => number) | undefined>> = {
  ArrowDown: (at, of) => (at + 1) % of,
  ArrowUp: (at, of) => (at <= 0 ? of : at) - 1,
}

export interface SuggestionStatus {
  readonly failure?: string | null
  readonly confirmed?: string | null
  /** Null while it is being found out. */
  readonly count?: number | null
}

const suggestionStatusOf = ({
  data,
  error,
}: {
  readonly data: readonly unknown[] | undefined
  readonly error: Error | null
}): SuggestionStatus => (error === null ? { count: data?.length ?? null } : { failure: error.message })

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events,
   jsx-a11y/no-noninteractive-element-to-interactive-role -- a combobox of ARIA 1.2: the keyboard stays in its field */

/** What suggestions are called, where they are not addresses. */
interface AutocompleteLabels {
  readonly suggestions: string
  readonly count: (found: number) => string
  readonly confirmed: (chosen: string) => string
}

interface AddressAutocompleteProps
  extends FieldText, Pick<ComponentProps<'input'>, 'name' | 'value' | 'required' | 'maxLength'> {
  /** Null while nobody suggests: then it is a text field like any other. */
  readonly source: SuggestionSource | null
  readonly timing: SuggestionTiming
  readonly labels?: AutocompleteLabels
  readonly onType: (text: string) => void
  readonly onChoose: (address: Address) => void
}

/** An address as people write it: what is typed stays, what is chosen is confirmed. */
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
  const box = useAddressCombobox({ source, timing, onType, onChoose })
  const open = box.options.length > 0
  return (
    <div className="grid gap-1.5">
      <Field label={label} hint={hint} error={error} optional={optional}>
        {(controlProps) => (
          <div className="relative">
            <input
              type="text"
              {...native}
              {...controlProps}
              role="combobox"
              autoComplete="off"
              aria-autocomplete="list"
              aria-expanded={open}
              aria-controls={open ? box.listId : undefined}
              aria-activedescendant={open && box.active >= 0 ? `${box.listId}-${box.active}` : undefined}
              onChange={({ target }) => box.type(target.value)}
              onKeyDown={box.onKeyDown}
              onBlur={box.close}
              className={controlStyle}
            />
            {open && (
              <SuggestionList combobox={box} label={labels.suggestions} attribution={source?.attribution ?? ''} />
            )}
          </div>
        )}
      </Field>
      <ComboboxStatus status={box.status} labels={labels} />
    </div>
  )
}

type Combobox = ReturnType<typeof useAddressCombobox>

interface SuggestionListProps {
  readonly combobox: Combobox
  readonly label: string
  readonly attribution: string
}

function SuggestionList({ combobox, label, attribution }: SuggestionListProps) {
  return (
    <div className="absolute inset-x-0 top-full z-10 mt-1 rounded-control border border-edge bg-surface p-1 shadow-float">
      <ul id={combobox.listId} role="listbox" aria-label={label}>
        {combobox.options.map((option, n) => (
          <li
            key={option.text}
            id={`${combobox.listId}-${n}`}
            role="option"
            aria-selected={n === combobox.active}
            // the field keeps the focus, or leaving it would shut the list before the click
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void combobox.choose(option)}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center rounded-control px-3 py-1.5 break-words hover:bg-sunken',
              n === combobox.active && 'bg-sunken font-medium',
            )}
          >
            {option.text}
          </li>
        ))}
      </ul>
      <p className="px-3 py-1 text-xs text-muted">{attribution}</p>
    </div>
  )
}

interface ComboboxStatusProps {
  readonly status: SuggestionStatus
  readonly labels: AutocompleteLabels
}

/** What happened, for everybody or only for whoever does not see the list. */
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
