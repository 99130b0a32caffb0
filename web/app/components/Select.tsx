import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'
import { Field, type Labelled } from './Field.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
}

type SelectProps = Labelled &
  Omit<ComponentProps<'select'>, 'id' | 'className'> & {
    readonly choices: readonly Choice[]
    /** Shown, and chosen, until something is. */
    readonly placeholder?: string
  }

export function Select({ label, hint, error, optional, choices, placeholder, ...native }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(wiring) => (
        <select {...native} {...wiring} className={controlStyle}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
