import { useId, type SyntheticEvent } from 'react'
import { classNames } from './class-names.ts'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly step: number
  /** The value as it is read. */
  readonly shown: string
  /** The value as it is heard. */
  readonly spoken: string
  /** Nothing is chosen yet: where the handle stands says nothing, and pressing it there chooses that. */
  readonly unset?: boolean
  readonly error?: string | undefined
  readonly onChange: (value: number) => void
}

export function Slider({ label, value, least, most, step, shown, spoken, unset, error, onChange }: SliderProps) {
  const id = useId()
  const choose = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => onChange(Number(currentTarget.value))
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <output htmlFor={id} className="text-sm font-semibold tabular-nums">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={spoken}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={choose}
        onClick={unset === true ? choose : undefined}
        className={classNames('h-8 w-full', unset === true ? 'accent-muted' : 'accent-brand')}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
