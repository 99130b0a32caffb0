import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { Button } from '../../components/buttons.tsx'

/** What a control for a filter needs. */
type BindFilter<Name extends string> = (name: Name) => {
  readonly value: string
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

interface FilterFormProps<Name extends string> {
  readonly texts: { readonly form: string; readonly submit: string; readonly clear: string }
  readonly names: readonly Name[]
  /** The filters applied now. */
  readonly filter: Partial<Readonly<Record<Name, string>>>
  readonly onChange: (filter: Partial<Readonly<Record<Name, string>>>) => void
  readonly children: (bind: BindFilter<Name>) => ReactNode
}

/** A form whose filters are applied on request, or all removed. */
export function FilterForm<Name extends string>({ texts, names, filter, onChange, children }: FilterFormProps<Name>) {
  const fieldsOf = (values: typeof filter) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Readonly<Record<Name, string>>
  const [fields, setFields] = useState(() => fieldsOf(filter))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onChange(fields)
  }
  return (
    <form aria-label={texts.form} onSubmit={submit} className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {children((name) => ({
        value: fields[name],
        onChange: ({ target }) => setFields({ ...fields, [name]: target.value }),
      }))}
      <div className="flex flex-wrap items-end gap-3">
        <Button type="submit">{texts.submit}</Button>
        <Button
          variant="secondary"
          onClick={() => {
            setFields(fieldsOf({}))
            onChange({})
          }}
        >
          {texts.clear}
        </Button>
      </div>
    </form>
  )
}
