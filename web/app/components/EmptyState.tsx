import { Leaf } from 'lucide-react'
import type { ReactNode } from 'react'

/** Nothing yet, and what to do about it. */
export function EmptyState({ text, action }: { readonly text: string; readonly action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-line px-4 py-8 text-center">
      <Leaf aria-hidden="true" className="size-7 text-olive" />
      <p className="max-w-prose text-muted">{text}</p>
      {action}
    </div>
  )
}
