import { useId } from 'react'
import type { CaseMoment } from '../../../contract/replay.ts'
import { texts } from '../../texts.ts'
import { timeOf, titleOf } from './moment-words.ts'

const { replay: words } = texts

interface MomentSliderProps {
  readonly moments: readonly CaseMoment[]
  /** Counts from 0. */
  readonly place: number
  readonly onMove: (place: number) => void
}

/** From the first moment to the last; arrows go one on or back, Home and End to the ends. */
export function MomentSlider({ moments, place, onMove }: MomentSliderProps) {
  const id = useId()
  const moment = moments[place]
  if (moment === undefined) return null
  const told = words.place(place + 1, moments.length, titleOf(moment), timeOf(moment))
  return (
    <div className="grid gap-1 rounded-card border border-line bg-surface p-4 shadow-card sm:px-6">
      <label htmlFor={id} className="text-sm font-medium">
        {words.slider}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={moments.length - 1}
        step={1}
        value={place}
        aria-valuetext={told}
        onChange={({ target }) => onMove(Number(target.value))}
        className="h-8 w-full accent-brand"
      />
      <output htmlFor={id} className="text-sm break-words text-muted">
        {told}
      </output>
    </div>
  )
}
