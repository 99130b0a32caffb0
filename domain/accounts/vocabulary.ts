/** Closed word lists of the accounts context. Event codecs, row schemas, the API contract and labels derive from them. */

export const accountKinds = ['business', 'client'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Granted by the operator, never through registration or the API. @rule Q-11 Q-100 */
export const staffRoles = ['MODERATORE', 'ADMIN', 'REVISORE'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What staff roles allow. */
export const permissions = ['moderate', 'administer', 'audit'] as const
export type Permission = (typeof permissions)[number]

/** The 18 types of business, as stored and sent. @rule B-15 Q-83 D-19 */
export const businessTypes = [
  'hotel',
  'bnb',
  'restaurant',
  'hostel',
  'agriturismo',
  'casa_vacanze',
  'pizzeria',
  'bar',
  'caffe',
  'trattoria',
  'osteria',
  'pub',
  'gelateria',
  'pasticceria',
  'spa',
  'centro_benessere',
  'attivita_turistica',
  'altro',
] as const
export type BusinessType = (typeof businessTypes)[number]

/** What a client mostly travels for. */
export const travelTypes = ['business', 'leisure'] as const
export type TravelType = (typeof travelTypes)[number]

/** Networks a social photo may come from. @rule V-24 */
export const socialPhotoSources = ['facebook', 'instagram'] as const
export type SocialPhotoSource = (typeof socialPhotoSources)[number]

/** Providers a client may sign in with. @rule B-07 P-03 */
export const socialProviders = ['google', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** `owner-proven`: the owner of the e-mail address reset the password; `provider-asked`: the provider requested deletion. */
export const unlinkReasons = ['owner-proven', 'provider-asked'] as const
export type UnlinkReason = (typeof unlinkReasons)[number]

/**
 * Who requested the deletion: the account's owner, or Facebook on the owner's behalf. `replaced`: nobody; its address was
 * never confirmed and has been registered again.
 */
export const deletionCauses = ['owner', 'facebook', 'replaced'] as const
export type DeletionCause = (typeof deletionCauses)[number]

/**
 * Reasons that block a deletion, in the order in which they are reported. `open-dispute`: an undecided dispute about
 * a review by the account or of its business; `open-appeal`: an undecided appeal against a permanent suspension.
 * @rule Q-92
 */
export const deletionObstacles = ['open-dispute', 'pending-payout', 'open-appeal', 'last-admin'] as const
export type DeletionObstacle = (typeof deletionObstacles)[number]

/** `changed` with the current password, `reset` with an e-mailed code, `temporary` after a temporary password. */
export const passwordChangeReasons = ['changed', 'reset', 'temporary'] as const
export type PasswordChangeReason = (typeof passwordChangeReasons)[number]

/** Ways to recover an account; each requires access to its mailbox or telephone. @rule Q-03 Q-04 Q-05 */
export const recoveryMethods = ['email-by-sms', 'reset-code', 'temporary-password'] as const
export type RecoveryMethod = (typeof recoveryMethods)[number]

/** How notifications leave the app. */
export const notificationChannels = ['email', 'sms', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** How often notifications are collected in one e-mail. */
export const notificationDigests = ['none', 'daily', 'weekly'] as const
export type NotificationDigest = (typeof notificationDigests)[number]

/** Kinds of names reserved for one account at a time; also the categories of their streams. `payee` is a payout address. */
export const nameCategories = ['email', 'username', 'social', 'payee'] as const
export type NameCategory = (typeof nameCategories)[number]
