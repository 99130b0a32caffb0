import { accountByName, type AuthServices } from '../../application/accounts/auth-services.ts'
import { confirmByCode, confirmByLink } from '../../application/accounts/email-address.ts'
import { privacyNoticeVersion } from '../../application/accounts/profile.ts'
import {
  noClientDetails,
  registerBusiness,
  registerClient,
  type RegistrationResult,
} from '../../application/accounts/register.ts'
import type { Result } from '../../application/use-case.ts'
import { E } from '../../domain/kernel/fp.ts'
import { newId } from '../clock-and-ids.ts'
import { executeAsOperator } from '../composition/operator.ts'
import type { Action } from './actions.ts'
import { emailOf, emailOfPerson, guests, password, staff, venues } from './characters.ts'
import { runOrThrow } from '../../application/jobs.ts'
import type { Sandbox } from './sandbox.ts'

type ActionOf<T extends Action['type']> = Extract<Action, { readonly type: T }>

export interface DemoAccount {
  readonly accountId: string
  /** Null for a venue. */
  readonly clientId: string | null
}

/** E-mail addresses of the demo accounts by key. */
const addresses: ReadonlyMap<string, string> = new Map([
  ...venues.map(({ key }) => [key, emailOf(key)] as const),
  ...[...guests, ...staff].map((one) => [one.key, emailOfPerson(one)] as const),
])
export const addressOf = (key: string): string => addresses.get(key) ?? emailOf(key)

/** The demo accounts that already exist: key → account id. */
export const existingAccounts = async (
  authServices: Pick<AuthServices, 'history' | 'nameHasher'>,
): Promise<ReadonlyMap<string, string>> => {
  const entries = await Promise.all(
    [...addresses].map(
      async ([key, email]) =>
        [key, await runOrThrow(accountByName(authServices, 'email', authServices.nameHasher.email(email)))] as const,
    ),
  )
  return new Map(entries.flatMap(([key, accountId]) => (accountId === null ? [] : [[key, accountId] as const])))
}

const request = () => ({ accountId: newId(), source: 'demo' })

export const openVenue = async (
  { services, caller }: Sandbox,
  { venue, phone }: ActionOf<'open venue'>,
): Promise<DemoAccount> => {
  const { authServices, useCases } = services
  const { key, offers: _, ...profile } = venue
  const contacts = { username: key, email: addressOf(key), password, phone }
  const registration = { ...request(), ...contacts, businessPhoto: null, referral: null }
  const account = await confirmEmail(
    authServices,
    await runOrThrow(registerBusiness(authServices)({ ...registration, ...profile }, newId())),
  )
  const preferences = { emailNotifications: true, smsNotifications: false, marketingConsent: false }
  await runOrThrow(useCases.completeProfile(await caller(account.accountId), { changes: {}, preferences }))
  return account
}

export const registerGuest = async (
  { services: { authServices } }: Sandbox,
  { guest, phone }: ActionOf<'register guest'>,
) => {
  const { key, behaviour: _, firstName, lastName, ...profile } = guest
  const details = { ...noClientDetails, ...profile, privacyVersion: privacyNoticeVersion }
  const contacts = { firstName, lastName, email: addressOf(key), password, phone }
  const registration = { ...request(), ...contacts, referral: null, details }
  return confirmEmail(authServices, await runOrThrow(registerClient(authServices)(registration, newId())))
}

export const registerStaff = async (
  sandbox: Sandbox,
  { staffMember, phone }: ActionOf<'register staff'>,
): Promise<DemoAccount> => {
  const { services, resources, clock } = sandbox
  const { key, role, firstName, lastName } = staffMember
  const contacts = { firstName, lastName, email: addressOf(key), password, phone }
  const registration = { ...request(), ...contacts, referral: null }
  const account = await confirmEmail(
    services.authServices,
    await runOrThrow(registerClient(services.authServices)(registration, newId())),
  )
  const at = clock()
  await executeAsOperator(resources, account.accountId, { type: 'GrantRole', role, by: null, at }, at)
  return account
}

/** The verification e-mail job may issue a newer code concurrently; each attempt reads the current one. */
const maxAttempts = 5

const confirmEmail = async (
  authServices: AuthServices,
  { accountId, clientId }: RegistrationResult,
): Promise<DemoAccount> => {
  const confirm = async (attemptsLeft: number): Promise<void> => {
    const current = await runOrThrow(authServices.codes.current('verify-email', accountId, authServices.clock()))
    const { code, token } =
      current ?? (await runOrThrow(authServices.codes.issue('verify-email', accountId, authServices.clock())))
    const confirmation: Result<unknown> =
      clientId === null
        ? confirmByLink(authServices)({ token }, newId())
        : confirmByCode(authServices)({ clientId, code, source: 'demo' }, newId())
    const outcome = await confirmation()
    if (E.isRight(outcome)) return
    if (attemptsLeft === 0) throw new Error(`Rejected: ${JSON.stringify(outcome.left)}`)
    await confirm(attemptsLeft - 1)
  }
  await confirm(maxAttempts)
  return { accountId, clientId }
}

/** Returns one line per demo login: staff, venues, guests, and where they sign in. */
export const demoLogins = (): readonly string[] => {
  const rows = [
    ...staff.map(({ key, firstName, lastName, role }) => [role, addressOf(key), `${firstName} ${lastName}`]),
    ...venues.map(({ key, businessName, location }) => ['ESERCENTE', addressOf(key), `${businessName}, ${location}`]),
    ...guests.map(({ key, firstName, lastName }) => ['CLIENTE', addressOf(key), `${firstName} ${lastName}`]),
  ]
  const widths = [0, 1].map((n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)))
  return [
    'Fictitious demo data (dati dimostrativi). Venues (ESERCENTE) sign in at /auth/login, all others at /client-auth,',
    `all with the password ${password}`,
    '',
    ...rows.map((row) => `  ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')}`.trimEnd()),
  ]
}
