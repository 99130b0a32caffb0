import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { sameContent } from '../kernel/equality.ts'
import type { DataOf } from '../kernel/event.ts'
import type { Instant } from '../kernel/primitives.ts'
import type { AccountEvent, RegistrationEvent } from './account-events.ts'
import type { NameFlaw } from '../kernel/names.ts'
import { personNameFlaw, publicNameFlaw } from './names.ts'
import type { NameRejection } from './account-settings.ts'
import type { UnlinkReason } from './vocabulary.ts'
import type { LinkedIdentity, RegisteredAccount } from './account-state.ts'

// --- Registration -----------------------------------------------------------------------------------

export type RegistrationCommand =
  | ({ readonly type: 'RegisterBusiness' } & DataOf<AccountEvent, 'BusinessRegistered'>)
  | ({ readonly type: 'RegisterClient' } & DataOf<AccountEvent, 'ClientRegistered'>)
  | RegisterByIdentity

/** Registers a client by social identity; confirms the address if the provider has verified it. */
export interface RegisterByIdentity {
  readonly type: 'RegisterByIdentity'
  readonly client: DataOf<AccountEvent, 'ClientRegistered'>
  readonly identity: NewIdentity
  readonly emailVerified: boolean
}

export type RegistrationRejection =
  /** The account id was registered before with other details. */
  | { readonly type: 'AlreadyRegistered'; readonly accountId: string }
  | { readonly type: 'PhotoConsentMissing' }
  | NameRejection

/** Registers the account. Repeating the registration with the same content changes nothing. */
export const register = (
  command: RegistrationCommand,
  existing: RegistrationEvent | null,
): DecisionOf<AccountEvent, RegistrationRejection> => {
  const flaw = existing === null ? registeredNamesFlaw(command) : null
  if (flaw !== null) return reject({ type: 'NameNotAllowed', flaw })
  if (command.type === 'RegisterByIdentity') return registerByIdentity(command, existing)
  const registration = registrationOf(command)
  if (command.type === 'RegisterClient' && command.socialPhotoUrl !== null && !command.photoConsent)
    return reject({ type: 'PhotoConsentMissing' })
  return existing === null ? accept(registration) : repeatRegistration(existing, registration)
}

/** @rule Q-131 */
const registeredNamesFlaw = (command: RegistrationCommand): NameFlaw | null => {
  if (command.type === 'RegisterBusiness')
    return publicNameFlaw(command.username) ?? publicNameFlaw(command.businessName)
  const { firstName, lastName } = command.type === 'RegisterByIdentity' ? command.client : command
  return personNameFlaw(firstName) ?? personNameFlaw(lastName)
}

const registerByIdentity = (
  { client, identity, emailVerified }: RegisterByIdentity,
  existing: RegistrationEvent | null,
): DecisionOf<AccountEvent, RegistrationRejection> => {
  const registration: RegistrationEvent = { type: 'ClientRegistered', data: client }
  const { accountId, clientId, at } = client
  if (existing !== null) return repeatRegistration(existing, registration)
  const confirmed: AccountEvent = { type: 'EmailConfirmed', data: { accountId, kind: 'client', clientId, at } }
  return accept(registration, identityLinkedEvent(accountId, identity, at), ...(emailVerified ? [confirmed] : []))
}

const repeatRegistration = (
  existing: RegistrationEvent,
  repeated: RegistrationEvent,
): DecisionOf<AccountEvent, RegistrationRejection> =>
  sameContent(withoutTime(existing), withoutTime(repeated))
    ? nothing
    : reject({ type: 'AlreadyRegistered', accountId: existing.data.accountId })

const registrationOf = (command: Exclude<RegistrationCommand, RegisterByIdentity>): RegistrationEvent => {
  if (command.type === 'RegisterBusiness') {
    const { type: _, ...data } = command
    return { type: 'BusinessRegistered', data }
  }
  const { type: _, ...data } = command
  return { type: 'ClientRegistered', data }
}

/** Everything except the time, which differs when a request is retried. */
const withoutTime = ({ type, data }: RegistrationEvent) => ({ type, data: { ...data, at: null } })

// --- Social identities ------------------------------------------------------------------------------

export interface NewIdentity extends Omit<LinkedIdentity, 'at'> {
  readonly subject: string
}

export type SocialIdentityCommand =
  | ({ readonly type: 'LinkSocialIdentity'; readonly at: Instant } & NewIdentity)
  | {
      readonly type: 'UnlinkSocialIdentity'
      readonly identity: string
      readonly reason: UnlinkReason
      readonly at: Instant
    }

export type SocialIdentityRejection =
  /** The e-mail address belongs to a business. @rule P-03 businesses sign in with username or e-mail and password */
  | { readonly type: 'SocialForClientsOnly' }
  /** The account's address is not confirmed, so the account may belong to somebody else. */
  | { readonly type: 'SocialNeedsConfirmedEmail' }

type SocialIdentityDecision = DecisionOf<AccountEvent, SocialIdentityRejection>

export const decideSocialIdentity = (
  command: SocialIdentityCommand,
  state: RegisteredAccount,
): SocialIdentityDecision => {
  const { accountId, kind, identities, emailConfirmed } = state
  const linked = identities.find(({ identity }) => identity === command.identity)
  if (command.type === 'UnlinkSocialIdentity')
    return linked === undefined ? nothing : accept(identityUnlinkedEvent(accountId, linked, command))
  if (linked !== undefined) return nothing
  if (kind === 'business') return reject({ type: 'SocialForClientsOnly' })
  if (!emailConfirmed) return reject({ type: 'SocialNeedsConfirmedEmail' })
  return accept(identityLinkedEvent(accountId, command, command.at))
}

const identityLinkedEvent = (
  accountId: string,
  { provider, identity, subject }: NewIdentity,
  at: Instant,
): AccountEvent => ({
  type: 'SocialIdentityLinked',
  data: { accountId, provider, identity, subject, at },
})

const identityUnlinkedEvent = (
  accountId: string,
  { provider, identity }: Omit<LinkedIdentity, 'at'>,
  { reason, at }: { readonly reason: UnlinkReason; readonly at: Instant },
): AccountEvent => ({ type: 'SocialIdentityUnlinked', data: { accountId, provider, identity, reason, at } })

/** Unlinks all social identities if the address was never confirmed: its owner has now taken over the account. */
export const unlinkUnprovenIdentities = ({ accountId, identities, emailConfirmed }: RegisteredAccount, at: Instant) =>
  emailConfirmed
    ? []
    : identities.map((identity) => identityUnlinkedEvent(accountId, identity, { reason: 'owner-proven', at }))
