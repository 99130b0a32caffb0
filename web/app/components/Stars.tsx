import { Star } from 'lucide-react'
import { useId } from 'react'
import { texts } from '../texts.ts'
import { classNames } from './class-names.ts'

const scale = [1, 2, 3, 4, 5]

interface StarsProps {
  readonly legend: string
  /** 0 when none is chosen yet. */
  readonly value: number
  readonly onChange: (value: number) => void
  readonly error?: string | undefined
}

/** Five radios drawn as stars: arrows move, space chooses, a screen reader hears “3 stelle”. */
export function Stars({ legend, value, onChange, error }: StarsProps) {
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      aria-invalid={error !== undefined || undefined}
    >
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex">
        {scale.map((stars) => (
          <label
            key={stars}
            className="grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-3 has-focus-visible:outline-olive"
          >
            <input
              type="radio"
              name={id}
              value={stars}
              checked={stars === value}
              onChange={() => onChange(stars)}
              aria-label={texts.kit.stars(stars)}
              className="sr-only"
            />
            <StarShape lit={stars <= value} big />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Stars that only tell. */
export function StarsShown({ value }: { readonly value: number }) {
  return (
    <span className="inline-flex gap-0.5 align-middle">
      <span className="sr-only">{texts.kit.starsOf5(value)}</span>
      {scale.map((stars) => (
        <StarShape key={stars} lit={stars <= Math.round(value)} />
      ))}
    </span>
  )
}

function StarShape({ lit, big = false }: { readonly lit: boolean; readonly big?: boolean }) {
  return (
    <Star
      aria-hidden="true"
      className={classNames(big ? 'size-7' : 'size-4', lit ? 'fill-honey text-honey' : 'text-edge')}
    />
  )
}
