import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { sameContent } from '../kernel/equality.ts'
import type { DataOf, OfType } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import type { Instant } from '../kernel/primitives.ts'
import { type AccountEvent, AccountEvents } from './account-events.ts'
import type { DeletionCause, DeletionObstacle, PasswordChangeReason, StaffRole } from './vocabulary.ts'
import {
  decideSocialIdentity,
  register,
  type RegistrationCommand,
  type RegistrationRejection,
  type SocialIdentityCommand,
  type SocialIdentityRejection,
  unlinkUnprovenIdentities,
} from './account-registration.ts'
import {
  type BusinessDetails,
  changeEmail,
  type ConsentCommand,
  editProfile,
  type EmailChangeCommand,
  type EmailChangeRejection,
  type Preferences,
  type ProfileCommand,
  type ProfileRejection,
  recordConsent,
} from './account-settings.ts'
import { type AccountState, evolve, type RegisteredAccount } from './account-state.ts'
import { changeNotificationSettings, type NotificationSettingsCommand } from './notification-settings.ts'

// --- Commands and rejections ------------------------------------------------------------------------

type PhotosChanged = DataOf<AccountEvent, 'ClientPhotosChanged'>
export type ClientPhotos = Pick<PhotosChanged, 'profilePhoto' | 'socialPhotoUrl' | 'socialPhotoSource'>

export interface ChangeClientPhotos {
  readonly type: 'ChangeClientPhotos'
  /** Omitted fields keep their value. */
  readonly changes: Partial<ClientPhotos>
  readonly by: string
  readonly byKind: PhotosChanged['byKind']
  readonly at: Instant
}

export type ClientPhotosRejection =
  | { readonly type: 'ProfileOfOtherKind' }
  /** A photo from a social network was submitted for a client who has not consented to photos. */
  | { readonly type: 'PhotoConsentMissing' }
  /** The client has not allowed businesses to change the photos. */
  | { readonly type: 'PhotoConsentNotGiven' }
  /** The business has changed this client's photos today. */
  | { readonly type: 'PhotosChangedToday' }

export interface DeleteAccount {
  readonly type: 'DeleteAccount'
  readonly cause: DeletionCause
  /** Free text of the owner. @rule V-81 */
  readonly reason: string | null
  /** Reservation ids of its e-mail address and username. */
  readonly emailId: string
  readonly usernameId: string | null
  /** In order of priority; the first is reported. @rule Q-92 obstacles block a deletion */
  readonly obstacles: readonly DeletionObstacle[]
  readonly at: Instant
}

export type AccountDeletionRejection =
  /** An obstacle to deletion remains; the first in order of priority is reported. */
  | { readonly type: 'DeletionBlocked'; readonly obstacle: DeletionObstacle }
  /** The account was deleted. */
  | { readonly type: 'AccountGone' }

export type AccountCommand =
  | RegistrationCommand
  | SocialIdentityCommand
  | { readonly type: 'ConfirmEmail'; readonly at: Instant }
  | {
      readonly type: 'ChangePassword'
      readonly changeId: string
      readonly reason: PasswordChangeReason
      readonly at: Instant
    }
  | {
      readonly type: 'EndSessions'
      readonly endingId: string
      /** Null: only the operator's command line ends them. @rule Q-11 */
      readonly by: string | null
      readonly at: Instant
    }
  | {
      readonly type: 'GrantRole' | 'RevokeRole'
      readonly role: StaffRole
      /** Null: only the operator's command line changes roles. @rule Q-11 */
      readonly by: string | null
      readonly at: Instant
    }
  | ProfileCommand
  | EmailChangeCommand
  | ConsentCommand
  | NotificationSettingsCommand
  | {
      /** The account was used in this browser. */
      readonly type: 'RecordDevice'
      /** Keyed hash. */
      readonly deviceId: string
      readonly device: string | null
      readonly at: Instant
    }
  | ChangeClientPhotos
  | DeleteAccount
  | {
      /** Changes the profile, sets preferences and accepts the privacy notice, atomically. @rule A-15 */
      readonly type: 'CompleteProfile'
      readonly changes: Partial<BusinessDetails>
      readonly preferences: Preferences
      readonly at: Instant
    }

export type AccountRejection =
  /** No registration has this account id. */
  | { readonly type: 'AccountNotRegistered' }
  | RegistrationRejection
  | ProfileRejection
  | EmailChangeRejection
  | SocialIdentityRejection
  | ClientPhotosRejection
  | AccountDeletionRejection

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<AccountEvent, AccountRejection>

const decide = (command: AccountCommand, state: AccountState): Decision => {
  if (state.kind === null && state.deleted)
    return command.type === 'DeleteAccount' ? nothing : reject({ type: 'AccountGone' })
  const existing = state.kind === null ? null : state.registration
  if (isRegistration(command)) return register(command, existing)
  if (state.kind === null) return reject({ type: 'AccountNotRegistered' })

  switch (command.type) {
    case 'ConfirmEmail':
      return confirmEmail(command.at, state)
    case 'ChangePassword':
      return changePassword(command, state)
    case 'EndSessions':
      return endSessions(command, state)
    case 'GrantRole':
    case 'RevokeRole':
      return changeRole(command, state)
    case 'LinkSocialIdentity':
    case 'UnlinkSocialIdentity':
      return decideSocialIdentity(command, state)
    case 'EditBusinessProfile':
    case 'EditClientProfile':
      return editProfile(command, state)
    case 'RequestEmailChange':
    case 'ChangeEmail':
      return changeEmail(command, state)
    case 'SetPreferences':
    case 'AcceptPrivacy':
    case 'SetPhotoConsent':
      return accept(...recordConsent(command, state))
    case 'SetNotificationSettings':
    case 'UnsubscribeFromKinds':
      return accept(...changeNotificationSettings(command, state))
    case 'RecordDevice':
      return recordDevice(command, state)
    case 'ChangeClientPhotos':
      return changeClientPhotos(command, state)
    case 'CompleteProfile':
      return completeProfile(command, state)
    case 'DeleteAccount':
      return deleteAccount(command, state)
  }
}

const isRegistration = (command: AccountCommand): command is RegistrationCommand =>
  command.type === 'RegisterBusiness' || command.type === 'RegisterClient' || command.type === 'RegisterByIdentity'

const confirmEmail = (at: Instant, { accountId, kind, clientId, emailConfirmed }: RegisteredAccount): Decision =>
  emailConfirmed ? nothing : accept({ type: 'EmailConfirmed', data: { accountId, kind, clientId, at } })

/** @rule D-31 */
const recordDevice = (
  { deviceId, device, at }: OfType<AccountCommand, 'RecordDevice'>,
  { accountId, devices }: RegisteredAccount,
): Decision =>
  devices.has(deviceId)
    ? nothing
    : accept({
        type: 'SignedInOnNewDevice',
        data: { accountId, deviceId, device, isFirst: devices.size === 0, at },
      })

const endSessions = (
  { endingId, by, at }: OfType<AccountCommand, 'EndSessions'>,
  { accountId, sessionsEnding }: RegisteredAccount,
): Decision =>
  sessionsEnding === endingId ? nothing : accept({ type: 'SessionsEnded', data: { accountId, endingId, by, at } })

const completeProfile = (
  { changes, preferences, at }: OfType<AccountCommand, 'CompleteProfile'>,
  state: RegisteredAccount,
): Decision =>
  E.map((edited: readonly AccountEvent[]) => [
    ...edited,
    ...recordConsent({ type: 'SetPreferences', ...preferences, at }, state),
    ...recordConsent({ type: 'AcceptPrivacy', version: preferences.version, at }, state),
  ])(editProfile({ type: 'EditBusinessProfile', changes, at }, state))

const changeRole = (
  { type, role, by, at }: OfType<AccountCommand, 'GrantRole' | 'RevokeRole'>,
  { accountId, roles }: RegisteredAccount,
): Decision => {
  if (roles.includes(role) === (type === 'GrantRole')) return nothing
  return accept({ type: type === 'GrantRole' ? 'RoleGranted' : 'RoleRevoked', data: { accountId, role, by, at } })
}

const changePassword = (
  { changeId, reason, at }: OfType<AccountCommand, 'ChangePassword'>,
  state: RegisteredAccount,
): Decision => {
  const { accountId, passwordChange } = state
  if (passwordChange?.changeId === changeId) return nothing
  const credentialVersion = (passwordChange?.credentialVersion ?? 0) + 1
  return accept(
    { type: 'PasswordChanged', data: { accountId, changeId, reason, credentialVersion, at } },
    ...(reason === 'changed' ? [] : unlinkUnprovenIdentities(state, at)),
  )
}

/**
 * Changes the photos of a client.
 * @rule Q-89 photos are changed by the client, or by a business with the client's consent
 * @rule V-25 a social photo always requires the client's consent
 * @rule Q-122 one change by a business per client and day; another business does not notice it
 */
const changeClientPhotos = (
  { changes, by, byKind, at }: ChangeClientPhotos,
  { accountId, profile, socialPhoto, photoConsent, photoChanges }: RegisteredAccount,
): DecisionOf<AccountEvent, ClientPhotosRejection> => {
  if (profile.kind !== 'client') return reject({ type: 'ProfileOfOtherKind' })
  if (byKind === 'business' && !photoConsent) return reject({ type: 'PhotoConsentNotGiven' })
  const before: ClientPhotos = { profilePhoto: profile.details.profilePhoto, ...socialPhoto }
  const after: ClientPhotos = { ...before, ...changes }
  if (after.socialPhotoUrl !== null && !photoConsent) return reject({ type: 'PhotoConsentMissing' })
  if (sameContent(before, after)) return nothing
  if (byKind === 'business' && photoChanges.day === romeDay(at) && photoChanges.by.has(by))
    return reject({ type: 'PhotosChangedToday' })
  return accept({ type: 'ClientPhotosChanged', data: { accountId, ...after, by, byKind, at } })
}

/** Deletes the account at once; the erasure process removes its personal data afterwards. */
const deleteAccount = (
  { cause, reason, emailId, usernameId, obstacles, at }: DeleteAccount,
  { accountId, clientId, kind, identities }: RegisteredAccount,
): DecisionOf<AccountEvent, AccountDeletionRejection> => {
  const [obstacle] = obstacles
  if (obstacle !== undefined) return reject({ type: 'DeletionBlocked', obstacle })
  const names = { emailId, usernameId, identities: identities.map(({ identity }) => identity) }
  return accept({ type: 'AccountDeleted', data: { accountId, clientId, kind, cause, reason, ...names, at } })
}

/** The account of one business or one client. */
export const account: Aggregate<AccountCommand, AccountEvent, AccountState, AccountRejection> = {
  category: 'account',
  events: AccountEvents,
  initial: { kind: null },
  evolve,
  decide,
}
