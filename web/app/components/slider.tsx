import { type SyntheticEvent, useId } from 'react'
import { classNames } from './styles.ts'
import { formTexts } from './form.texts.ts'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** Displayed value. */
  readonly valueText: string
  /** Value for screen readers. */
  readonly spokenValue: string
  /** No value is chosen yet; the handle's position is arbitrary, and pressing it chooses that position. */
  readonly isUnset?: boolean
  readonly error?: string | undefined
  readonly onChange: (value: number) => void
}

export function Slider({
  label,
  value,
  min,
  max,
  step,
  valueText,
  spokenValue,
  isUnset,
  error,
  onChange,
}: SliderProps) {
  const id = useId()
  const choose = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => onChange(Number(currentTarget.value))
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <output htmlFor={id} className="min-w-0 text-sm font-semibold break-words tabular-nums">
          {valueText}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={spokenValue}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={choose}
        onClick={isUnset === true ? choose : undefined}
        className={classNames('h-8 w-full', isUnset === true ? 'accent-muted' : 'accent-brand')}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

interface ScoreSliderProps {
  readonly label: string
  /** Null until a score is chosen, so that no default score is submitted. */
  readonly value: number | null
  readonly error?: string | undefined
  readonly onChange: (value: number) => void
}

const [min, max] = [0, 10]

/** Score from 0 to 10. */
export function ScoreSlider({ label, value, error, onChange }: ScoreSliderProps) {
  const display =
    value === null
      ? { value: min, isUnset: true, valueText: '–/10', spokenValue: formTexts.notChosen }
      : { value, valueText: `${value}/10`, spokenValue: `${value} su 10` }
  return <Slider label={label} {...display} min={min} max={max} step={1} error={error} onChange={onChange} />
}
