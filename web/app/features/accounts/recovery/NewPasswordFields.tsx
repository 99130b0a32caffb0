import type { ReactNode } from 'react'
import { z } from 'zod'
import { newPassword } from '../../../../contract/accounts/authentication.ts'
import { shortPasswordLength } from '../../../../contract/accounts/sign-in.ts'
import { endpoints } from '../../../../contract/endpoints.ts'
import { validate } from '../../../../contract/validation.ts'
import { Button } from '../../../components/buttons.tsx'
import { PasswordInput } from '../../../components/form-controls.tsx'
import { FormAlert } from '../../../components/form.tsx'
import { bindField, type FormState } from '../../../shared/form.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { translateMessage } from '../validation-messages.ts'
import { recoveryTexts } from './texts.ts'

interface NewPasswordFieldsProps<Values extends NewPasswordValues> {
  /** Between the fields and the button. */
  readonly children?: ReactNode
  readonly form: FormState<Values, unknown>
  readonly pending: boolean
}

/** New password, confirmation and submit button. */
export function NewPasswordFields<Values extends NewPasswordValues>({
  form,
  pending,
  children,
}: NewPasswordFieldsProps<Values>) {
  return (
    <>
      <PasswordInput
        label={recoveryTexts.newPassword}
        hint={recoveryTexts.passwordHint}
        autoComplete="new-password"
        {...limitsOf(endpoints.changePassword.body, 'newPassword')}
        {...bindField(form, 'newPassword')}
      />
      <PasswordInput
        label={recoveryTexts.confirmation}
        autoComplete="new-password"
        required
        {...bindField(form, 'confirmation')}
      />
      {children}
      <FormAlert text={form.formError} />
      <Button type="submit" pending={pending} pendingText={recoveryTexts.pending}>
        {recoveryTexts.save}
      </Button>
    </>
  )
}

/** @rule V-28 V-29 C-09 Q-06 explains the password policy unless the password is short */
const newPasswordError = (password: string): string | null => {
  if (password === '') return recoveryTexts.passwordMissing
  if (password.length < shortPasswordLength) return recoveryTexts.passwordShort
  const validated = validate(newPassword, password)
  return validated.ok ? null : translateMessage(validated.first)
}

const newPasswordShape = {
  newPassword: z.string().superRefine((password, context) => {
    const message = newPasswordError(password)
    if (message !== null) context.addIssue({ code: 'custom', message })
  }),
  /** @rule V-30 required */
  confirmation: z.string().min(1, recoveryTexts.confirmationMissing),
}
export interface NewPasswordValues {
  readonly newPassword: string
  readonly confirmation: string
}
const passwordsMatch = ({ newPassword, confirmation }: NewPasswordValues) => newPassword === confirmation
/** Shown at the confirmation. @rule V-31 both must match */
const mismatchIssue = { path: ['confirmation'], error: recoveryTexts.mismatch }

export const resetPasswordSchema = z
  .strictObject({
    code: endpoints.resetPassword.body.shape.code,
    removePasskeys: z.boolean(),
    ...newPasswordShape,
  })
  .refine(passwordsMatch, mismatchIssue)
export const changePasswordSchema = z
  .strictObject({ currentPassword: endpoints.changePassword.body.shape.currentPassword, ...newPasswordShape })
  .refine(passwordsMatch, mismatchIssue)
