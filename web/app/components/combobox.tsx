import {
  useCombobox,
  type UseComboboxReturnValue,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
} from 'downshift'
import type { ComponentProps, ReactNode } from 'react'
import { classNames, controlStyle } from './styles.ts'

/** State reducer that keeps the typed text: blurring does not select, Escape closes the list without clearing. */
export const keepTypedText = <Item,>(
  state: UseComboboxState<Item>,
  { type, changes }: UseComboboxStateChangeOptions<Item>,
): Partial<UseComboboxState<Item>> => {
  const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes
  if (type === InputBlur) return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue }
  return type === InputKeyDownEscape ? { ...state, isOpen: false, highlightedIndex: -1 } : changes
}

interface ComboboxInputProps<Item> extends Omit<ComponentProps<'input'>, 'className' | 'role' | 'ref'> {
  readonly combobox: Pick<UseComboboxReturnValue<Item>, 'getInputProps' | 'isOpen'>
}

/** Input of a combobox; refers to the list only while it is shown. */
export function ComboboxInput<Item>({ combobox: { getInputProps, isOpen }, ...native }: ComboboxInputProps<Item>) {
  const { 'aria-activedescendant': active, 'aria-controls': controls, ...inputProps } = getInputProps(native)
  return (
    <input
      {...inputProps}
      role="combobox"
      aria-labelledby={undefined}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-activedescendant={isOpen && active !== '' ? active : undefined}
      className={controlStyle}
    />
  )
}

interface ComboboxListProps<Item> {
  readonly combobox: Pick<UseComboboxReturnValue<Item>, 'getMenuProps' | 'getItemProps' | 'highlightedIndex' | 'isOpen'>
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly children: (item: Item) => ReactNode
}

/** Options of a combobox. They stay mounted while closed: a dialog takes the focus when elements are removed on blur. */
export function ComboboxList<Item>({ combobox, label, items, keyOf, children }: ComboboxListProps<Item>) {
  const { getMenuProps, getItemProps, highlightedIndex, isOpen } = combobox
  return (
    <ul {...getMenuProps({ 'aria-label': label })} hidden={!isOpen}>
      {items.map((item, index) => (
        <li
          {...getItemProps({ item, index })}
          key={keyOf(item)}
          className={classNames(
            'flex min-h-11 cursor-pointer flex-col justify-center rounded-control px-3 py-1.5 break-words hover:bg-sunken',
            index === highlightedIndex && 'bg-sunken font-medium',
          )}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
