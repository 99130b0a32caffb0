import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { consent, type ConsentCommand, type Preferences } from './consents.ts'
import { changeEmail, type EmailCommand, type EmailRejection } from './email-change.ts'
import type { LatestEmailChange, WaitingEmail } from './email-change.ts'
import { AccountEvents, type AccountEvent, type PasswordChangeReason, type StaffRole } from './events.ts'
import { changedProfile, editProfile, registeredProfile } from './profile.ts'
import type { BusinessDetails, Profile, ProfileCommand, ProfileRejection } from './profile.ts'

type DataOf<T extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: T }>['data']
type Registration = Extract<AccountEvent, { readonly type: 'BusinessRegistered' | 'ClientRegistered' }>

export type AccountCommand =
  | ({ readonly type: 'RegisterBusiness' } & DataOf<'BusinessRegistered'>)
  | ({ readonly type: 'RegisterClient' } & DataOf<'ClientRegistered'>)
  | { readonly type: 'ConfirmEmail'; readonly at: Instant }
  | {
      readonly type: 'ChangePassword'
      readonly changeId: string
      readonly reason: PasswordChangeReason
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
  | {
      /** The profile, the preferences and the privacy notice accepted, all at once or not at all. */
      readonly type: 'CompleteProfile'
      readonly changes: Partial<BusinessDetails>
      readonly preferences: Preferences
      readonly at: Instant
    }

/** Nobody has registered under this id yet. */
interface Nobody {
  readonly kind: null
}

export interface RegisteredAccount {
  readonly kind: 'business' | 'client'
  readonly accountId: string
  /** `clients.id`; null for a business. */
  readonly clientId: string | null
  readonly registeredAt: Instant
  readonly referral: string | null
  readonly emailConfirmed: boolean
  readonly roles: readonly StaffRole[]
  /** The latest; null while the password is that of the registration. */
  readonly passwordChange: Pick<DataOf<'PasswordChanged'>, 'changeId' | 'credentialVersion'> | null
  /** As first written: a repeated registration is compared with it, so it must have been read open. */
  readonly registration: Registration
  /** As it is now, like what follows. */
  readonly email: string
  readonly waitingEmail: WaitingEmail | null
  readonly emailChange: LatestEmailChange | null
  readonly profile: Profile
  readonly preferences: Preferences | null
  readonly privacyVersion: string | null
  readonly photoConsent: boolean
}

export type AccountState = Nobody | RegisteredAccount

export type AccountRejection =
  | { readonly type: 'AlreadyRegistered'; readonly accountId: string }
  | { readonly type: 'AccountNotRegistered' }
  | ProfileRejection
  | EmailRejection

const accept = (...events: readonly AccountEvent[]) => E.right(events)
const reject = (rejection: AccountRejection) => E.left(rejection)

const evolve = (state: AccountState, event: AccountEvent): AccountState => {
  if (event.type === 'BusinessRegistered' || event.type === 'ClientRegistered') return registered(event)
  if (state.kind === null) return state
  switch (event.type) {
    case 'EmailConfirmed':
      return { ...state, emailConfirmed: true }
    case 'PasswordChanged':
      return { ...state, passwordChange: event.data }
    case 'RoleGranted':
      return { ...state, roles: [...without(state.roles, event.data.role), event.data.role] }
    case 'RoleRevoked':
      return { ...state, roles: without(state.roles, event.data.role) }
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
      return { ...state, photoConsent: event.data.given }
  }
}

const registered = (registration: Registration): RegisteredAccount => ({
  kind: registration.type === 'ClientRegistered' ? 'client' : 'business',
  accountId: registration.data.accountId,
  clientId: registration.type === 'ClientRegistered' ? registration.data.clientId : null,
  registeredAt: registration.data.at,
  referral: registration.data.referral,
  emailConfirmed: false,
  roles: [],
  passwordChange: null,
  registration,
  email: registration.data.email,
  waitingEmail: null,
  emailChange: null,
  profile: registeredProfile(registration),
  preferences: null,
  privacyVersion: null,
  photoConsent: false,
})

const without = (roles: readonly StaffRole[], role: StaffRole) => roles.filter((one) => one !== role)

const decide = (command: AccountCommand, state: AccountState): E.Either<AccountRejection, readonly AccountEvent[]> => {
  if (command.type === 'RegisterBusiness' || command.type === 'RegisterClient') return register(command, state)
  if (state.kind === null) return reject({ type: 'AccountNotRegistered' })

  switch (command.type) {
    case 'ConfirmEmail': {
      const { accountId, kind, clientId, emailConfirmed } = state
      const { at } = command
      return emailConfirmed ? accept() : accept({ type: 'EmailConfirmed', data: { accountId, kind, clientId, at } })
    }
    case 'ChangePassword':
      return changePassword(command, state)
    case 'GrantRole':
    case 'RevokeRole':
      return changeRole(command, state)
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
    case 'CompleteProfile':
      return complete(command, state)
  }
}

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
  { accountId, passwordChange }: RegisteredAccount,
) => {
  if (passwordChange?.changeId === changeId) return accept()
  const credentialVersion = (passwordChange?.credentialVersion ?? 0) + 1
  return accept({ type: 'PasswordChanged', data: { accountId, changeId, reason, credentialVersion, at } })
}

const register = (
  command: Extract<AccountCommand, { readonly type: 'RegisterBusiness' | 'RegisterClient' }>,
  state: AccountState,
) => {
  const registration = registrationOf(command)
  if (state.kind === null) return accept(registration)
  return sameContent(state.registration, registration)
    ? accept()
    : reject({ type: 'AlreadyRegistered', accountId: state.accountId })
}

const registrationOf = (
  command: Extract<AccountCommand, { readonly type: 'RegisterBusiness' | 'RegisterClient' }>,
): Registration => {
  if (command.type === 'RegisterBusiness') {
    const { type: _, ...data } = command
    return { type: 'BusinessRegistered', data }
  }
  const { type: _, ...data } = command
  return { type: 'ClientRegistered', data }
}

/** The time apart: a request sent again arrives later. */
const sameContent = (one: Registration, other: Registration): boolean => {
  const theirs = new Map<string, unknown>(Object.entries(other.data))
  return Object.entries(one.data).every(([name, value]) => name === 'at' || value === theirs.get(name))
}

/** One identity: a business or a client, for ever the one it registered as. */
export const account: Aggregate<AccountCommand, AccountEvent, AccountState, AccountRejection> = {
  category: 'account',
  events: AccountEvents,
  initial: { kind: null },
  evolve,
  decide,
}
