import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { controlStyle } from './styles.ts'
import { formTexts } from './form.texts.ts'

export interface FieldText {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly optional?: boolean | undefined
}

/** Attributes that associate a control with its label, hint and error. */
export interface FieldControlProps {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

interface FieldProps extends FieldText {
  /** Additional content next to the label, such as a counter. */
  readonly aside?: ReactNode
  readonly children: (controlProps: FieldControlProps) => ReactNode
}

/** Label above, hint or error below; `aria-describedby` names only rendered texts. */
export function Field({ label, hint, error, optional, aside, children }: FieldProps) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
          {optional === true && <span className="font-normal text-muted"> (facoltativo)</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(described === '' ? {} : { 'aria-describedby': described }),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

export type TextInputProps = FieldText &
  Omit<ComponentProps<'input'>, 'id' | 'className'> & { readonly aside?: ReactNode }

export function TextInput({ label, hint, error, optional, aside, ...native }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={aside}>
      {(controlProps) => <input type="text" {...native} {...controlProps} className={controlStyle} />}
    </Field>
  )
}

export function AgeInput(props: TextInputProps) {
  return <TextInput type="number" inputMode="numeric" {...props} />
}

/** Code from an e-mail. */
export function CodeInput(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="one-time-code" {...props} />
}

/** Phone number with numeric keyboard and autofill. */
export function PhoneInput(props: TextInputProps) {
  return <TextInput type="tel" autoComplete="tel" {...props} />
}

type PasswordInputProps = FieldText & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>

/** Ignores a maximum length, so that a long password is rejected rather than silently cut. */
export function PasswordInput({ label, hint, error, optional, maxLength: _, ...native }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(controlProps) => (
        <div className="relative">
          <input {...native} {...controlProps} type={shown ? 'text' : 'password'} className={`${controlStyle} pr-12`} />
          <button
            type="button"
            aria-label={shown ? formTexts.hidePassword : formTexts.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-muted hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}

type TextAreaProps = FieldText &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'maxLength' | 'value'> & {
    readonly value: string
    readonly maxLength: number
    /** For texts too short for a counter. */
    readonly hideCount?: boolean
  }

/** Text area with a character counter. */
export function TextArea({ label, hint, error, optional, value, maxLength, hideCount, ...native }: TextAreaProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      aside={hideCount !== true && <CharacterCount length={value.length} maxLength={maxLength} />}
    >
      {(controlProps) => (
        <textarea rows={4} {...native} {...controlProps} value={value} maxLength={maxLength} className={controlStyle} />
      )}
    </Field>
  )
}

export function CharacterCount({ length, maxLength }: { readonly length: number; readonly maxLength: number }) {
  return (
    <span aria-hidden="true" className="text-sm text-muted tabular-nums">
      {length}/{maxLength}
    </span>
  )
}

export interface SelectOption {
  readonly value: string
  readonly label: string
}

type SelectProps = FieldText &
  Omit<ComponentProps<'select'>, 'id' | 'className'> & {
    readonly options: readonly SelectOption[]
    /** Shown while nothing is selected. */
    readonly placeholder?: string
  }

export function Select({ label, hint, error, optional, options, placeholder, ...native }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(controlProps) => (
        <select {...native} {...controlProps} className={controlStyle}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface RadioCardsProps {
  readonly legend: string
  readonly options: readonly SelectOption[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Radio group shown as cards. */
export function RadioCards({ legend, options, value, onChange }: RadioCardsProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-11 items-center gap-3 rounded-control border border-edge bg-surface px-3.5 py-2 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-olive"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="size-4.5 shrink-0 accent-brand outline-none"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & {
  readonly label: string
  readonly error?: string | undefined
}

export function Checkbox({ label, error, ...native }: CheckboxProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-3">
        <input
          {...native}
          {...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
          id={id}
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-brand"
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
