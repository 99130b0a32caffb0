import { TextInput, type TextInputProps } from './TextInput.tsx'

/** 18 to 100 (V-08, C-14). */
export function AgeInput(props: TextInputProps) {
  return <TextInput type="number" inputMode="numeric" min={18} max={100} optional {...props} />
}
