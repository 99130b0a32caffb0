import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { endpoints } from '../../../../contract/endpoints.ts'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { Notice } from '../../../components/feedback.tsx'
import { PasswordInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { bindField, type FormState, useForm } from '../../../shared/form.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { isPasswordError } from './ceremony.ts'
import { authenticatorName, supportsPasskeys, unsupportedBrowserHint, useAppEnvironment } from './device.ts'
import { passkeyTexts } from './texts.ts'

interface PasskeyPanelProps<Result> {
  readonly mode: 'register' | 'authenticate'
  /** Gets the password, which registering requires. */
  readonly ceremony: (password: string) => Promise<Result>
  readonly onDone?: ((result: Result) => void) | undefined
  /** Not called for a wrong password, which can be corrected. */
  readonly onFailed?: ((message: string) => void) | undefined
}

/** Runs a passkey ceremony; can be retried after a failure. @rule R-21 @rule S-05 idle, pending, succeeded or failed */
export function PasskeyPanel<Result>({ mode, ceremony, onDone, onFailed }: PasskeyPanelProps<Result>) {
  const form = useForm({ password: '' }, passwordSchema, (values) => values)
  const ceremonyMutation = useMutation({
    mutationFn: ceremony,
    onSuccess: (result) => onDone?.(result),
    onError: (error) => (isPasswordError(error) ? form.showFormError(error, error.message) : onFailed?.(error.message)),
  })
  const supported = supportsPasskeys()
  const { error, isSuccess, isPending } = ceremonyMutation
  const button = (
    <Button
      type={mode === 'register' ? 'submit' : 'button'}
      disabled={!supported || isSuccess}
      pending={isPending}
      pendingText={passkeyTexts.pending}
      {...(mode === 'authenticate' && { onClick: () => ceremonyMutation.mutate('') })}
    >
      {passkeyTexts[mode]}
    </Button>
  )
  return (
    <Card title={passkeyTexts.titles[mode]}>
      <div className="grid gap-4">
        <p className="flex items-center gap-3 text-muted">
          <Fingerprint aria-hidden="true" className="size-6 shrink-0 text-brand" />
          {passkeyTexts.authenticatorNote(authenticatorName(navigator.userAgent))}
        </p>
        {!supported && <UnsupportedNotice />}
        <FormAlert text={isPasswordError(error) ? form.formError : error?.message} />
        {isSuccess && (
          <output className="font-medium text-olive">
            {mode === 'register' ? passkeyTexts.registered : passkeyTexts.authenticated}
          </output>
        )}
        {mode === 'authenticate' ? (
          button
        ) : (
          <PasswordForm form={form} onSubmit={({ password }) => ceremonyMutation.mutate(password)}>
            {button}
          </PasswordForm>
        )}
      </div>
    </Card>
  )
}

const passwordSchema = endpoints.registerPasskeyChallenge.body.pick({ password: true })
type PasswordValues = z.output<typeof passwordSchema>

interface PasswordFormProps {
  readonly form: FormState<PasswordValues, PasswordValues>
  readonly onSubmit: (body: PasswordValues) => void
  readonly children: ReactNode
}

/** @rule Q-127 a new passkey requires the password */
function PasswordForm({ form, onSubmit, children }: PasswordFormProps) {
  return (
    <Form
      label={passkeyTexts.titles.register}
      onSubmit={() => form.submitIfValid(onSubmit)}
      errorCount={form.errorCount}
    >
      <PasswordInput
        label={passkeyTexts.password}
        hint={passkeyTexts.passwordHint}
        autoComplete="current-password"
        {...limitsOf(passwordSchema, 'password')}
        {...bindField(form, 'password')}
      />
      <div>{children}</div>
    </Form>
  )
}

/** Not shown in the Android app, which has its own quick access. @rule V-32 hint for browsers without passkeys */
function UnsupportedNotice() {
  const environment = useAppEnvironment()
  if (environment === null || environment.inAndroidApp) return null
  return (
    <Notice>
      <p>{passkeyTexts.unsupported}</p>
      <p>{unsupportedBrowserHint(navigator.userAgent)}</p>
    </Notice>
  )
}
