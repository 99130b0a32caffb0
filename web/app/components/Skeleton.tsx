import { texts } from '../texts.ts'

/** The shape of what is coming. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  return (
    <output className="grid gap-3">
      <span className="sr-only">{texts.kit.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} aria-hidden="true" className="block h-16 animate-pulse rounded-card bg-sunken" />
      ))}
    </output>
  )
}
