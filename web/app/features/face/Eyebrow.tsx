import type { ReactNode } from 'react'

/** The short line above a heading. */
export function Eyebrow({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-sm font-semibold tracking-wide text-brand in-data-grove:text-gold">
      <span aria-hidden="true" className="h-px w-8 shrink-0 bg-current" />
      {children}
    </p>
  )
}
