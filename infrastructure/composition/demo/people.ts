import { holderOf, type Doors } from '../../../application/access/doors.ts'
import { registerBusiness, registerClient, unsaid, type Registered } from '../../../application/access/register.ts'
import { confirmByLink, verifyEmail } from '../../../application/access/confirm-email.ts'
import { privacyVersion } from '../../../application/access/privacy-notice.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Answer } from '../../../application/use-case.ts'
import { newId } from '../../ids.ts'
import { asOperator } from '../commands/accounts.ts'
import type { Deed } from './acts.ts'
import { emailOf, emailOfPerson, guests, password, staff, venues } from './cast.ts'
import { outcome, type Stage } from './stage.ts'

type Of<T extends Deed['type']> = Extract<Deed, { readonly type: T }>

/** Who is meant by a key. */
export interface Account {
  readonly accountId: string
  /** Null for a venue. */
  readonly clientId: string | null
}

/** Every address of the demonstration, by key. */
export const addresses: ReadonlyMap<string, string> = new Map([
  ...venues.map(({ key }) => [key, emailOf(key)] as const),
  ...[...guests, ...staff].map((one) => [one.key, emailOfPerson(one)] as const),
])
export const addressOf = (key: string): string => addresses.get(key) ?? emailOf(key)

/** The accounts there are of them. */
export const accountsHere = async (doors: Pick<Doors, 'history' | 'names'>): Promise<ReadonlyMap<string, string>> => {
  const found = await Promise.all(
    [...addresses].map(
      async ([key, email]) => [key, await outcome(holderOf(doors, 'email', doors.names.email(email)))] as const,
    ),
  )
  return new Map(found.flatMap(([key, accountId]) => (accountId === null ? [] : [[key, accountId] as const])))
}

export const openVenue = async ({ services, asker }: Stage, { venue, phone }: Of<'open venue'>): Promise<Account> => {
  const { doors, capabilities } = services
  const { key, offers: _, ...about } = venue
  const asked = { username: key, email: addressOf(key), password, phone, businessPhoto: null, referral: null }
  const account = await confirmed(doors, await outcome(registerBusiness(doors)({ ...asked, ...about }, newId())))
  const preferences = { emailNotifications: true, smsNotifications: false, marketingConsent: false }
  await outcome(capabilities.completeProfile(await asker(account.accountId), { changes: {}, preferences }))
  return account
}

export const registerGuest = async ({ services: { doors } }: Stage, { guest, phone }: Of<'register guest'>) => {
  const { key, manners: _, firstName, lastName, ...about } = guest
  const portrait = { ...unsaid, ...about, privacyVersion }
  const asked = { firstName, lastName, email: addressOf(key), password, phone, referral: null, portrait }
  return confirmed(doors, await outcome(registerClient(doors)(asked, newId())))
}

export const registerStaff = async (stage: Stage, { one, phone }: Of<'register staff'>): Promise<Account> => {
  const { services, foundations, clock } = stage
  const { key, role, firstName, lastName } = one
  const asked = { firstName, lastName, email: addressOf(key), password, phone, referral: null }
  const account = await confirmed(services.doors, await outcome(registerClient(services.doors)(asked, newId())))
  const at = clock()
  await asOperator(foundations, account.accountId, { type: 'GrantRole', role, by: null, at }, at)
  return account
}

/** A letter may be written at the same moment, with another code in it: the one in force is looked for again. */
const tries = 5

const confirmed = async (doors: Doors, { accountId, clientId }: Registered): Promise<Account> => {
  const prove = async (left: number): Promise<void> => {
    const inForce = await outcome(doors.codes.current('verify-email', accountId, doors.clock()))
    const { code, token } = inForce ?? (await outcome(doors.codes.issue('verify-email', accountId, doors.clock())))
    const proof: Answer<unknown> =
      clientId === null ? confirmByLink(doors)({ token }, newId()) : verifyEmail(doors)({ clientId, code }, newId())
    const proven = await proof()
    if (E.isRight(proven)) return
    if (left === 0) throw new Error(`Refused: ${JSON.stringify(proven.left)}`)
    await prove(left - 1)
  }
  await prove(tries)
  return { accountId, clientId }
}
