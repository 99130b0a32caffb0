import { useEffect, useRef, type ReactNode } from 'react'

interface FormProps {
  readonly label: string
  readonly onSubmit: () => void
  /** How often something was found wrong: each time, the first field at fault takes the focus. */
  readonly faults: number
  readonly children: ReactNode
}

export function Form({ label, onSubmit, faults, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults > 0)
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input')
        ?.focus()
  }, [faults])
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
