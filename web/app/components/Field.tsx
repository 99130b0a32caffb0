import { useId, type ReactNode } from 'react'

export interface Labelled {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly optional?: boolean | undefined
}

/** What a control must carry to belong to its label, hint and error. */
export interface Wiring {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

interface FieldProps extends Labelled {
  /** Extra ids of text that describes the control, rendered by it. */
  readonly aside?: ReactNode
  readonly children: (wiring: Wiring) => ReactNode
}

/** Label above, hint or error below; the control points only to what is really on the page. */
export function Field({ label, hint, error, optional, aside, children }: FieldProps) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
          {optional === true && <span className="font-normal text-muted"> (facoltativo)</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(described === '' ? {} : { 'aria-describedby': described }),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
