import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonStyle, type ButtonVariant } from './styles.ts'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly variant?: ButtonVariant | undefined
  readonly small?: boolean | undefined
  readonly pending?: boolean | undefined
  /** Label while pending. */
  readonly pendingText?: string | undefined
}

export function Button({ variant, small, pending = false, pendingText, disabled, children, ...native }: ButtonProps) {
  return (
    <button
      type="button"
      {...native}
      disabled={disabled === true || pending}
      aria-busy={pending || undefined}
      className={buttonStyle(variant, small)}
    >
      {pending && <Spinner />}
      {pending && pendingText !== undefined ? pendingText : children}
    </button>
  )
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  )
}

interface LinkButtonProps {
  readonly to: string
  readonly variant?: ButtonVariant
  readonly small?: boolean
  readonly children: ReactNode
}

/** A link styled as a button, for pages whose main action is navigation. */
export function LinkButton({ to, variant, small, children }: LinkButtonProps) {
  return (
    <Link to={to} className={buttonStyle(variant, small)}>
      {children}
    </Link>
  )
}
