import { E } from '../../kernel/fp.ts'
import type { AccountEvent } from './events.ts'
import { linked, type NewIdentity } from './social.ts'
import type { Registration } from './state.ts'

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
  return before === null ? accept(registration) : again(before, registration)
}

const registerByIdentity = ({ client, identity, emailVerified }: RegisterByIdentity, before: Registration | null) => {
  const registration: Registration = { type: 'ClientRegistered', data: client }
  const { accountId, clientId, at } = client
  if (before !== null) return again(before, registration)
  const confirmed: AccountEvent = { type: 'EmailConfirmed', data: { accountId, kind: 'client', clientId, at } }
  return accept(registration, linked(accountId, identity, at), ...(emailVerified ? [confirmed] : []))
}

const again = (before: Registration, now: Registration) =>
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
