import { z } from 'zod'
import { call } from '../call.ts'
import {
  email,
  httpsUrl,
  id,
  instant,
  optionalText,
  phone,
  photo,
  photoFor,
  secret,
  text,
  theForkRating,
} from '../fields.ts'
import { referralCode } from '../promotion/affiliate.ts'
import { businessType, province } from './businesses.ts'

/** E-22, with what the added calls name: never a hash, a token or a counter. */
export const user = z
  .object({
    id,
    /** `clients.id`; null for a business. */
    clientId: id.nullable(),
    email: z.string(),
    role: z.enum(['CLIENTE', 'ESERCENTE']),
    staffRoles: z.array(z.enum(['MODERATORE', 'ADMIN', 'REVISORE'])),
    emailVerified: z.boolean(),
    displayName: z.string(),
    profilePhoto: z.string().nullable(),
    totalRatingsGiven: z.int(),
    businessName: z.string().nullable(),
    businessType: businessType.nullable(),
    businessPhoto: z.string().nullable(),
    location: z.string().nullable(),
    province: province.nullable(),
    provinceName: z.string().nullable(),
    theForkRating: z.number().nullable(),
    /** Only there where developer tools are switched on, never in production. */
    developer: z.literal(true).optional(),
    /** Only there while a temporary password waits to be changed. */
    mustChangePassword: z.literal(true).optional(),
    /** Only there while staff has not shown a passkey that counts, where one is wanted (ASVS 6.3.3). */
    secondFactorDue: z.literal(true).optional(),
    /** Only there while the account is suspended; without end when null. */
    suspended: z.object({ until: instant.nullable() }).optional(),
  })
  .meta({ id: 'User' })

export type User = z.infer<typeof user>

/** V-11, V-12: quoted schema messages; screens say them in Italian. */
export const passwordTooShort = 'Password must be at least 10 characters'

export const passwordTooPlain = 'Password must contain uppercase, lowercase, number and special character'

/** C-09 */
export const newPassword = secret('Password richiesta')
  .min(10, passwordTooShort)
  .refine(
    (password) => password.length < 10 || requiredCharacters.every((kind) => kind.test(password)),
    passwordTooPlain,
  )

const requiredCharacters = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/]

/** V-13 */
const registrationEmail = email('Invalid email address')

const referral = referralCode.nullish()

/** V-14 */
const personName = text(2, 50)

/** A username never looks like an e-mail address, so that login can take either. */
const username = text(3, 40, 'Username richiesto').regex(/^[\p{L}\p{N}._-]+$/u, 'Usa lettere, cifre, punti, trattini')

const businessNameTooShort = "Il nome dell'attività deve avere almeno 2 caratteri"

/** V-16, V-64, C-10 */
export const businessName = text(1, 1000, businessNameTooShort)
  .min(2, businessNameTooShort)
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
  firstName: personName,
  lastName: personName,
  email: registrationEmail,
  phone: phone('Numero di telefono richiesto per recupero credenziali'),
  password: newPassword,
  /** Asked by the screens; who leaves it out, as A-06 does, is asked for it by the profile's setup. */
  privacyConsent: privacyConsent.optional(),
  ref: referral,
})

export const authenticationCalls = {
  currentUser: call({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in account; 401 is logged out',
    access: 'signed-in',
    response: user,
    allowedBeforePasswordChange: true,
    allowedWhileSuspended: true,
  }),
  login: call({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Signs a business in, by e-mail or username',
    access: 'anyone',
    /** V-01, V-02 */
    body: z.strictObject({ username: text(1, 254, 'Username richiesto'), password: secret('Password richiesta') }),
    response: z.object({ user, mustChangePassword: z.literal(true).optional() }),
    rateLimit: 'login',
    rateLimitKey: 'username',
  }),
  registerBusiness: call({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Opens a business account and signs it in',
    access: 'anyone',
    body: registerBusinessBody,
    response: z.object({ user }),
    status: 201,
    rateLimit: 'registration',
    rateLimitKey: 'email',
    acceptsImages: true,
  }),
  logout: call({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Ends the session; fine without one',
    access: 'anyone',
    response: null,
    allowedBeforePasswordChange: true,
    allowedWhileSuspended: true,
  }),
  loginClient: call({
    method: 'POST',
    path: '/api/auth/login-client',
    summary: 'Signs a client in',
    access: 'anyone',
    body: z.strictObject({ email: text(1, 254, 'Email richiesta'), password: secret('Password richiesta') }),
    response: z.object({
      showBiometricOption: z.boolean(),
      clientId: id,
      emailVerified: z.boolean(),
      mustChangePassword: z.literal(true).optional(),
    }),
    rateLimit: 'login',
    rateLimitKey: 'email',
    errorField: true,
  }),
  registerClient: call({
    method: 'POST',
    path: '/api/auth/register-client',
    summary: 'Opens a client account and mails it a code',
    access: 'anyone',
    body: registerClientBody,
    response: z.object({ clientId: id }),
    status: 201,
    rateLimit: 'registration',
    rateLimitKey: 'email',
    errorField: true,
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirms a client’s e-mail with the mailed code and signs in',
    access: 'anyone',
    body: z.strictObject({
      clientId: id,
      /** V-10, C-08 */
      verificationCode: text(1, 6).regex(/^\d{6}$/, 'Inserisci il codice a 6 cifre'),
    }),
    response: null,
    rateLimit: 'code',
    rateLimitKey: 'clientId',
    errorField: true,
  }),
  resendVerification: call({
    method: 'POST',
    path: '/api/auth/resend-verification',
    summary: 'Mails a fresh code (client) or link (the signed-in business); the answer never tells whom it found',
    access: 'anyone',
    body: z.strictObject({ clientId: id.optional() }),
    response: null,
    rateLimit: 'code',
    rateLimitKey: 'clientId',
    errorField: true,
  }),
  confirmEmail: call({
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: 'Confirms a business’s e-mail with the token of the mailed link',
    access: 'anyone',
    body: z.strictObject({ token: text(1, 200) }),
    response: null,
    rateLimit: 'code',
  }),
  csrfToken: call({
    method: 'GET',
    path: '/api/auth/csrf-token',
    summary: 'The value of X-CSRF-Token for uploads and the profile wizard',
    access: 'signed-in',
    response: z.object({ csrfToken: z.string() }),
  }),
}

export const photoConsentMissing = 'Per una foto dai social serve il consenso del cliente.'

const incompleteSocialPhoto = 'Indica sia il social sia l’indirizzo della foto'

/** E-24 */
export const createClientBody = registerClientBody
  .extend({
    /** V-08 */
    age: z.int().min(18, 'Devi avere almeno 18 anni').max(100, 'Inserisci un’età fino a 100 anni').nullish(),
    residence: optionalText(200),
    travelType: z.enum(['business', 'leisure']).nullish(),
    /** No session for an upload yet: the picture travels in the body, as a business's does. */
    profilePhoto: photoFor('client').nullish(),
    socialPhotoUrl: httpsUrl.nullish(),
    /** V-24 */
    socialPhotoSource: z.enum(['facebook', 'instagram']).nullish(),
    /** V-09, Q-87 */
    privacyConsent,
    photoConsent: z.boolean().optional(),
  })
  .refine(({ socialPhotoUrl, socialPhotoSource }) => !socialPhotoUrl === !socialPhotoSource, {
    path: ['socialPhotoUrl'],
    error: incompleteSocialPhoto,
  })
  /** V-25 */
  .refine(({ socialPhotoUrl, photoConsent }) => !socialPhotoUrl || photoConsent === true, {
    path: ['photoConsent'],
    error: photoConsentMissing,
  })

export const clientRegistrationCalls = {
  createClient: call({
    method: 'POST',
    path: '/api/clients',
    summary: 'Opens a client account with all that /register-client asks, mails it a code and signs it in (Q-09)',
    access: 'anyone',
    body: createClientBody,
    response: z.object({ clientId: id, user }),
    status: 201,
    rateLimit: 'registration',
    errorField: true,
    acceptsImages: true,
  }),
}

export const ownSession = z.object({
  /** Names it; neither its token nor anything the token follows from. */
  id,
  /** `Firefox su Windows`; null when the browser did not say. */
  device: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
  /** The one this was asked in. */
  current: z.boolean(),
})

export type OwnSession = z.infer<typeof ownSession>

export const sessionCalls = {
  sessions: call({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'Where one is signed in; the last used first',
    access: 'signed-in',
    response: z.array(ownSession),
  }),
  endSession: call({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    summary: 'Ends one of one’s own sessions: its next call is a stranger’s',
    access: 'signed-in',
    params: z.object({ id }),
    response: null,
    rateLimit: 'write',
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: 'Ends all of one’s own sessions but the one it is asked in',
    access: 'signed-in',
    response: null,
    rateLimit: 'write',
  }),
}

/** P-02 */
export const userType = z.enum(['business', 'client'])

export type UserType = z.infer<typeof userType>

/** V-27 */
const recoveryEmail = text(1, 254, 'Email richiesta').regex(z.regexes.email, "Inserisci un'email valida")

/** With one character of its local part and the domain. */
const maskedEmail = z.string()

export const recoveryCalls = {
  recoverEmail: call({
    method: 'POST',
    path: '/api/auth/recover-email',
    summary:
      'Sends the forgotten e-mail address by SMS to the number on record; null where all numbers are answered alike',
    access: 'anyone',
    body: z.strictObject({ phone: phone(), userType }),
    response: z.object({ email: maskedEmail.nullable() }),
    rateLimit: 'code',
    rateLimitKey: 'phone',
  }),
  sendResetCode: call({
    method: 'POST',
    path: '/api/auth/send-reset-code',
    summary: 'Mails the code reset-password asks for; the answer never tells whom it found',
    access: 'anyone',
    body: z.strictObject({ email: recoveryEmail, userType }),
    response: null,
    rateLimit: 'code',
    rateLimitKey: 'email',
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Sets a new password with the mailed code and ends every session',
    access: 'anyone',
    body: z.strictObject({
      email: recoveryEmail,
      newPassword,
      userType,
      code: text(1, 6, 'Inserisci il codice a 6 cifre').regex(/^\d{6}$/, 'Inserisci il codice a 6 cifre'),
    }),
    response: null,
    rateLimit: 'code',
    rateLimitKey: 'email',
  }),
  sendTemporaryPassword: call({
    method: 'POST',
    path: '/api/auth/send-temp-password',
    summary:
      'Mails a password for one sign-in; the answer shows the address asked for, masked, and never tells whom it found',
    access: 'anyone',
    body: z.strictObject({ email: recoveryEmail, userType }),
    response: z.object({ tempPassword: z.null(), email: maskedEmail }),
    rateLimit: 'code',
    rateLimitKey: 'email',
  }),
  changePassword: call({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Changes one’s own password; every other session ends',
    access: 'signed-in',
    body: z.strictObject({ currentPassword: secret('Password richiesta'), newPassword }),
    response: null,
    rateLimit: 'login',
    allowedBeforePasswordChange: true,
    allowedWhileSuspended: true,
  }),
}
