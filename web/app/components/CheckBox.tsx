import { useId, type ComponentProps } from 'react'

type CheckBoxProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & {
  readonly label: string
  readonly error?: string | undefined
}

export function CheckBox({ label, error, ...native }: CheckBoxProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-3">
        <input
          {...native}
          {...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
          id={id}
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-brand"
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
