import { z } from 'zod'
import { newPassword } from '../../../../contract/accounts/authentication.ts'
import { calls } from '../../../../contract/calls.ts'
import { validate } from '../../../../contract/validation.ts'
import { Button } from '../../../components/buttons.tsx'
import { PasswordInput } from '../../../components/form-controls.tsx'
import { FormAlert } from '../../../components/form.tsx'
import { bindField, type FormState } from '../../../shared/form.ts'
import { translateMessage } from '../validation-messages.ts'
import { recoveryTexts } from './texts.ts'

interface NewPasswordFieldsProps<Values extends NewPasswordValues> {
  readonly form: FormState<Values, unknown>
  readonly pending: boolean
}

/** The new password, the same once more, and the button that saves it. */
export function NewPasswordFields<Values extends NewPasswordValues>({ form, pending }: NewPasswordFieldsProps<Values>) {
  return (
    <>
      <PasswordInput
        label={recoveryTexts.newPassword}
        hint={recoveryTexts.passwordHint}
        autoComplete="new-password"
        required
        {...bindField(form, 'newPassword')}
      />
      <PasswordInput
        label={recoveryTexts.confirmation}
        autoComplete="new-password"
        required
        {...bindField(form, 'confirmation')}
      />
      <FormAlert text={form.formError} />
      <Button type="submit" pending={pending} pendingText={recoveryTexts.pending}>
        {recoveryTexts.save}
      </Button>
    </>
  )
}

/** V-28, V-29, C-09; six characters and more that still break the policy hear of the policy. */
const newPasswordError = (typed: string): string | null => {
  if (typed === '') return recoveryTexts.passwordMissing
  if (typed.length < 6) return recoveryTexts.passwordShort
  const judged = validate(newPassword, typed)
  return judged.ok ? null : translateMessage(judged.first)
}

const newPasswordShape = {
  newPassword: z.string().superRefine((typed, context) => {
    const message = newPasswordError(typed)
    if (message !== null) context.addIssue({ code: 'custom', message })
  }),
  /** V-30 */
  confirmation: z.string().min(1, recoveryTexts.confirmationMissing),
}
export interface NewPasswordValues {
  readonly newPassword: string
  readonly confirmation: string
}
const passwordsMatch = ({ newPassword, confirmation }: NewPasswordValues) => newPassword === confirmation
/** V-31; said beside the confirmation. */
const mismatchIssue = { path: ['confirmation'], error: recoveryTexts.mismatch }

export const resetPasswordSchema = z
  .strictObject({ code: calls.resetPassword.body.shape.code, ...newPasswordShape })
  .refine(passwordsMatch, mismatchIssue)
export const changePasswordSchema = z
  .strictObject({ currentPassword: calls.changePassword.body.shape.currentPassword, ...newPasswordShape })
  .refine(passwordsMatch, mismatchIssue)
