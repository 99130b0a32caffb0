import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { changeClientPhotos, type ChangeClientPhotos, type ClientPhotosRejection } from './client-photos.ts'
import { consent, type ConsentCommand, type Preferences } from './consents.ts'
import { deleteAccount, type DeleteAccount, type DeletionRejection } from './deletion.ts'
import { changeEmail, type EmailCommand, type EmailRejection } from './email-change.ts'
import { AccountEvents, type AccountEvent, type PasswordChangeReason, type StaffRole } from './events.ts'
import { editProfile, type BusinessDetails, type ProfileCommand, type ProfileRejection } from './profile.ts'
import { register, type RegistrationCommand, type RegistrationRejection } from './registration.ts'
import { decideSocial, shutOut, type SocialCommand, type SocialRejection } from './social.ts'
import { evolve, type AccountState, type RegisteredAccount } from './state.ts'

export type { AccountState, RegisteredAccount }

export type AccountCommand =
  | RegistrationCommand
  | SocialCommand
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
      /** As with roles. */
      readonly by: string | null
      readonly at: Instant
    }
  | {
      readonly type: 'GrantRole' | 'RevokeRole'
      readonly role: StaffRole
      /** The ADMIN who does it; null for the operator's command line. */
      readonly by: string | null
      readonly at: Instant
    }
  | ProfileCommand
  | EmailCommand
  | ConsentCommand
  | ChangeClientPhotos
  | DeleteAccount
  | {
      /** The profile, the preferences and the privacy notice accepted, all at once or not at all. */
      readonly type: 'CompleteProfile'
      readonly changes: Partial<BusinessDetails>
      readonly preferences: Preferences
      readonly at: Instant
    }

export type AccountRejection =
  | { readonly type: 'AccountNotRegistered' }
  | RegistrationRejection
  | ProfileRejection
  | EmailRejection
  | SocialRejection
  | ClientPhotosRejection
  | DeletionRejection

const accept = (...events: readonly AccountEvent[]) => E.right(events)
const reject = (rejection: AccountRejection) => E.left(rejection)

const decide = (command: AccountCommand, state: AccountState): E.Either<AccountRejection, readonly AccountEvent[]> => {
  if (state.kind === null && state.deleted)
    return command.type === 'DeleteAccount' ? accept() : reject({ type: 'AccountGone' })
  const before = state.kind === null ? null : state.registration
  if (isRegistration(command)) return register(command, before)
  if (state.kind === null) return reject({ type: 'AccountNotRegistered' })

  switch (command.type) {
    case 'ConfirmEmail': {
      const { accountId, kind, clientId, emailConfirmed } = state
      const { at } = command
      return emailConfirmed ? accept() : accept({ type: 'EmailConfirmed', data: { accountId, kind, clientId, at } })
    }
    case 'ChangePassword':
      return changePassword(command, state)
    case 'EndSessions': {
      const { accountId, sessionsEnding } = state
      const { endingId, by, at } = command
      if (sessionsEnding === endingId) return accept()
      return accept({ type: 'SessionsEnded', data: { accountId, endingId, by, at } })
    }
    case 'GrantRole':
    case 'RevokeRole':
      return changeRole(command, state)
    case 'LinkSocialIdentity':
    case 'UnlinkSocialIdentity':
      return decideSocial(command, state)
    case 'EditBusinessProfile':
    case 'EditClientProfile':
      return editProfile(command, state)
    case 'RequestEmailChange':
    case 'ChangeEmail':
      return changeEmail(command, state)
    case 'SetPreferences':
    case 'AcceptPrivacy':
    case 'SetPhotoConsent':
      return accept(...consent(command, state))
    case 'ChangeClientPhotos':
      return changeClientPhotos(command, state)
    case 'CompleteProfile':
      return complete(command, state)
    case 'DeleteAccount':
      return deleteAccount(command, state)
  }
}

const isRegistration = (command: AccountCommand): command is RegistrationCommand =>
  command.type === 'RegisterBusiness' || command.type === 'RegisterClient' || command.type === 'RegisterByIdentity'

const complete = (
  { changes, preferences, at }: Extract<AccountCommand, { readonly type: 'CompleteProfile' }>,
  state: RegisteredAccount,
) =>
  E.map((edited: readonly AccountEvent[]) => [
    ...edited,
    ...consent({ type: 'SetPreferences', ...preferences, at }, state),
    ...consent({ type: 'AcceptPrivacy', version: preferences.version, at }, state),
  ])(editProfile({ type: 'EditBusinessProfile', changes, at }, state))

const changeRole = (
  { type, role, by, at }: Extract<AccountCommand, { readonly type: 'GrantRole' | 'RevokeRole' }>,
  { accountId, roles }: RegisteredAccount,
) => {
  if (roles.includes(role) === (type === 'GrantRole')) return accept()
  return accept({ type: type === 'GrantRole' ? 'RoleGranted' : 'RoleRevoked', data: { accountId, role, by, at } })
}

const changePassword = (
  { changeId, reason, at }: Extract<AccountCommand, { readonly type: 'ChangePassword' }>,
  state: RegisteredAccount,
) => {
  const { accountId, passwordChange } = state
  if (passwordChange?.changeId === changeId) return accept()
  const credentialVersion = (passwordChange?.credentialVersion ?? 0) + 1
  return accept(
    { type: 'PasswordChanged', data: { accountId, changeId, reason, credentialVersion, at } },
    ...(reason === 'changed' ? [] : shutOut(state, at)),
  )
}

/** One identity: a business or a client, for ever the one it registered as. */
export const account: Aggregate<AccountCommand, AccountEvent, AccountState, AccountRejection> = {
  category: 'account',
  events: AccountEvents,
  initial: { kind: null },
  evolve,
  decide,
}
