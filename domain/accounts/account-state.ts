import { PersistentSet } from '../kernel/collections.ts'
import type { DataOf } from '../kernel/event.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import type { Day, Instant } from '../kernel/primitives.ts'
import type { AccountEvent, RegistrationEvent } from './account-events.ts'
import { defaultNotificationSettings, type NotificationSettings, storedSettings } from './notification-settings.ts'
import type { AccountKind, SocialProvider, StaffRole } from './vocabulary.ts'
import {
  changedProfile,
  type CompletedEmailChange,
  type PendingEmail,
  type Preferences,
  type Profile,
  registeredProfile,
  withProfilePhoto,
} from './account-settings.ts'

// --- State ------------------------------------------------------------------------------------------

export interface LinkedIdentity {
  readonly provider: SocialProvider
  /** Keyed hash of provider and subject. */
  readonly identity: string
  /** Time of linking. */
  readonly at: Instant
}

/** Not registered yet, or deleted. */
interface NoAccount {
  readonly kind: null
  readonly deleted?: DataOf<AccountEvent, 'AccountDeleted'>
}

export interface RegisteredAccount {
  /** Permanent. @rule B-14 P-01 an account is either a business or a client */
  readonly kind: AccountKind
  readonly accountId: string
  /**
   * Client id (glossary), not the account id; null for a business.
   * @rule Q-10 D-01 one client id per account
   */
  readonly clientId: string | null
  readonly registeredAt: Instant
  readonly referral: string | null
  readonly emailConfirmed: boolean
  /** Null while it is not confirmed. */
  readonly emailConfirmedAt: Instant | null
  readonly roles: readonly StaffRole[]
  /** Keyed hashes of the browsers in which the account was used. */
  readonly devices: PersistentSet<string>
  /** The latest change; null while the password chosen at registration is in use. */
  readonly passwordChange: Pick<DataOf<AccountEvent, 'PasswordChanged'>, 'changeId' | 'credentialVersion'> | null
  /** Id of the latest ending of all sessions by the operator; null if none. */
  readonly sessionsEnding: string | null
  readonly identities: readonly LinkedIdentity[]
  /** The original registration, compared with repeated ones; complete only if loaded with `personalData: 'decrypted'`. */
  readonly registration: RegistrationEvent
  /** Current values from here on. */
  readonly email: string
  readonly pendingEmail: PendingEmail | null
  readonly emailChange: CompletedEmailChange | null
  readonly profile: Profile
  /** Business type and province, now and before; empty for a client. @rule Q-128 */
  readonly markets: PersistentSet<string>
  readonly preferences: Preferences | null
  readonly notificationSettings: NotificationSettings
  readonly privacyVersion: string | null
  readonly photoConsent: boolean
  /** A client's photo from a social network; both fields are null without one. */
  readonly socialPhoto: Pick<DataOf<AccountEvent, 'ClientPhotosChanged'>, 'socialPhotoUrl' | 'socialPhotoSource'>
  /** Businesses that changed a client's photos on the latest Italian day on which one did; the day is null if none has. */
  readonly photoChanges: { readonly day: Day | null; readonly by: PersistentSet<string> }
}

export type AccountState = NoAccount | RegisteredAccount

// --- Evolve -----------------------------------------------------------------------------------------

export const evolve = (state: AccountState, event: AccountEvent): AccountState => {
  if (event.type === 'AccountDeleted') return { kind: null, deleted: event.data }
  if (event.type === 'BusinessRegistered' || event.type === 'ClientRegistered') return registeredAccount(event)
  if (state.kind === null) return state
  switch (event.type) {
    case 'EmailConfirmed':
      return { ...state, emailConfirmed: true, emailConfirmedAt: state.emailConfirmedAt ?? event.data.at }
    case 'SignedInOnNewDevice':
      return { ...state, devices: state.devices.add(event.data.deviceId) }
    case 'PasswordChanged':
      return { ...state, passwordChange: event.data }
    case 'SessionsEnded':
      return { ...state, sessionsEnding: event.data.endingId }
    case 'SocialIdentityLinked':
      return { ...state, identities: [...withoutIdentity(state.identities, event.data.identity), event.data] }
    case 'SocialIdentityUnlinked':
      return { ...state, identities: withoutIdentity(state.identities, event.data.identity) }
    case 'RoleGranted':
      return { ...state, roles: [...withoutRole(state.roles, event.data.role), event.data.role] }
    case 'RoleRevoked':
      return { ...state, roles: withoutRole(state.roles, event.data.role) }
    case 'BusinessProfileChanged':
    case 'ClientProfileChanged':
      return withProfile(state, changedProfile(event))
    case 'EmailChangeRequested':
      return { ...state, pendingEmail: event.data }
    case 'EmailChanged':
      return { ...state, email: event.data.email, pendingEmail: null, emailChange: event.data }
    case 'PreferencesSet':
      return { ...state, preferences: event.data }
    case 'NotificationSettingsChanged':
      return { ...state, notificationSettings: storedSettings(event.data) }
    case 'PrivacyAccepted':
      return { ...state, privacyVersion: event.data.version }
    case 'PhotoConsentSet':
      return { ...state, photoConsent: event.data.given, ...(event.data.given ? {} : { socialPhoto: noSocialPhoto }) }
    case 'ClientPhotosChanged': {
      const { profilePhoto, socialPhotoUrl, socialPhotoSource } = event.data
      const profile = withProfilePhoto(state.profile, profilePhoto)
      const socialPhoto = { socialPhotoUrl, socialPhotoSource }
      return { ...state, profile, socialPhoto, photoChanges: withPhotoChange(state.photoChanges, event.data) }
    }
  }
}

const registeredAccount = (registration: RegistrationEvent): RegisteredAccount => {
  const profile = registeredProfile(registration)
  return { ...newAccount(registration, profile), markets: withMarketOf(profile, PersistentSet()) }
}

const withProfile = (state: RegisteredAccount, profile: Profile): RegisteredAccount => ({
  ...state,
  profile,
  markets: withMarketOf(profile, state.markets),
})

const withMarketOf = (profile: Profile, markets: PersistentSet<string>): PersistentSet<string> => {
  if (profile.kind !== 'business' || profile.details.province === null) return markets
  return markets.add(`${profile.details.businessType} ${profile.details.province}`)
}

const newAccount = (registration: RegistrationEvent, profile: Profile): Omit<RegisteredAccount, 'markets'> => ({
  kind: registration.type === 'ClientRegistered' ? 'client' : 'business',
  accountId: registration.data.accountId,
  clientId: registration.type === 'ClientRegistered' ? registration.data.clientId : null,
  registeredAt: registration.data.at,
  referral: registration.data.referral,
  emailConfirmed: false,
  emailConfirmedAt: null,
  roles: [],
  devices: PersistentSet(),
  passwordChange: null,
  sessionsEnding: null,
  identities: [],
  registration,
  email: registration.data.email,
  pendingEmail: null,
  emailChange: null,
  profile,
  preferences: null,
  notificationSettings: defaultNotificationSettings,
  privacyVersion: registration.type === 'ClientRegistered' ? registration.data.privacyVersion : null,
  photoConsent: registration.type === 'ClientRegistered' && registration.data.photoConsent,
  socialPhoto: registration.type === 'ClientRegistered' ? socialPhotoOf(registration.data) : noSocialPhoto,
  photoChanges: { day: null, by: PersistentSet() },
})

const withPhotoChange = (
  changes: RegisteredAccount['photoChanges'],
  { by, byKind, at }: DataOf<AccountEvent, 'ClientPhotosChanged'>,
): RegisteredAccount['photoChanges'] => {
  if (byKind === 'client') return changes
  const day = romeDay(at)
  return { day, by: (day === changes.day ? changes.by : PersistentSet<string>()).add(by) }
}

const noSocialPhoto = { socialPhotoUrl: null, socialPhotoSource: null }
const socialPhotoOf = ({ socialPhotoUrl, socialPhotoSource }: DataOf<AccountEvent, 'ClientRegistered'>) => ({
  socialPhotoUrl,
  socialPhotoSource,
})

const withoutIdentity = (identities: readonly LinkedIdentity[], removed: string) =>
  identities.filter(({ identity }) => identity !== removed)
const withoutRole = (roles: readonly StaffRole[], removed: StaffRole) => roles.filter((role) => role !== removed)
