import { useId } from 'react'
import type { Choice } from './Select.tsx'

interface ChoicesProps {
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One of a few, all in sight: a radio group drawn as cards. */
export function Choices({ legend, choices, value, onChange }: ChoicesProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-11 items-center gap-3 rounded-control border border-edge bg-surface px-3.5 py-2 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-olive"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="size-4.5 shrink-0 accent-brand outline-none"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
