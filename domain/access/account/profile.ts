import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import type { AccountEvent } from './events.ts'

type DataOf<T extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: T }>['data']
type Registration = Extract<AccountEvent, { readonly type: 'BusinessRegistered' | 'ClientRegistered' }>

export type BusinessDetails = Omit<DataOf<'BusinessProfileChanged'>, 'accountId' | 'at'>
export type ClientDetails = Omit<DataOf<'ClientProfileChanged'>, 'accountId' | 'at'>
/** Personal fields are blank unless the account was read open. */
export type Profile =
  | { readonly kind: 'business'; readonly details: BusinessDetails }
  | { readonly kind: 'client'; readonly details: ClientDetails }

export type ProfileCommand =
  | { readonly type: 'EditBusinessProfile'; readonly changes: Partial<BusinessDetails>; readonly at: Instant }
  | { readonly type: 'EditClientProfile'; readonly changes: Partial<ClientDetails>; readonly at: Instant }

export type ProfileRejection = { readonly type: 'ProfileOfOtherKind' }

/** One picture at first for both places a business has for one. */
export const registeredProfile = ({ type, data }: Registration): Profile => {
  if (type === 'BusinessRegistered') {
    const { businessName, businessType, location, province, phone, businessPhoto, theForkTenths } = data
    const place = { businessName, businessType, location, province, phone, theForkTenths }
    return { kind: 'business', details: { ...place, businessPhoto, profilePhoto: businessPhoto } }
  }
  const { firstName, lastName, phone, age, residence, travelType, profilePhoto } = data
  return { kind: 'client', details: { firstName, lastName, phone, age, residence, travelType, profilePhoto } }
}

export const changedProfile = (
  event: Extract<AccountEvent, { readonly type: 'BusinessProfileChanged' | 'ClientProfileChanged' }>,
): Profile => {
  if (event.type === 'BusinessProfileChanged') {
    const { accountId: _, at: __, ...details } = event.data
    return { kind: 'business', details }
  }
  const { accountId: _, at: __, ...details } = event.data
  return { kind: 'client', details }
}

export const withPhoto = (profile: Profile, profilePhoto: string | null): Profile =>
  profile.kind === 'client' ? { ...profile, details: { ...profile.details, profilePhoto } } : profile

/** What is not named stays as it is; a change that changes nothing is none. */
export const editProfile = (
  command: ProfileCommand,
  { accountId, profile }: { readonly accountId: string; readonly profile: Profile },
): E.Either<ProfileRejection, readonly AccountEvent[]> => {
  const { at } = command
  if (command.type === 'EditBusinessProfile' && profile.kind === 'business') {
    const details = { ...profile.details, ...command.changes }
    return differ(profile.details, details)
      ? E.right([{ type: 'BusinessProfileChanged', data: { accountId, ...details, at } }])
      : E.right([])
  }
  if (command.type === 'EditClientProfile' && profile.kind === 'client') {
    const details = { ...profile.details, ...command.changes }
    return differ(profile.details, details)
      ? E.right([{ type: 'ClientProfileChanged', data: { accountId, ...details, at } }])
      : E.right([])
  }
  return E.left({ type: 'ProfileOfOtherKind' })
}

const differ = <Details extends object>(one: Details, other: Details): boolean => {
  const before = new Map<string, unknown>(Object.entries(one))
  return Object.entries(other).some(([name, value]) => before.get(name) !== value)
}
