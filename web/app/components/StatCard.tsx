import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface StatCardProps {
  readonly label: string
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly icon: LucideIcon
}

/** One figure and what it means, to be used inside a `dl`. */
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
