import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className="font-medium text-brand underline underline-offset-4 hover:text-brand-strong">
      {children}
    </Link>
  )
}
