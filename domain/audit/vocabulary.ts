/** Closed word lists of the audit context. Stored rows, the API contract and labels derive from them. */

/** What the access log records. Stored: never rename them. @rule Q-97 */
export const accessActs = [
  'sign-in',
  'failed-sign-in',
  'lockout',
  'sign-out',
  'registration',
  'email-confirmation',
  'second-factor',
  'recovery',
  'password-change',
  'email-change',
  'role-change',
  'moderation',
  'support-answer',
  'staff-read',
  'opening',
  'export',
  'redemption',
  'payout',
  'wallet-generation',
  'deletion',
] as const
export type AccessAct = (typeof accessActs)[number]

/** `refused` by a rule, `failed` because the service was unavailable. */
export const accessOutcomes = ['success', 'refused', 'failed'] as const
export type AccessOutcome = (typeof accessOutcomes)[number]

/** Means of a sign-in, step of a procedure, or what a member of staff looked at. Stored: never rename them. */
export const accessReasons = [
  'password',
  'passkey',
  'device',
  'google',
  'facebook',
  'passkey-added',
  'passkey-removed',
  'device-added',
  'device-removed',
  'other-sessions',
  'email-by-sms',
  'reset-code',
  'temporary-password',
  'requested',
  'confirmed',
  'granted',
  'revoked',
  'queue',
  'case-file',
  'reviews',
  'replay',
  'case-bundle',
  'appeal',
  'reversal',
  'scores',
  'sanctions',
  'accounts',
  'connections',
  'help-desk',
  'affiliate',
  'access-log',
  'personal-data',
  'analytics',
  'payout-address',
  'payout-run',
  'proof',
  'event-search',
  'correlation',
  'stream',
] as const
export type AccessReason = (typeof accessReasons)[number]

/** As whom an account acts: its highest staff role, otherwise its kind; operator and jobs act without an account. */
export const accessRoles = ['ADMIN', 'MODERATORE', 'REVISORE', 'ATTIVITA', 'CLIENTE', 'OPERATORE', 'SISTEMA'] as const
export type AccessRole = (typeof accessRoles)[number]

/** Months after which an entry is dropped. @rule D-36 */
export const accessLogMonths = 12

/** Characters of the reason for which an administrator opens a stream. @rule D-46 */
export const openingReasonLengths = { min: 10, max: 500 } as const

/** How long the personal fields of an opened stream stay readable. @rule D-46 */
export const openingMinutes = 60

/** People whom a stream that can be opened concerns, at most, as each of them receives a letter. @rule D-46 */
export const maxPeopleOfOpening = 200
