import { z } from 'zod'
import { newPassword } from '../../../../contract/access.ts'
import { calls } from '../../../../contract/calls.ts'
import { validate } from '../../../../contract/validation.ts'
import { texts } from '../../../texts.ts'
import { sayInItalian } from '../schema-messages.ts'

const { recovery: words } = texts

/** V-28, V-29, C-09; six characters and more that still break the policy hear of the policy. */
const complaintAbout = (typed: string): string | null => {
  if (typed === '') return words.passwordMissing
  if (typed.length < 6) return words.passwordShort
  const judged = validate(newPassword, typed)
  return judged.ok ? null : sayInItalian(judged.first)
}

const twice = {
  newPassword: z.string().superRefine((typed, context) => {
    const message = complaintAbout(typed)
    if (message !== null) context.addIssue({ code: 'custom', message })
  }),
  /** V-30 */
  confirmation: z.string().min(1, words.confirmationMissing),
}
export interface Twice {
  readonly newPassword: string
  readonly confirmation: string
}
const agree = ({ newPassword, confirmation }: Twice) => newPassword === confirmation
/** V-31; said beside the confirmation. */
const otherwise = { path: ['confirmation'], error: words.mismatch }

export const resetForm = z
  .strictObject({ code: calls.resetPassword.body.shape.code, ...twice })
  .refine(agree, otherwise)
export const changeForm = z
  .strictObject({ currentPassword: calls.changePassword.body.shape.currentPassword, ...twice })
  .refine(agree, otherwise)
