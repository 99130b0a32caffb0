import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { textLinkStyle } from './text-link-style.ts'

interface TextLinkProps {
  readonly to: string
  /** What the next screen may know and the address does not say. */
  readonly state?: unknown
  readonly children: ReactNode
}

export function TextLink({ to, state, children }: TextLinkProps) {
  return (
    <Link to={to} state={state} className={textLinkStyle}>
      {children}
    </Link>
  )
}
