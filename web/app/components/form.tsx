import { type ReactNode, useEffect, useRef } from 'react'

interface FormProps {
  readonly label: string
  readonly onSubmit: () => void
  /** Number of failed submissions; each focuses the first invalid field. */
  readonly errorCount: number
  readonly children: ReactNode
}

export function Form({ label, onSubmit, errorCount, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (errorCount > 0)
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input')
        ?.focus()
  }, [errorCount])
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className="@container grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** Form-level error, from the server or of the form as a whole. */
export function FormAlert({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-sm font-medium text-danger">
      {text}
    </p>
  )
}
