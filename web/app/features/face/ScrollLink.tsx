import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface ScrollLinkProps {
  /** The id of a section of this page. */
  readonly to: string
  readonly className: string
  readonly children: ReactNode
}

/** Goes to a section of the same page, and takes the focus along. */
export function ScrollLink({ to, className, children }: ScrollLinkProps) {
  return (
    <Link
      to={`#${to}`}
      className={className}
      onClick={() => document.getElementById(to)?.focus({ preventScroll: true })}
    >
      {children}
    </Link>
  )
}
