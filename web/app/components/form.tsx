import { type ReactNode, useEffect, useRef } from 'react'

interface FormProps {
  readonly label: string
  readonly onSubmit: () => void
  /** How often something was found wrong: each time, the first field at fault takes the focus. */
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

/** The one alert of a form: what the server, or the form as a whole, has to say. */
export function FormAlert({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-sm font-medium text-danger">
      {text}
    </p>
  )
}
