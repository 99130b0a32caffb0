import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** Something worth knowing, not an error. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-card bg-olive-soft p-4 text-olive">
      <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 gap-1">{children}</div>
    </div>
  )
}
