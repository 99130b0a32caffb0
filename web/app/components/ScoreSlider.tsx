import { useId } from 'react'

interface ScoreSliderProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A score out of ten. */
export function ScoreSlider({ label, value, onChange }: ScoreSliderProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <output htmlFor={id} className="text-sm font-semibold tabular-nums">
          {value}/10
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={10}
        step={1}
        value={value}
        aria-valuetext={`${value} su 10`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-8 w-full accent-brand"
      />
    </div>
  )
}
