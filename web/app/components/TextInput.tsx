import type { ComponentProps, ReactNode } from 'react'
import { controlStyle } from './control-style.ts'
import { Field, type Labelled } from './Field.tsx'

export type TextInputProps = Labelled &
  Omit<ComponentProps<'input'>, 'id' | 'className'> & { readonly aside?: ReactNode }

export function TextInput({ label, hint, error, optional, aside, ...native }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={aside}>
      {(wiring) => <input type="text" {...native} {...wiring} className={controlStyle} />}
    </Field>
  )
}
