import { PlayableSlider } from '../../../components/playable-slider.tsx'
import { addDays, longDate } from '../../../shared/format.ts'
import { daysBetween } from './connections-over-time.ts'
import { connectionTexts } from './texts.ts'

interface TimeSliderProps {
  /** The days on which something changed, earliest first; the last one is today. */
  readonly days: readonly [string, ...string[]]
  readonly day: string
  readonly onChange: (day: string) => void
}

/** Chooses a day, or goes from change to change. */
export function TimeSlider({ days, day, onChange }: TimeSliderProps) {
  const [first] = days
  const numberOf = (one: string | undefined) => (one === undefined ? undefined : daysBetween(first, one))
  return (
    <PlayableSlider
      label={connectionTexts.graph.date}
      value={daysBetween(first, day)}
      min={0}
      max={daysBetween(first, days.at(-1) ?? first)}
      valueText={longDate(day)}
      first={0}
      previous={numberOf(days.findLast((change) => change < day))}
      next={numberOf(days.find((change) => change > day))}
      onChange={(chosen) => onChange(addDays(first, chosen))}
    />
  )
}
