/** Joins the class names that apply. */
export const classNames = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ')

/** Style of inputs, selects and text areas. */
export const controlStyle =
  'w-full min-h-11 rounded-control border border-edge bg-surface px-3.5 py-2 text-ink placeholder:text-muted ' +
  'aria-invalid:border-danger disabled:opacity-60'

/** Style of links in text. */
export const textLinkStyle = 'font-medium text-brand underline underline-offset-4 hover:text-brand-strong'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

const variantClasses: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border border-edge bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
}

/** Style of buttons and button links. */
export const buttonStyle = (look: ButtonVariant = 'primary', small = false) =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-control font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55',
    small ? 'min-h-9 px-3 py-1.5 text-sm' : 'min-h-11 px-4.5 py-2',
    variantClasses[look],
  )
