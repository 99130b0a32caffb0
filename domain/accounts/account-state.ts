import type { Instant } from '../kernel/primitives.ts'
import type { AccountEvent, SocialProvider, StaffRole } from './account-events.ts'
import {
  changedProfile,
  type CompletedEmailChange,
  type PendingEmail,
  type Preferences,
  type Profile,
  registeredProfile,
  withProfilePhoto,
} from './account-settings.ts'

type DataOf<T extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: T }>['data']
export type Registration = Extract<AccountEvent, { readonly type: 'BusinessRegistered' | 'ClientRegistered' }>

export interface LinkedIdentity {
  readonly provider: SocialProvider
  /** A keyed hash of provider and subject. */
  readonly identity: string
  /** Since when. */
  readonly at: Instant
}

/** Nobody has registered under this id yet, or nobody is there any more. */
interface NoAccount {
  readonly kind: null
  readonly deleted?: DataOf<'AccountDeleted'>
}

export interface RegisteredAccount {
  /** Of one side, for good (B-14, P-01). */
  readonly kind: 'business' | 'client'
  readonly accountId: string
  /** `clients.id`, one an account; null for a business (Q-10, points settled 1). */
  readonly clientId: string | null
  readonly registeredAt: Instant
  readonly referral: string | null
  readonly emailConfirmed: boolean
  readonly roles: readonly StaffRole[]
  /** The latest; null while the password is that of the registration. */
  readonly passwordChange: Pick<DataOf<'PasswordChanged'>, 'changeId' | 'credentialVersion'> | null
  /** The latest; null while nobody but the owner has ended any. */
  readonly sessionsEnding: string | null
  readonly identities: readonly LinkedIdentity[]
  /** As first written: a repeated registration is compared with it, so it must have been read open. */
  readonly registration: Registration
  /** As it is now, like what follows. */
  readonly email: string
  readonly waitingEmail: PendingEmail | null
  readonly emailChange: CompletedEmailChange | null
  readonly profile: Profile
  readonly preferences: Preferences | null
  readonly privacyVersion: string | null
  readonly photoConsent: boolean
  /** Of a client: from a social network, with consent; both null without one. */
  readonly socialPhoto: Pick<DataOf<'ClientPhotosChanged'>, 'socialPhotoUrl' | 'socialPhotoSource'>
}

export type AccountState = NoAccount | RegisteredAccount

export const evolve = (state: AccountState, event: AccountEvent): AccountState => {
  if (event.type === 'AccountDeleted') return { kind: null, deleted: event.data }
  if (event.type === 'BusinessRegistered' || event.type === 'ClientRegistered') return registeredAccount(event)
  if (state.kind === null) return state
  switch (event.type) {
    case 'EmailConfirmed':
      return { ...state, emailConfirmed: true }
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
      return { ...state, profile: changedProfile(event) }
    case 'EmailChangeRequested':
      return { ...state, waitingEmail: event.data }
    case 'EmailChanged':
      return { ...state, email: event.data.email, waitingEmail: null, emailChange: event.data }
    case 'PreferencesSet':
      return { ...state, preferences: event.data }
    case 'PrivacyAccepted':
      return { ...state, privacyVersion: event.data.version }
    case 'PhotoConsentSet':
      return { ...state, photoConsent: event.data.given, ...(event.data.given ? {} : { socialPhoto: noSocialPhoto }) }
    case 'ClientPhotosChanged': {
      const { profilePhoto, socialPhotoUrl, socialPhotoSource } = event.data
      const profile = withProfilePhoto(state.profile, profilePhoto)
      return { ...state, profile, socialPhoto: { socialPhotoUrl, socialPhotoSource } }
    }
  }
}

const registeredAccount = (registration: Registration): RegisteredAccount => ({
  kind: registration.type === 'ClientRegistered' ? 'client' : 'business',
  accountId: registration.data.accountId,
  clientId: registration.type === 'ClientRegistered' ? registration.data.clientId : null,
  registeredAt: registration.data.at,
  referral: registration.data.referral,
  emailConfirmed: false,
  roles: [],
  passwordChange: null,
  sessionsEnding: null,
  identities: [],
  registration,
  email: registration.data.email,
  waitingEmail: null,
  emailChange: null,
  profile: registeredProfile(registration),
  preferences: null,
  privacyVersion: registration.type === 'ClientRegistered' ? registration.data.privacyVersion : null,
  photoConsent: registration.type === 'ClientRegistered' && registration.data.photoConsent,
  socialPhoto: registration.type === 'ClientRegistered' ? socialPhotoOf(registration.data) : noSocialPhoto,
})

const noSocialPhoto = { socialPhotoUrl: null, socialPhotoSource: null }
const socialPhotoOf = ({ socialPhotoUrl, socialPhotoSource }: DataOf<'ClientRegistered'>) => ({
  socialPhotoUrl,
  socialPhotoSource,
})

const withoutIdentity = (all: readonly LinkedIdentity[], one: string) => all.filter(({ identity }) => identity !== one)
const withoutRole = (roles: readonly StaffRole[], role: StaffRole) => roles.filter((one) => one !== role)
