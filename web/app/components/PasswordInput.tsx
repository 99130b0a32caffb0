import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { texts } from '../texts.ts'
import { controlStyle } from './control-style.ts'
import { Field, type Labelled } from './Field.tsx'

type PasswordInputProps = Labelled & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>

export function PasswordInput({ label, hint, error, optional, ...native }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(wiring) => (
        <div className="relative">
          <input {...native} {...wiring} type={shown ? 'text' : 'password'} className={`${controlStyle} pr-12`} />
          <button
            type="button"
            aria-label={shown ? texts.kit.hidePassword : texts.kit.showPassword}
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
