import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { textLinkStyle } from './text-link-style.ts'

export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className={textLinkStyle}>
      {children}
    </Link>
  )
}
