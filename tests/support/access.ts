import * as fc from 'fast-check'
import type { AccountCommand } from '../../domain/access/account/decider.ts'
import type { AccountEvent, StaffRole } from '../../domain/access/account/events.ts'
import type { RecoveryCommand } from '../../domain/access/recovery/decider.ts'
import type { ReservationCommand } from '../../domain/access/reservation/decider.ts'
import type { ReservationEvent } from '../../domain/access/reservation/events.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { accessSamples } from './samples/access.ts'
import { at } from './samples/moments.ts'

type Registered<T extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: T }>['data']

export const aurora = accessSamples.BusinessRegistered
export const giulia = accessSamples.ClientRegistered

export const registerBusiness = (data: Partial<Registered<'BusinessRegistered'>> = {}): AccountCommand => ({
  type: 'RegisterBusiness',
  ...aurora,
  ...data,
})
export const registerClient = (data: Partial<Registered<'ClientRegistered'>> = {}): AccountCommand => ({
  type: 'RegisterClient',
  ...giulia,
  ...data,
})
export const confirmEmail: AccountCommand = { type: 'ConfirmEmail', at: at('2026-01-12') }
export const changePassword = (changeId: string, reason: 'changed' | 'reset' | 'temporary'): AccountCommand => ({
  type: 'ChangePassword',
  changeId,
  reason,
  at: at('2026-03-01'),
})
export const endSessions = (endingId: string, by: string | null = null): AccountCommand => ({
  type: 'EndSessions',
  endingId,
  by,
  at: at('2026-03-02'),
})
export const grant = (role: StaffRole, by: string | null = null): AccountCommand => ({
  type: 'GrantRole',
  role,
  by,
  at: at('2026-01-15'),
})
export const revoke = (role: StaffRole, by: string | null = null): AccountCommand => ({
  type: 'RevokeRole',
  role,
  by,
  at: at('2026-02-15'),
})

export const businessRegistered: AccountEvent = { type: 'BusinessRegistered', data: aurora }
export const clientRegistered: AccountEvent = { type: 'ClientRegistered', data: giulia }
export const clientEmailConfirmed: AccountEvent = { type: 'EmailConfirmed', data: accessSamples.EmailConfirmed }
export const passwordChanged = (data: Partial<Registered<'PasswordChanged'>> = {}): AccountEvent => ({
  type: 'PasswordChanged',
  data: { ...accessSamples.PasswordChanged, ...data },
})
export const granted = (role: StaffRole, by: string | null = null): AccountEvent => ({
  type: 'RoleGranted',
  data: { accountId: giulia.accountId, role, by, at: at('2026-01-15') },
})
export const revoked = (role: StaffRole, by: string | null = null): AccountEvent => ({
  type: 'RoleRevoked',
  data: { accountId: giulia.accountId, role, by, at: at('2026-02-15') },
})

type Editing = Extract<AccountCommand, { readonly type: 'EditBusinessProfile' | 'EditClientProfile' }>
export const editBusiness = (
  changes: Extract<Editing, { type: 'EditBusinessProfile' }>['changes'],
): AccountCommand => ({
  type: 'EditBusinessProfile',
  changes,
  at: at('2026-02-10'),
})
export const editClient = (changes: Extract<Editing, { type: 'EditClientProfile' }>['changes']): AccountCommand => ({
  type: 'EditClientProfile',
  changes,
  at: at('2026-02-11'),
})
export const askForEmail = (email: string, changeId = 'change-2'): AccountCommand => ({
  type: 'RequestEmailChange',
  changeId,
  email,
  at: at('2026-02-12'),
})
export const takeEmail = (changeId = 'change-2'): AccountCommand => ({
  type: 'ChangeEmail',
  changeId,
  nameId: 'name-new',
  formerNameId: 'name-former',
  at: at('2026-02-12', '09:05'),
})
const { at: _, accountId: __, ...chosen } = accessSamples.PreferencesSet
export const preferences = chosen
export const google = { provider: 'google', identity: 'google-1', subject: '1' } as const
export const linkIdentity = (identity: string = google.identity): AccountCommand => ({
  type: 'LinkSocialIdentity',
  ...google,
  identity,
  at: at('2026-02-01'),
})
export const unlinkIdentity = (identity: string = google.identity): AccountCommand => ({
  type: 'UnlinkSocialIdentity',
  identity,
  reason: 'provider-asked',
  at: at('2026-02-02'),
})
export const registerByIdentity = (emailVerified: boolean): AccountCommand => ({
  type: 'RegisterByIdentity',
  client: giulia,
  identity: google,
  emailVerified,
})
export const identityLinked = (when = giulia.at): AccountEvent => ({
  type: 'SocialIdentityLinked',
  data: { accountId: giulia.accountId, ...google, at: when },
})
export const identityUnlinked = (reason: 'owner-proven' | 'provider-asked', when: Instant): AccountEvent => ({
  type: 'SocialIdentityUnlinked',
  data: { accountId: giulia.accountId, provider: 'google', identity: google.identity, reason, at: when },
})

export const claim = (
  accountId: string,
  when: { readonly at: Instant; readonly until: Instant },
  holderExists?: boolean,
): ReservationCommand => ({
  type: 'Claim',
  accountId,
  ...when,
  ...(holderExists === undefined ? {} : { holderExists }),
})
export const keep = (accountId: string): ReservationCommand => ({ type: 'Keep', accountId })
export const release = (accountId: string): ReservationCommand => ({ type: 'Release', accountId })

export const claimed = (accountId: string, until: Instant): ReservationEvent => ({
  type: 'NameClaimed',
  data: { accountId, until },
})
export const kept = (accountId: string): ReservationEvent => ({ type: 'NameKept', data: { accountId } })
export const released = (accountId: string): ReservationEvent => ({ type: 'NameReleased', data: { accountId } })

const someRole = fc.constantFrom<StaffRole>('MODERATORE', 'ADMIN', 'REVISORE')
const someone = fc.constantFrom('aldo', 'bice')
const time = fc.constantFrom(at('2026-01-10'), at('2026-01-11'), at('2026-01-12'))

const someConsents = {
  emailNotifications: fc.boolean(),
  smsNotifications: fc.boolean(),
  marketingConsent: fc.boolean(),
  version: fc.constantFrom('2025-08-11', '2027-01-01'),
}

export const accountCommand: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc.constantFrom(registerBusiness(), registerBusiness({ email: 'altra@hotelaurora.example' }), registerClient()),
  fc.boolean().map((photoConsent) => registerClient({ photoConsent })),
  fc.constantFrom(registerByIdentity(true), registerByIdentity(false)),
  fc.constantFrom(linkIdentity(), linkIdentity('google-2'), unlinkIdentity(), unlinkIdentity('google-2')),
  time.map((at) => ({ type: 'ConfirmEmail', at }) as const),
  fc.record({
    type: fc.constant('ChangePassword' as const),
    changeId: fc.constantFrom('one', 'two'),
    reason: fc.constantFrom('changed' as const, 'reset' as const),
    at: time,
  }),
  fc.constantFrom(endSessions('one'), endSessions('two', 'aldo')),
  fc.record({ type: fc.constantFrom('GrantRole', 'RevokeRole'), role: someRole, by: fc.option(someone), at: time }),
  fc.constantFrom(editBusiness({ businessName: 'Albergo Aurora' }), editBusiness({ phone: null, province: 'MI' })),
  fc.constantFrom(editClient({ lastName: 'Verdi' }), editClient({ residence: null, age: 40 })),
  fc.constantFrom(askForEmail('uno@posta.example', 'one'), askForEmail('due@posta.example', 'two')),
  fc.constantFrom(askForEmail('due@posta.example', 'one'), takeEmail('one'), takeEmail('two')),
  fc.record({ type: fc.constant('AcceptPrivacy'), version: fc.constantFrom('2025-08-11', '2027-01-01'), at: time }),
  fc.record({ type: fc.constant('SetPhotoConsent'), given: fc.boolean(), at: time }),
  fc.record({
    type: fc.constant('ChangeClientPhotos'),
    changes: fc.constantFrom({ profilePhoto: null }, { profilePhoto: 'https://foto.example/nuova.jpg' }),
    by: someone,
    byKind: fc.constantFrom('client' as const, 'business' as const),
    at: time,
  }),
  fc.record({ type: fc.constant('SetPreferences'), ...someConsents, at: time }),
  fc.record({
    type: fc.constant('CompleteProfile'),
    changes: fc.constantFrom({ location: 'Via Po 1, Torino' }, {}),
    preferences: fc.record(someConsents),
    at: time,
  }),
  fc.record({
    type: fc.constant('DeleteAccount'),
    cause: fc.constantFrom('owner' as const, 'facebook' as const),
    reason: fc.constant(null),
    emailId: fc.constant('name-1'),
    usernameId: fc.constant(null),
    obstacles: fc.constantFrom([], ['open-dispute' as const], ['last-admin' as const]),
    at: time,
  }),
)

export const recoveryCommand: fc.Arbitrary<RecoveryCommand> = fc.record({
  type: fc.constant('RequestRecovery'),
  recoveryId: fc.constant('recovery-1'),
  accountId: someone,
  means: fc.constantFrom('email-by-sms' as const, 'reset-code' as const),
  at: time,
})

export const reservationCommand: fc.Arbitrary<ReservationCommand> = fc.oneof(
  fc.record(
    { type: fc.constant('Claim'), accountId: someone, at: time, until: time, holderExists: fc.boolean() },
    { requiredKeys: ['type', 'accountId', 'at', 'until'] },
  ),
  fc.record({ type: fc.constantFrom('Keep', 'Release'), accountId: someone }),
)
