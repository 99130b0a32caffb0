import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'
import { Field, type Labelled } from './Field.tsx'

type TextAreaProps = Labelled &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'maxLength' | 'value'> & {
    readonly value: string
    readonly maxLength: number
    /** Where the words are too few for the count to matter. */
    readonly uncounted?: boolean
  }

/** A text area that counts: the field's words stop at `maxLength`. */
export function TextArea({ label, hint, error, optional, value, maxLength, uncounted, ...native }: TextAreaProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      aside={uncounted !== true && <Counter at={value.length} of={maxLength} />}
    >
      {(wiring) => (
        <textarea rows={4} {...native} {...wiring} value={value} maxLength={maxLength} className={controlStyle} />
      )}
    </Field>
  )
}

export function Counter({ at, of }: { readonly at: number; readonly of: number }) {
  return (
    <span aria-hidden="true" className="text-sm text-muted tabular-nums">
      {at}/{of}
    </span>
  )
}
