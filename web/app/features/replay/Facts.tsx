import type { ReactNode } from 'react'

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">{children}</dl>
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}
