import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import type { AccountEvent, UnlinkReason } from './account-events.ts'
import type { LinkedIdentity, RegisteredAccount, Registration } from './account-state.ts'

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
  /** Businesses come in by username or e-mail and password (P-03). */
  | { readonly type: 'SocialForClientsOnly' }
  /** Whoever made the account may not be who owns the address. */
  | { readonly type: 'SocialNeedsConfirmedEmail' }

type SocialIdentityDecision = E.Either<SocialIdentityRejection, readonly AccountEvent[]>

export const decideSocialIdentity = (
  command: SocialIdentityCommand,
  state: RegisteredAccount,
): SocialIdentityDecision => {
  const { accountId, kind, identities, emailConfirmed } = state
  const known = identities.find(({ identity }) => identity === command.identity)
  if (command.type === 'UnlinkSocialIdentity')
    return E.right(known === undefined ? [] : [identityUnlinked(accountId, known, command)])
  if (known !== undefined) return E.right([])
  if (kind === 'business') return E.left({ type: 'SocialForClientsOnly' })
  if (!emailConfirmed) return E.left({ type: 'SocialNeedsConfirmedEmail' })
  return E.right([identityLinked(accountId, command, command.at)])
}

export const identityLinked = (
  accountId: string,
  { provider, identity, subject }: NewIdentity,
  at: Instant,
): AccountEvent => ({
  type: 'SocialIdentityLinked',
  data: { accountId, provider, identity, subject, at },
})

const identityUnlinked = (
  accountId: string,
  { provider, identity }: Omit<LinkedIdentity, 'at'>,
  { reason, at }: { readonly reason: UnlinkReason; readonly at: Instant },
): AccountEvent => ({ type: 'SocialIdentityUnlinked', data: { accountId, provider, identity, reason, at } })

/** Who proves an address nobody had proven takes the account over: whoever opened it by a social identity is shut out. */
export const unlinkUnprovenIdentities = ({ accountId, identities, emailConfirmed }: RegisteredAccount, at: Instant) =>
  emailConfirmed ? [] : identities.map((one) => identityUnlinked(accountId, one, { reason: 'owner-proven', at }))

type DataOf<T extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: T }>['data']

export type RegistrationCommand =
  | ({ readonly type: 'RegisterBusiness' } & DataOf<'BusinessRegistered'>)
  | ({ readonly type: 'RegisterClient' } & DataOf<'ClientRegistered'>)
  | RegisterByIdentity

/** A client who comes from elsewhere: registered, linked and, when the provider vouches for the address, confirmed. */
export interface RegisterByIdentity {
  readonly type: 'RegisterByIdentity'
  readonly client: DataOf<'ClientRegistered'>
  readonly identity: NewIdentity
  readonly emailVerified: boolean
}

export type RegistrationRejection =
  { readonly type: 'AlreadyRegistered'; readonly accountId: string } | { readonly type: 'PhotoConsentMissing' }

const accept = (...events: readonly AccountEvent[]): E.Either<RegistrationRejection, readonly AccountEvent[]> =>
  E.right(events)
const reject = (rejection: RegistrationRejection) => E.left(rejection)

/** Once: repeated word for word it is done already, otherwise it is refused. `before` is what was registered. */
export const register = (command: RegistrationCommand, before: Registration | null) => {
  if (command.type === 'RegisterByIdentity') return registerByIdentity(command, before)
  const registration = registrationOf(command)
  if (command.type === 'RegisterClient' && command.socialPhotoUrl !== null && !command.photoConsent)
    return reject({ type: 'PhotoConsentMissing' })
  return before === null ? accept(registration) : repeatRegistration(before, registration)
}

const registerByIdentity = ({ client, identity, emailVerified }: RegisterByIdentity, before: Registration | null) => {
  const registration: Registration = { type: 'ClientRegistered', data: client }
  const { accountId, clientId, at } = client
  if (before !== null) return repeatRegistration(before, registration)
  const confirmed: AccountEvent = { type: 'EmailConfirmed', data: { accountId, kind: 'client', clientId, at } }
  return accept(registration, identityLinked(accountId, identity, at), ...(emailVerified ? [confirmed] : []))
}

const repeatRegistration = (before: Registration, now: Registration) =>
  sameContent(before, now) ? accept() : reject({ type: 'AlreadyRegistered', accountId: before.data.accountId })

const registrationOf = (command: Exclude<RegistrationCommand, RegisterByIdentity>): Registration => {
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
