import { TextInput, type TextInputProps } from './TextInput.tsx'

/** The six digits of a letter. */
export function CodeInput(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={6} required {...props} />
}
