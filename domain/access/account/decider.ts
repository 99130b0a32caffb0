import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { AccountEvents, type AccountEvent, type PasswordChangeReason, type StaffRole } from './events.ts'
import {
  decideSocial,
  linked,
  shutOut,
  type LinkedIdentity,
  type NewIdentity,
  type SocialCommand,
  type SocialRejection,
} from './social.ts'

type DataOf<T extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: T }>['data']
type Registration = Extract<AccountEvent, { readonly type: 'BusinessRegistered' | 'ClientRegistered' }>

export type AccountCommand =
  | ({ readonly type: 'RegisterBusiness' } & DataOf<'BusinessRegistered'>)
  | ({ readonly type: 'RegisterClient' } & DataOf<'ClientRegistered'>)
  | RegisterByIdentity
  | SocialCommand
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

/** A client who comes from elsewhere: registered, linked and, when the provider vouches for the address, confirmed. */
export interface RegisterByIdentity {
  readonly type: 'RegisterByIdentity'
  readonly client: DataOf<'ClientRegistered'>
  readonly identity: NewIdentity
  readonly emailVerified: boolean
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
  readonly identities: readonly LinkedIdentity[]
  /** As first written: a repeated registration is compared with it, so it must have been read open. */
  readonly registration: Registration
}

export type AccountState = Nobody | RegisteredAccount

export type AccountRejection =
  | { readonly type: 'AlreadyRegistered'; readonly accountId: string }
  | { readonly type: 'AccountNotRegistered' }
  | SocialRejection

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
    case 'SocialIdentityLinked':
      return { ...state, identities: [...others(state.identities, event.data.identity), event.data] }
    case 'SocialIdentityUnlinked':
      return { ...state, identities: others(state.identities, event.data.identity) }
    case 'RoleGranted':
      return { ...state, roles: [...without(state.roles, event.data.role), event.data.role] }
    case 'RoleRevoked':
      return { ...state, roles: without(state.roles, event.data.role) }
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
  identities: [],
  registration,
})

const others = (all: readonly LinkedIdentity[], one: string) => all.filter(({ identity }) => identity !== one)
const without = (roles: readonly StaffRole[], role: StaffRole) => roles.filter((one) => one !== role)

const decide = (command: AccountCommand, state: AccountState): E.Either<AccountRejection, readonly AccountEvent[]> => {
  if (command.type === 'RegisterBusiness' || command.type === 'RegisterClient') return register(command, state)
  if (command.type === 'RegisterByIdentity') return registerByIdentity(command, state)
  if (state.kind === null) return reject({ type: 'AccountNotRegistered' })

  const { accountId, kind, clientId } = state
  const { at } = command
  if (command.type === 'ConfirmEmail')
    return state.emailConfirmed ? accept() : accept({ type: 'EmailConfirmed', data: { accountId, kind, clientId, at } })

  if (command.type === 'ChangePassword') return changePassword(command, state)
  if (command.type === 'LinkSocialIdentity' || command.type === 'UnlinkSocialIdentity')
    return decideSocial(command, state)

  const { role, by } = command
  const holds = state.roles.includes(role)
  switch (command.type) {
    case 'GrantRole':
      return holds ? accept() : accept({ type: 'RoleGranted', data: { accountId, role, by, at } })
    case 'RevokeRole':
      return holds ? accept({ type: 'RoleRevoked', data: { accountId, role, by, at } }) : accept()
  }
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

const registerByIdentity = ({ client, identity, emailVerified }: RegisterByIdentity, state: AccountState) => {
  const registration: Registration = { type: 'ClientRegistered', data: client }
  const { accountId, clientId, at } = client
  if (state.kind !== null)
    return sameContent(state.registration, registration) ? accept() : reject({ type: 'AlreadyRegistered', accountId })
  const confirmed: AccountEvent = { type: 'EmailConfirmed', data: { accountId, kind: 'client', clientId, at } }
  return accept(registration, linked(accountId, identity, at), ...(emailVerified ? [confirmed] : []))
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
