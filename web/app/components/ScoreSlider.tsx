import { texts } from '../texts.ts'
import { Slider } from './Slider.tsx'

interface ScoreSliderProps {
  readonly label: string
  /** Null until one is chosen: nobody is judged by a number that was there before. */
  readonly value: number | null
  readonly error?: string | undefined
  readonly onChange: (value: number) => void
}

const [least, most] = [0, 10]

/** A score out of ten. */
export function ScoreSlider({ label, value, error, onChange }: ScoreSliderProps) {
  const told =
    value === null
      ? { value: least, unset: true, shown: '–/10', spoken: texts.kit.unchosen }
      : { value, shown: `${value}/10`, spoken: `${value} su 10` }
  return <Slider label={label} {...told} least={least} most={most} step={1} error={error} onChange={onChange} />
}
