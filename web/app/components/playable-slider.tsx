import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './buttons.tsx'
import { formTexts } from './form.texts.ts'
import { Slider } from './slider.tsx'

interface PlayableSliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly valueText: string
  /** Where playing begins again after its end. */
  readonly first: number
  /** The nearest values at which something changes; undefined at either end. */
  readonly previous: number | undefined
  readonly next: number | undefined
  /** What belongs to the value is shown; playing waits for it. */
  readonly isReady?: boolean
  readonly onChange: (value: number) => void
}

const pauseBetweenChanges = 1_200

/** Goes from change to change while it plays; stops at the last one. */
const usePlaying = ({ first, next, isReady = true, onChange }: PlayableSliderProps) => {
  const [started, setStarted] = useState(false)
  const playing = started && next !== undefined
  useEffect(() => {
    if (!playing || !isReady) return undefined
    const timer = setTimeout(() => onChange(next), pauseBetweenChanges)
    return () => clearTimeout(timer)
  }, [playing, isReady, next, onChange])
  const play = () => {
    if (next === undefined) onChange(first)
    setStarted(true)
  }
  return { playing, play, pause: () => setStarted(false) }
}

/** Chooses a value, or goes from change to change. Plays by itself only where motion is welcome. */
export function PlayableSlider(props: PlayableSliderProps) {
  const { label, value, min, max, valueText, previous, next, onChange } = props
  const { playing, play, pause } = usePlaying(props)
  const choose = (chosen: number) => {
    pause()
    onChange(chosen)
  }
  const texts = formTexts.playableSlider
  const PlayIcon = playing ? Pause : Play
  return (
    <div className="grid gap-2">
      <Slider
        label={label}
        value={value}
        min={min}
        max={max}
        step={1}
        valueText={valueText}
        spokenValue={valueText}
        onChange={choose}
      />
      <div className="flex flex-wrap gap-2">
        {!prefersReducedMotion() && (
          <Button variant="secondary" small onClick={() => (playing ? pause() : play())}>
            <PlayIcon aria-hidden="true" className="size-4" />
            {playing ? texts.pause : texts.play}
          </Button>
        )}
        <Button variant="secondary" small disabled={previous === undefined} onClick={() => choose(previous ?? value)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
          {texts.previous}
        </Button>
        <Button variant="secondary" small disabled={next === undefined} onClick={() => choose(next ?? value)}>
          {texts.next}
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </div>
  )
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
