import { Slider } from './Slider.tsx'

interface ScoreSliderProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A score out of ten. */
export function ScoreSlider({ label, value, onChange }: ScoreSliderProps) {
  const told = { value, least: 0, most: 10, step: 1, shown: `${value}/10`, spoken: `${value} su 10` }
  return <Slider label={label} {...told} onChange={onChange} />
}
