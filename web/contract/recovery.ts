import { z } from 'zod'
import { newPassword } from './access.ts'
import { call } from './call.ts'
import { phone, secret, text } from './fields.ts'

/** P-02 */
export const userType = z.enum(['business', 'client'])
export type UserType = z.infer<typeof userType>

/** V-27 */
const email = text(1, 254, 'Email richiesta').regex(z.regexes.email, "Inserisci un'email valida")
/** With one character of its local part and the domain. */
const maskedEmail = z.string()

export const recoveryCalls = {
  recoverEmail: call({
    method: 'POST',
    path: '/api/auth/recover-email',
    says: 'Sends the forgotten e-mail address by SMS to the number on record; null where all numbers are answered alike',
    who: 'anyone',
    body: z.strictObject({ phone: phone(), userType }),
    answer: z.object({ email: maskedEmail.nullable() }),
    limit: 'code',
    limitKey: 'phone',
  }),
  sendResetCode: call({
    method: 'POST',
    path: '/api/auth/send-reset-code',
    says: 'Mails the code reset-password asks for; the answer never tells whom it found',
    who: 'anyone',
    body: z.strictObject({ email, userType }),
    answer: null,
    limit: 'code',
    limitKey: 'email',
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/auth/reset-password',
    says: 'Sets a new password with the mailed code and ends every session',
    who: 'anyone',
    body: z.strictObject({
      email,
      newPassword,
      userType,
      code: text(1, 6, 'Inserisci il codice a 6 cifre').regex(/^\d{6}$/, 'Inserisci il codice a 6 cifre'),
    }),
    answer: null,
    limit: 'code',
    limitKey: 'email',
  }),
  sendTemporaryPassword: call({
    method: 'POST',
    path: '/api/auth/send-temp-password',
    says: 'Mails a password for one sign-in; the answer shows the address asked for, masked, and never tells whom it found',
    who: 'anyone',
    body: z.strictObject({ email, userType }),
    answer: z.object({ tempPassword: z.null(), email: maskedEmail }),
    limit: 'code',
    limitKey: 'email',
  }),
  changePassword: call({
    method: 'POST',
    path: '/api/auth/change-password',
    says: 'Changes one’s own password; every other session ends',
    who: 'signed-in',
    body: z.strictObject({ currentPassword: secret('Password richiesta'), newPassword }),
    answer: null,
    limit: 'login',
    beforeNewPassword: true,
    whileSuspended: true,
  }),
}
