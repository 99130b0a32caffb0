import { useId } from 'react'

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
  readonly onChange: (value: number) => void
}

export function Slider({ label, value, least, most, step, shown, spoken, onChange }: SliderProps) {
  const id = useId()
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
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-8 w-full accent-brand"
      />
    </div>
  )
}
