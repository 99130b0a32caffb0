/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events,
   jsx-a11y/no-noninteractive-element-to-interactive-role -- a combobox of ARIA 1.2: the keyboard stays in its field */
import { CircleCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Address } from '../../contract/places.ts'
import { texts } from '../texts.ts'
import { useAddressCombobox, type Manner, type Status, type Suggests } from './address-combobox.ts'
import { classNames } from './class-names.ts'
import { controlStyle } from './control-style.ts'
import { Field, type Labelled } from './Field.tsx'

const words = texts.addresses

/** What suggestions are called, where they are not addresses. */
interface Wording {
  readonly suggestions: string
  readonly count: (found: number) => string
  readonly confirmed: (chosen: string) => string
}

interface AddressAutocompleteProps
  extends Labelled, Pick<ComponentProps<'input'>, 'name' | 'value' | 'required' | 'maxLength'> {
  /** Null while nobody suggests: then it is a text field like any other. */
  readonly source: Suggests | null
  readonly manner: Manner
  readonly wording?: Wording
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
  manner,
  wording = words,
  onType,
  onChoose,
  ...native
}: AddressAutocompleteProps) {
  const box = useAddressCombobox({ source, manner, onType, onChoose })
  const open = box.options.length > 0
  return (
    <div className="grid gap-1.5">
      <Field label={label} hint={hint} error={error} optional={optional}>
        {(wiring) => (
          <div className="relative">
            <input
              type="text"
              {...native}
              {...wiring}
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
            {open && <Popup box={box} called={wording.suggestions} credit={source?.credit ?? ''} />}
          </div>
        )}
      </Field>
      <Said status={box.status} wording={wording} />
    </div>
  )
}

type Box = ReturnType<typeof useAddressCombobox>

interface PopupProps {
  readonly box: Box
  readonly called: string
  readonly credit: string
}

function Popup({ box, called, credit }: PopupProps) {
  return (
    <div className="absolute inset-x-0 top-full z-10 mt-1 rounded-control border border-edge bg-surface p-1 shadow-float">
      <ul id={box.listId} role="listbox" aria-label={called}>
        {box.options.map((option, n) => (
          <li
            key={option.text}
            id={`${box.listId}-${n}`}
            role="option"
            aria-selected={n === box.active}
            // the field keeps the focus, or leaving it would shut the list before the click
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void box.choose(option)}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center rounded-control px-3 py-1.5 break-words hover:bg-sunken',
              n === box.active && 'bg-sunken font-medium',
            )}
          >
            {option.text}
          </li>
        ))}
      </ul>
      <p className="px-3 py-1 text-xs text-muted">{credit}</p>
    </div>
  )
}

interface SaidProps {
  readonly status: Status
  readonly wording: Wording
}

/** What happened, for everybody or only for whoever does not see the list. */
function Said({ status: { failure, confirmed, count }, wording }: SaidProps) {
  return (
    <output className="block text-sm">
      {typeof failure === 'string' && <span className="font-medium text-danger">{failure}</span>}
      {typeof confirmed === 'string' && (
        <span className="flex items-center gap-1.5 text-olive">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
          {wording.confirmed(confirmed)}
        </span>
      )}
      {count === null && <span className="sr-only">{words.searching}</span>}
      {count === 0 && <span className="text-muted">{words.none}</span>}
      {typeof count === 'number' && count > 0 && <span className="sr-only">{wording.count(count)}</span>}
    </output>
  )
}
