import { texts } from '../texts.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'

const { register: words } = texts.access

/** The Fork’s rating as a business declares it: 0 to 10, steps of 0.1 (V-19, V-68). */
export function TheForkInput(props: Omit<TextInputProps, 'label' | 'hint'>) {
  return (
    <TextInput
      label={words.theForkRating}
      hint={words.theForkHint}
      type="number"
      inputMode="decimal"
      min={0}
      max={10}
      step={0.1}
      optional
      {...props}
    />
  )
}
