import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonStyle, type ButtonLook } from './button-style.ts'

interface LinkButtonProps {
  readonly to: string
  readonly look?: ButtonLook
  readonly small?: boolean
  readonly children: ReactNode
}

/** A link that looks like a button, where going somewhere is the main thing to do. */
export function LinkButton({ to, look, small, children }: LinkButtonProps) {
  return (
    <Link to={to} className={buttonStyle(look, small)}>
      {children}
    </Link>
  )
}
