import { classNames } from './class-names.ts'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border border-edge bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
}

/** Buttons and links that look like buttons share it. */
export const buttonStyle = (look: ButtonLook = 'primary', small = false) =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-control font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55',
    small ? 'min-h-9 px-3 py-1.5 text-sm' : 'min-h-11 px-4.5 py-2',
    looks[look],
  )
