/** Rules of the accounts context. The API contract and the browser read the parameters here. */

import type { NotificationKind } from '../kernel/vocabulary.ts'
import type { AccountKind, BusinessType, NotificationChannel, Permission, StaffRole } from './vocabulary.ts'

/** Maximum number of favourites of one client. @rule Q-31 */
export const maxFavourites = 200

/** Ages a client may enter, in years. @rule V-08 C-14 */
export const ageLimits = { min: 18, max: 100 } as const

/** Characters in the name of a business. @rule V-16 */
export const businessNameLength = { min: 2, max: 50 } as const

/** Maximum size of an uploaded picture. @rule C-12 V-20 */
export const maxPhotoMegabytes = 5
export const maxPhotoBytes = maxPhotoMegabytes * 1024 * 1024

/** Minimum length of a password, in characters. @rule V-11 */
export const minPasswordLength = 10

/** Each must occur in a password: lower case, upper case, a digit, a sign. @rule V-12 */
export const requiredPasswordCharacters: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/]

/** Recovery shows a short message below this many characters, the whole policy otherwise. @rule V-29 C-09 Q-06 */
export const shortPasswordLength = 6

/** Kinds of notifications that only one kind of account gets. */
const exclusiveKinds: Partial<Readonly<Record<NotificationKind, AccountKind>>> = {
  'rating-received': 'client',
  'reward-issued': 'client',
  'reward-expiring': 'client',
  'monthly-report': 'business',
  'stay-denied': 'business',
}

/** Whether an account of this kind can get notifications of a kind, and so chooses their channels. @rule D-28 */
export const canReceive = (reader: AccountKind, kind: NotificationKind): boolean =>
  (exclusiveKinds[kind] ?? reader) === reader

/** Security notices ignore preferences, quiet hours and digests. @rule D-30 */
export const isUrgent = (kind: NotificationKind): boolean => kind === 'new-device'

/** Whether notifications of a kind leave by a channel whatever the preferences say. @rule D-30 */
export const isMandatory = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  channel === 'email' && isUrgent(kind)

const permissionsByRole = {
  MODERATORE: ['moderate'],
  ADMIN: ['moderate', 'administer', 'audit'],
  REVISORE: ['audit'],
} as const satisfies Readonly<Record<StaffRole, readonly Permission[]>>

export const hasPermission = (roles: readonly StaffRole[], permission: Permission): boolean =>
  roles.some((role) => (permissionsByRole[role] as readonly Permission[]).includes(permission))

interface BusinessProfile {
  readonly kind: AccountKind
  readonly businessName: string | null
  readonly businessType: BusinessType | null
  readonly location: string | null
}

/** @rule Q-41 a business profile is complete with name, type, location and an accepted privacy notice */
export const isProfileComplete = (
  { kind, businessName, businessType, location }: BusinessProfile,
  privacyAccepted: boolean,
): boolean => kind === 'client' || (Boolean(businessName && businessType && location) && privacyAccepted)
