import { useId } from 'react'

interface ProgressProps {
  readonly label: string
  readonly have: number
  readonly need: number
}

/** How much of what is needed is there. */
export function Progress({ label, have, need }: ProgressProps) {
  const id = useId()
  const done = Math.min(have, need)
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        <span className="shrink-0 font-medium tabular-nums">
          {done} / {need}
        </span>
      </div>
      <progress id={id} value={done} max={need} className="progress" />
    </div>
  )
}
