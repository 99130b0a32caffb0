import { TextInput, type TextInputProps } from '../../components/TextInput.tsx'
import { texts } from '../../texts.ts'

const { setup: words } = texts.ava

/** Where AVA are paid: nothing a browser should fill in or correct. */
export function AddressInput(bound: Omit<TextInputProps, 'label'>) {
  return (
    <TextInput
      label={words.address}
      placeholder={words.placeholder}
      autoComplete="off"
      spellCheck={false}
      required
      {...bound}
    />
  )
}
