import type { ComponentProps } from 'react'
import { buttonStyle, type ButtonLook } from './button-style.ts'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: ButtonLook | undefined
  readonly small?: boolean | undefined
  readonly pending?: boolean | undefined
  /** What the button says while pending. */
  readonly pendingText?: string | undefined
}

export function Button({ look, small, pending = false, pendingText, disabled, children, ...native }: ButtonProps) {
  return (
    <button
      type="button"
      {...native}
      disabled={disabled === true || pending}
      aria-busy={pending || undefined}
      className={buttonStyle(look, small)}
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
