import { z } from 'zod'
import { referralCode } from './affiliate.ts'
import { businessType, province } from './businesses.ts'
import { call } from './call.ts'
import { email, id, phone, photo, secret, text, theForkRating } from './fields.ts'
import { user } from './user.ts'

/** V-11, V-12: quoted schema messages; screens say them in Italian. */
export const passwordTooShort = 'Password must be at least 10 characters'
export const passwordTooPlain = 'Password must contain uppercase, lowercase, number and special character'

/** C-09 */
export const newPassword = secret('Password richiesta')
  .min(10, passwordTooShort)
  .refine((password) => password.length < 10 || rich.every((kind) => kind.test(password)), passwordTooPlain)
const rich = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/]

/** V-13 */
const registrationEmail = email('Invalid email address')
const referral = referralCode.nullish()
/** V-14 */
const nameOfPerson = text(2, 50)
/** A username never looks like an e-mail address, so that login can take either. */
const username = text(3, 40, 'Username richiesto').regex(/^[\p{L}\p{N}._-]+$/u, 'Usa lettere, cifre, punti, trattini')

const nameTooShort = "Il nome dell'attività deve avere almeno 2 caratteri"
/** V-16, V-64, C-10 */
export const businessName = text(1, 1000, nameTooShort)
  .min(2, nameTooShort)
  .max(50, "Il nome dell'attività non può superare i 50 caratteri")

export const registerBusinessBody = z.strictObject({
  username,
  password: newPassword,
  businessName,
  /** V-17 */
  businessType,
  email: registrationEmail,
  phone: phone().nullish(),
  /** No session for an upload yet: the picture travels in the body. */
  businessPhoto: photo.nullish(),
  /** V-18 */
  location: text(5, 200),
  /** The screen asks for it, the server accepts it empty (V-18, Q-84). */
  province: province.nullish(),
  theForkRating: theForkRating.nullish(),
  ref: referral,
})

/** Quoted schema message; screens say it in Italian. */
export const privacyConsentMissing = 'Privacy consent is required'
export const privacyConsent = z.literal(true, privacyConsentMissing)

export const registerClientBody = z.strictObject({
  firstName: nameOfPerson,
  lastName: nameOfPerson,
  email: registrationEmail,
  phone: phone('Numero di telefono richiesto per recupero credenziali'),
  password: newPassword,
  /** Asked by the screens; who leaves it out, as A-06 does, is asked for it by the profile's setup. */
  privacyConsent: privacyConsent.optional(),
  ref: referral,
})

export const accessCalls = {
  currentUser: call({
    method: 'GET',
    path: '/api/auth/user',
    says: 'The signed-in account; 401 is logged out',
    who: 'signed-in',
    answer: user,
    beforeNewPassword: true,
    whileSuspended: true,
  }),
  login: call({
    method: 'POST',
    path: '/api/auth/login',
    says: 'Signs a business in, by e-mail or username',
    who: 'anyone',
    /** V-01, V-02 */
    body: z.strictObject({ username: text(1, 254, 'Username richiesto'), password: secret('Password richiesta') }),
    answer: z.object({ user, mustChangePassword: z.literal(true).optional() }),
    limit: 'login',
    limitKey: 'username',
  }),
  registerBusiness: call({
    method: 'POST',
    path: '/api/auth/register',
    says: 'Opens a business account and signs it in',
    who: 'anyone',
    body: registerBusinessBody,
    answer: z.object({ user }),
    status: 201,
    limit: 'registration',
    limitKey: 'email',
    pictures: true,
  }),
  logout: call({
    method: 'POST',
    path: '/api/auth/logout',
    says: 'Ends the session; fine without one',
    who: 'anyone',
    answer: null,
    beforeNewPassword: true,
    whileSuspended: true,
  }),
  loginClient: call({
    method: 'POST',
    path: '/api/auth/login-client',
    says: 'Signs a client in',
    who: 'anyone',
    body: z.strictObject({ email: text(1, 254, 'Email richiesta'), password: secret('Password richiesta') }),
    answer: z.object({
      showBiometricOption: z.boolean(),
      clientId: id,
      emailVerified: z.boolean(),
      mustChangePassword: z.literal(true).optional(),
    }),
    limit: 'login',
    limitKey: 'email',
    errorField: true,
  }),
  registerClient: call({
    method: 'POST',
    path: '/api/auth/register-client',
    says: 'Opens a client account and mails it a code',
    who: 'anyone',
    body: registerClientBody,
    answer: z.object({ clientId: id }),
    status: 201,
    limit: 'registration',
    limitKey: 'email',
    errorField: true,
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/api/auth/verify-email',
    says: 'Confirms a client’s e-mail with the mailed code and signs in',
    who: 'anyone',
    body: z.strictObject({
      clientId: id,
      /** V-10, C-08 */
      verificationCode: text(1, 6).regex(/^\d{6}$/, 'Inserisci il codice a 6 cifre'),
    }),
    answer: null,
    limit: 'code',
    limitKey: 'clientId',
    errorField: true,
  }),
  resendVerification: call({
    method: 'POST',
    path: '/api/auth/resend-verification',
    says: 'Mails a fresh code (client) or link (the signed-in business); the answer never tells whom it found',
    who: 'anyone',
    body: z.strictObject({ clientId: id.optional() }),
    answer: null,
    limit: 'code',
    limitKey: 'clientId',
    errorField: true,
  }),
  confirmEmail: call({
    method: 'POST',
    path: '/api/auth/confirm-email',
    says: 'Confirms a business’s e-mail with the token of the mailed link',
    who: 'anyone',
    body: z.strictObject({ token: text(1, 200) }),
    answer: null,
    limit: 'code',
  }),
  csrfToken: call({
    method: 'GET',
    path: '/api/auth/csrf-token',
    says: 'The value of X-CSRF-Token for uploads and the profile wizard',
    who: 'signed-in',
    answer: z.object({ csrfToken: z.string() }),
  }),
}
