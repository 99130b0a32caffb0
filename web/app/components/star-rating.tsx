import { Star } from 'lucide-react'
import { useId } from 'react'
import { classNames } from './styles.ts'
import { starTexts } from './star-rating.texts.ts'

const starScale = [1, 2, 3, 4, 5]

interface StarRatingInputProps {
  readonly legend: string
  /** 0 until a rating is chosen. */
  readonly value: number
  readonly onChange: (value: number) => void
  readonly error?: string | undefined
}

/** Five radio buttons shown as stars, read as “3 stelle”. */
export function StarRatingInput({ legend, value, onChange, error }: StarRatingInputProps) {
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      aria-invalid={error !== undefined || undefined}
    >
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex">
        {starScale.map((stars) => (
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
              aria-label={starTexts.stars(stars)}
              className="sr-only"
            />
            <StarIcon lit={stars <= value} big />
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

/** Read-only stars. */
export function StarRating({ value }: { readonly value: number }) {
  return (
    <span className="inline-flex gap-0.5 align-middle">
      <span className="sr-only">{starTexts.starsOf5(value)}</span>
      {starScale.map((stars) => (
        <StarIcon key={stars} lit={stars <= Math.round(value)} />
      ))}
    </span>
  )
}

function StarIcon({ lit, big = false }: { readonly lit: boolean; readonly big?: boolean }) {
  return (
    <Star
      aria-hidden="true"
      className={classNames(big ? 'size-7' : 'size-4', lit ? 'fill-honey text-honey' : 'text-edge')}
    />
  )
}
