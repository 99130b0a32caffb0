import { TextInput, type TextInputProps } from './TextInput.tsx'

/** A telephone number, as its keyboard and its owner’s browser know it. */
export function PhoneInput(props: TextInputProps) {
  return <TextInput type="tel" autoComplete="tel" {...props} />
}
