import { ImageOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from './styles.ts'

export type BadgeTone = 'plain' | 'good' | 'warm' | 'gold' | 'bad'

const toneClasses: Readonly<Record<BadgeTone, string>> = {
  plain: 'bg-line text-ink',
  good: 'bg-olive-soft text-olive',
  warm: 'bg-brand-soft text-brand-strong',
  gold: 'bg-honey-soft text-honey-ink',
  bad: 'bg-danger-soft text-danger',
}

interface BadgeProps {
  readonly tone?: BadgeTone
  /** Breaks the line where there is no room. */
  readonly wraps?: boolean
  readonly children: ReactNode
}

export function Badge({ tone = 'plain', wraps = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold',
        !wraps && 'whitespace-nowrap',
        toneClasses[tone],
      )}
    >
      {children}
    </span>
  )
}

interface CardProps {
  /** A card with a title is a named region. */
  readonly title?: string
  /** Link or button to the right of the title. */
  readonly action?: ReactNode
  /** Moves the focus to the title, as the card replaces other content. */
  readonly focusTitle?: boolean
  readonly children: ReactNode
}

export function Card({ title, action, focusTitle = false, children }: CardProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusTitle) heading.current?.focus()
  }, [focusTitle])
  const Element = title === undefined ? 'div' : 'section'
  return (
    <Element
      aria-labelledby={title === undefined ? undefined : id}
      className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      {title !== undefined && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 ref={heading} id={id} tabIndex={-1} className="text-lg font-semibold">
            {title}
          </h2>
          {action}
        </div>
      )}
      {children}
    </Element>
  )
}

interface StatCardProps {
  readonly label: string
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly icon: LucideIcon
}

/** A value with its label; child of a `dl`. */
export function StatCard({ label, value, note, icon: Icon }: StatCardProps) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <dt className="flex items-center gap-2 text-sm text-muted">
        <Icon aria-hidden="true" className="size-4.5 shrink-0 text-brand" />
        {label}
      </dt>
      <dd className="mt-1.5 text-2xl font-semibold tabular-nums">{value}</dd>
      {note !== undefined && <dd className="mt-1 text-sm text-muted">{note}</dd>}
    </div>
  )
}

interface ProgressBarProps {
  readonly label: string
  readonly value: number
  readonly max: number
}

/** Progress towards a target. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  const id = useId()
  const done = Math.min(value, max)
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        <span className="shrink-0 font-medium tabular-nums">
          {done} / {max}
        </span>
      </div>
      <progress id={id} value={done} max={max} className="progress" />
    </div>
  )
}

interface AvatarProps {
  readonly name: string
  readonly photo: string | null
}

/** Photo or initial. Decorative: the name is shown next to it. */
export function Avatar({ name, photo }: AvatarProps) {
  if (photo !== null)
    return (
      <img
        src={photo}
        alt=""
        referrerPolicy="no-referrer"
        className="size-12 shrink-0 rounded-full bg-sunken object-cover"
      />
    )
  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center rounded-full bg-olive-soft text-lg font-semibold text-olive"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}

interface CoverImageProps {
  readonly src: string
  /** Width class; the aspect ratio is 16:9. */
  readonly width?: string
}

/** Decorative picture; shows an empty frame if it fails to load. */
export function CoverImage({ src, width = 'w-full' }: CoverImageProps) {
  const [missing, setMissing] = useState(false)
  return (
    <div className={classNames('grid aspect-video shrink-0 place-items-center overflow-hidden bg-sunken', width)}>
      {missing ? (
        <ImageOff aria-hidden="true" className="size-8 text-muted" />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setMissing(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}
