import { personNameFlaw, publicNameFlaw } from '../../../domain/accounts/names.ts'
import { businessNameLength, minPasswordLength, requiredPasswordCharacters } from '../../../domain/accounts/rules.ts'
import { accountKinds, permissions, staffRoles } from '../../../domain/accounts/vocabulary.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { email, id, instant, name, phone, photo, secret, text, theForkRating } from '../fields.ts'
import { referralCode } from '../promotion/affiliate.ts'
import { businessType, isPremium, province } from './businesses.ts'
import { loginLengths } from './sign-in.ts'

/** Kind of account, as shown to users: client or business. */
export const accountRole = z.enum(['CLIENTE', 'ESERCENTE'])
export type AccountRole = z.infer<typeof accountRole>

/** The signed-in account (E-22). @rule Q-22 never contains hashes, tokens or counters */
export const user = z
  .object({
    id,
    /** Client id (glossary), not the account id; null for a business. */
    clientId: id.nullable(),
    email: z.string(),
    role: accountRole,
    staffRoles: z.array(z.enum(staffRoles)),
    /** What the staff roles allow. The server authorises every call. */
    permissions: z.array(z.enum(permissions)),
    emailVerified: z.boolean(),
    displayName: z.string(),
    isPremium,
    profilePhoto: z.string().nullable(),
    totalRatingsGiven: z.int(),
    businessName: z.string().nullable(),
    businessType: businessType.nullable(),
    businessPhoto: z.string().nullable(),
    location: z.string().nullable(),
    province: province.nullable(),
    provinceName: z.string().nullable(),
    theForkRating: z.number().nullable(),
    /** Present only if developer tools are enabled, never in production. @rule Q-34 */
    developer: z.literal(true).optional(),
    /** Present only after a sign-in with a temporary password. @rule Q-04 */
    mustChangePassword: z.literal(true).optional(),
    /** Present only if staff must still confirm with a trusted passkey (ASVS 6.3.3). */
    secondFactorDue: z.literal(true).optional(),
    /** Present only during a suspension; `until` is null for a permanent one. @rule Q-55 */
    suspended: z.object({ until: instant.nullable() }).optional(),
  })
  .meta({ id: 'User' })

export type User = z.infer<typeof user>

/** Specified messages of the schema; screens translate them. @rule V-11 V-12 Q-98 */
export const passwordTooShort = 'Password must be at least 10 characters'

export const passwordTooWeak = 'Password must contain uppercase, lowercase, number and special character'

/** @rule C-09 at least 10 characters, with lower and upper case, digit and sign */
export const newPassword = secret('Password richiesta')
  .min(minPasswordLength, passwordTooShort)
  .refine(
    (password) =>
      password.length < minPasswordLength || requiredPasswordCharacters.every((pattern) => pattern.test(password)),
    passwordTooWeak,
  )

/** @rule V-13 a valid e-mail address */
const registrationEmail = email('Invalid email address')

const referral = referralCode.nullish()

type NameFlaw = NonNullable<ReturnType<typeof publicNameFlaw>>

/** @rule Q-131 */
export const nameFlawMessages: Readonly<Record<NameFlaw, string>> = {
  invisible: 'Contiene caratteri invisibili: scrivilo di nuovo',
  address: 'Non può contenere “@” o “://”',
  reserved: 'Questo nome è riservato a Garbo: scegline un altro',
}

/** Reports the flaw of a name. @rule Q-131 */
export const withoutFlaw = (flawOf: (name: string) => NameFlaw | null) =>
  z.check<string>(({ value, issues }) => {
    const flaw = flawOf(value)
    if (flaw !== null) issues.push({ code: 'custom', message: nameFlawMessages[flaw], input: value })
  })

/** @rule V-14 at least 2 characters */
export const personName = name(2, 50).check(withoutFlaw(personNameFlaw))

/** @rule Q-07 usernames never look like e-mail addresses, so that sign-in accepts either */
const username = name(3, 40, 'Username richiesto')
  .regex(/^[\p{L}\p{N}._-]+$/u, 'Usa lettere, cifre, punti, trattini')
  .check(withoutFlaw(publicNameFlaw))

const businessNameTooShort = "Il nome dell'attività deve avere almeno 2 caratteri"

/** @rule V-16 V-64 C-10 2 to 50 characters */
export const businessName = name(1, 1000, businessNameTooShort)
  .min(businessNameLength.min, businessNameTooShort)
  .max(businessNameLength.max, `Il nome dell'attività non può superare i ${businessNameLength.max} caratteri`)
  .check(withoutFlaw(publicNameFlaw))

export const registerBusinessBody = z.strictObject({
  username,
  password: newPassword,
  businessName,
  /** @rule V-17 required */
  businessType,
  email: registrationEmail,
  phone: phone().nullish(),
  /** An image in the body, since uploads require a session. @rule Q-85 */
  businessPhoto: photo.nullish(),
  /** @rule V-18 at least 5 characters */
  location: text(5, 200),
  /** @rule V-18 Q-134 required */
  province,
  theForkRating: theForkRating.nullish(),
  ref: referral,
})

/** Specified message of the schema; screens translate it. @rule Q-98 */
export const privacyConsentMissing = 'Privacy consent is required'

export const privacyConsent = z.literal(true, privacyConsentMissing)

export const registerClientBody = z.strictObject({
  firstName: personName,
  lastName: personName,
  email: registrationEmail,
  phone: phone('Numero di telefono richiesto per recupero credenziali'),
  password: newPassword,
  /** Required by the screens; optional here, in which case the profile setup asks for it. @rule Q-87 */
  privacyConsent: privacyConsent.optional(),
  ref: referral,
})

export const authenticationEndpoints = {
  currentUser: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'Returns the caller’s account; 401 without a session',
    access: 'signed-in',
    response: user,
    allowedBeforePasswordChange: true,
    allowedWhileSuspended: true,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Signs a business in by e-mail address or username',
    access: 'anyone',
    /** @rule V-01 V-02 both required */
    body: z.strictObject({
      username: text(1, loginLengths.username, 'Username richiesto'),
      password: secret('Password richiesta'),
    }),
    response: z.object({ user, mustChangePassword: z.literal(true).optional() }),
    rateLimit: 'login',
    rateLimitKey: 'username',
    recorded: { what: 'sign-in', why: 'password' },
  }),
  registerBusiness: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Registers a business and signs it in',
    access: 'anyone',
    body: registerBusinessBody,
    response: z.object({ user }),
    status: 201,
    idempotent: true,
    rateLimit: 'registration',
    rateLimitKey: 'email',
    imageFields: ['businessPhoto'],
    recorded: { what: 'registration' },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Ends the session, if there is one',
    access: 'anyone',
    response: null,
    allowedBeforePasswordChange: true,
    allowedWhileSuspended: true,
    recorded: { what: 'sign-out' },
  }),
  loginClient: endpoint({
    method: 'POST',
    path: '/api/auth/login-client',
    summary: 'Signs a client in',
    access: 'anyone',
    body: z.strictObject({
      email: text(1, loginLengths.username, 'Email richiesta'),
      password: secret('Password richiesta'),
    }),
    response: z.object({
      showBiometricOption: z.boolean(),
      clientId: id,
      emailVerified: z.boolean(),
      mustChangePassword: z.literal(true).optional(),
    }),
    rateLimit: 'login',
    rateLimitKey: 'email',
    errorField: true,
    recorded: { what: 'sign-in', why: 'password' },
  }),
  registerClient: endpoint({
    method: 'POST',
    path: '/api/auth/register-client',
    summary: 'Registers a client and sends a confirmation code by e-mail',
    access: 'anyone',
    body: registerClientBody,
    response: z.object({ clientId: id }),
    status: 201,
    idempotent: true,
    rateLimit: 'registration',
    rateLimitKey: 'email',
    errorField: true,
    recorded: { what: 'registration' },
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirms a client’s e-mail address with the code and signs in',
    access: 'anyone',
    body: z.strictObject({
      clientId: id,
      /** @rule V-10 C-08 6 digits */
      verificationCode: text(1, 6).regex(/^\d{6}$/, 'Inserisci il codice a 6 cifre'),
    }),
    response: null,
    rateLimit: 'code',
    rateLimitKey: 'clientId',
    errorField: true,
    recorded: { what: 'email-confirmation' },
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/api/auth/resend-verification',
    summary: 'Sends a new code (client) or link (signed-in business); the response does not reveal whether it was sent',
    access: 'anyone',
    body: z.strictObject({ clientId: id.optional() }),
    response: null,
    rateLimit: 'code',
    rateLimitKey: 'clientId',
    errorField: true,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: 'Confirms a business’s e-mail address with the token of the link',
    access: 'anyone',
    body: z.strictObject({ token: text(1, 200) }),
    response: null,
    rateLimit: 'code',
    recorded: { what: 'email-confirmation' },
  }),
  csrfToken: endpoint({
    method: 'GET',
    path: '/api/auth/csrf-token',
    summary: 'Returns the X-CSRF-Token for uploads and the profile setup',
    access: 'signed-in',
    response: z.object({ csrfToken: z.string() }),
    respondsWithSecret: true,
  }),
}

export const ownSession = z.object({
  /** Public id, unrelated to the session token. */
  id,
  /** For example `Firefox su Windows`; null if unknown. */
  device: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
  /** Whether it was started by quick access from the app. */
  quickAccess: z.boolean(),
  /** Whether this is the session of the request. */
  current: z.boolean(),
})

export type OwnSession = z.infer<typeof ownSession>

export const sessionEndpoints = {
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'Lists the caller’s sessions, most recently used first',
    access: 'signed-in',
    response: z.array(ownSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    summary: 'Ends one of the caller’s sessions',
    access: 'signed-in',
    params: z.object({ id }),
    response: null,
    rateLimit: 'write',
    recorded: { what: 'sign-out', why: 'other-sessions' },
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: 'Ends all of the caller’s sessions except the current one',
    access: 'signed-in',
    response: null,
    rateLimit: 'write',
    recorded: { what: 'sign-out', why: 'other-sessions' },
  }),
}

export const userType = z.enum(accountKinds)

/** @rule V-27 a valid e-mail address */
const recoveryEmail = text(1, 254, 'Email richiesta').regex(z.regexes.email, "Inserisci un'email valida")

/** First character of the local part, and the domain. */
const maskedEmail = z.string()

export const recoveryEndpoints = {
  recoverEmail: endpoint({
    method: 'POST',
    path: '/api/auth/recover-email',
    summary:
      'Sends the e-mail address by SMS to the number on record; null if the response must not reveal known numbers',
    access: 'anyone',
    body: z.strictObject({ phone: phone(), userType }),
    response: z.object({ email: maskedEmail.nullable() }),
    rateLimit: 'code',
    rateLimitKey: 'phone',
    recorded: { what: 'recovery', why: 'email-by-sms' },
  }),
  sendResetCode: endpoint({
    method: 'POST',
    path: '/api/auth/send-reset-code',
    summary: 'Sends the code for reset-password by e-mail; the response does not reveal whether the account exists',
    access: 'anyone',
    body: z.strictObject({ email: recoveryEmail, userType }),
    response: null,
    rateLimit: 'code',
    rateLimitKey: 'email',
    recorded: { what: 'recovery', why: 'reset-code' },
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Sets a new password with the code and ends all sessions; on request, removes all passkeys',
    access: 'anyone',
    body: z.strictObject({
      email: recoveryEmail,
      newPassword,
      userType,
      code: text(1, 6, 'Inserisci il codice a 6 cifre').regex(/^\d{6}$/, 'Inserisci il codice a 6 cifre'),
      /** Also removes the passkeys that the e-mail with the code lists. @rule Q-127 */
      removePasskeys: z.boolean().optional(),
    }),
    response: null,
    rateLimit: 'code',
    rateLimitKey: 'email',
    recorded: { what: 'password-change', why: 'reset-code' },
  }),
  sendTemporaryPassword: endpoint({
    method: 'POST',
    path: '/api/auth/send-temp-password',
    summary:
      'Sends a password for a single sign-in by e-mail; returns the requested address masked, whether or not the account exists',
    access: 'anyone',
    body: z.strictObject({ email: recoveryEmail, userType }),
    response: z.object({ tempPassword: z.null(), email: maskedEmail }),
    rateLimit: 'code',
    rateLimitKey: 'email',
    recorded: { what: 'recovery', why: 'temporary-password' },
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Changes the caller’s password and ends all other sessions',
    access: 'signed-in',
    body: z.strictObject({ currentPassword: secret('Password richiesta'), newPassword }),
    response: null,
    rateLimit: 'login',
    allowedBeforePasswordChange: true,
    allowedWhileSuspended: true,
    recorded: { what: 'password-change', why: 'password' },
  }),
}
