import * as fc from 'fast-check'
import type { NewSession, Sessions } from '../../../application/accounts/ports.ts'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import { defaultNotificationSettings } from '../../../domain/accounts/notification-settings.ts'
import { notificationDigests, type StaffRole } from '../../../domain/accounts/vocabulary.ts'
import type { AccountRecoveryCommand } from '../../../domain/accounts/account-recovery.ts'
import type { AccountCommand } from '../../../domain/accounts/account.ts'
import {
  NameConfirmed,
  type NameReservationCommand,
  type NameReservationEvent,
  NameReserved,
} from '../../../domain/accounts/name-reservation.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import type { NotificationKind } from '../../../domain/kernel/vocabulary.ts'
import { at } from '../sample-values.ts'
import { accountSamples } from './event-samples.ts'

type AccountEventData<T extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: T }>['data']

export const aurora = accountSamples.BusinessRegistered
export const giulia = accountSamples.ClientRegistered

export const registerBusiness = (data: Partial<AccountEventData<'BusinessRegistered'>> = {}): AccountCommand => ({
  type: 'RegisterBusiness',
  ...aurora,
  ...data,
})
export const registerClient = (data: Partial<AccountEventData<'ClientRegistered'>> = {}): AccountCommand => ({
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
export const grantRole = (role: StaffRole, by: string | null = null): AccountCommand => ({
  type: 'GrantRole',
  role,
  by,
  at: at('2026-01-15'),
})
export const revokeRole = (role: StaffRole, by: string | null = null): AccountCommand => ({
  type: 'RevokeRole',
  role,
  by,
  at: at('2026-02-15'),
})

export const businessRegistered: AccountEvent = { type: 'BusinessRegistered', data: aurora }
export const clientRegistered: AccountEvent = { type: 'ClientRegistered', data: giulia }
export const clientEmailConfirmed: AccountEvent = { type: 'EmailConfirmed', data: accountSamples.EmailConfirmed }
export const passwordChanged = (data: Partial<AccountEventData<'PasswordChanged'>> = {}): AccountEvent => ({
  type: 'PasswordChanged',
  data: { ...accountSamples.PasswordChanged, ...data },
})
export const roleGranted = (role: StaffRole, by: string | null = null): AccountEvent => ({
  type: 'RoleGranted',
  data: { accountId: giulia.accountId, role, by, at: at('2026-01-15') },
})
export const roleRevoked = (role: StaffRole, by: string | null = null): AccountEvent => ({
  type: 'RoleRevoked',
  data: { accountId: giulia.accountId, role, by, at: at('2026-02-15') },
})

type EditProfileCommand = Extract<AccountCommand, { readonly type: 'EditBusinessProfile' | 'EditClientProfile' }>
export const editBusinessProfile = (
  changes: Extract<EditProfileCommand, { type: 'EditBusinessProfile' }>['changes'],
): AccountCommand => ({
  type: 'EditBusinessProfile',
  changes,
  at: at('2026-02-10'),
})
export const editClientProfile = (
  changes: Extract<EditProfileCommand, { type: 'EditClientProfile' }>['changes'],
): AccountCommand => ({
  type: 'EditClientProfile',
  changes,
  at: at('2026-02-11'),
})
export const requestEmailChange = (email: string, changeId = 'change-2'): AccountCommand => ({
  type: 'RequestEmailChange',
  changeId,
  email,
  at: at('2026-02-12'),
})
export const changeEmail = (changeId = 'change-2'): AccountCommand => ({
  type: 'ChangeEmail',
  changeId,
  nameId: 'name-new',
  formerNameId: 'name-former',
  at: at('2026-02-12', '09:05'),
})
const { at: _, accountId: __, ...chosen } = accountSamples.PreferencesSet
export const preferences = chosen
const googleIdentity = { provider: 'google', identity: 'google-1', subject: '1' } as const
export const linkIdentity = (identity: string = googleIdentity.identity): AccountCommand => ({
  type: 'LinkSocialIdentity',
  ...googleIdentity,
  identity,
  at: at('2026-02-01'),
})
export const unlinkIdentity = (identity: string = googleIdentity.identity): AccountCommand => ({
  type: 'UnlinkSocialIdentity',
  identity,
  reason: 'provider-asked',
  at: at('2026-02-02'),
})
export const registerByIdentity = (emailVerified: boolean, changes: Partial<typeof giulia> = {}): AccountCommand => ({
  type: 'RegisterByIdentity',
  client: { ...giulia, ...changes },
  identity: googleIdentity,
  emailVerified,
})
export const identityLinked = (when = giulia.at): AccountEvent => ({
  type: 'SocialIdentityLinked',
  data: { accountId: giulia.accountId, ...googleIdentity, at: when },
})
export const identityUnlinked = (reason: 'owner-proven' | 'provider-asked', when: Instant): AccountEvent => ({
  type: 'SocialIdentityUnlinked',
  data: { accountId: giulia.accountId, provider: 'google', identity: googleIdentity.identity, reason, at: when },
})

export const reserveName = (
  accountId: string,
  when: { readonly at: Instant; readonly until: Instant },
  holderUsesName?: boolean,
): NameReservationCommand => ({
  type: 'ReserveName',
  accountId,
  ...when,
  ...(holderUsesName === undefined ? {} : { holderUsesName }),
})
export const confirmName = (accountId: string): NameReservationCommand => ({ type: 'ConfirmName', accountId })
export const releaseName = (accountId: string): NameReservationCommand => ({ type: 'ReleaseName', accountId })

export const nameReserved = (accountId: string, until: Instant): NameReservationEvent => ({
  type: NameReserved.type,
  data: { accountId, until },
})
export const nameConfirmed = (accountId: string): NameReservationEvent => ({
  type: NameConfirmed.type,
  data: { accountId },
})
export const nameReleased = (accountId: string): NameReservationEvent => ({ type: 'NameReleased', data: { accountId } })

const anyRole = fc.constantFrom<StaffRole>('MODERATORE', 'ADMIN', 'REVISORE')
const anyAccountId = fc.constantFrom('aldo', 'bice')
const anyInstant = fc.constantFrom(at('2026-01-10'), at('2026-01-11'), at('2026-01-12'))

const anyConsents = {
  emailNotifications: fc.boolean(),
  smsNotifications: fc.boolean(),
  marketingConsent: fc.boolean(),
  version: fc.constantFrom('2025-08-11', '2027-01-01'),
}

export const anyAccountCommand: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc.constantFrom(registerBusiness(), registerBusiness({ email: 'altra@hotelaurora.example' }), registerClient()),
  fc.boolean().map((photoConsent) => registerClient({ photoConsent })),
  fc.constantFrom(registerByIdentity(true), registerByIdentity(false)),
  fc.constantFrom(linkIdentity(), linkIdentity('google-2'), unlinkIdentity(), unlinkIdentity('google-2')),
  anyInstant.map((at) => ({ type: 'ConfirmEmail', at }) as const),
  fc.record({
    type: fc.constant('ChangePassword' as const),
    changeId: fc.constantFrom('one', 'two'),
    reason: fc.constantFrom('changed' as const, 'reset' as const),
    at: anyInstant,
  }),
  fc.constantFrom(endSessions('one'), endSessions('two', 'aldo')),
  fc.record({
    type: fc.constantFrom('GrantRole', 'RevokeRole'),
    role: anyRole,
    by: fc.option(anyAccountId),
    at: anyInstant,
  }),
  fc.constantFrom(
    editBusinessProfile({ businessName: 'Albergo Aurora' }),
    editBusinessProfile({ phone: null, province: 'MI' }),
  ),
  fc.constantFrom(editClientProfile({ lastName: 'Verdi' }), editClientProfile({ residence: null, age: 40 })),
  fc.constantFrom(requestEmailChange('uno@posta.example', 'one'), requestEmailChange('due@posta.example', 'two')),
  fc.constantFrom(requestEmailChange('due@posta.example', 'one'), changeEmail('one'), changeEmail('two')),
  fc.record({
    type: fc.constant('AcceptPrivacy'),
    version: fc.constantFrom('2025-08-11', '2027-01-01'),
    at: anyInstant,
  }),
  fc.record({ type: fc.constant('SetPhotoConsent'), given: fc.boolean(), at: anyInstant }),
  fc.record({
    type: fc.constant('ChangeClientPhotos'),
    changes: fc.constantFrom({ profilePhoto: null }, { profilePhoto: 'https://foto.example/nuova.jpg' }),
    by: anyAccountId,
    byKind: fc.constantFrom('client' as const, 'business' as const),
    at: anyInstant,
  }),
  fc.record({ type: fc.constant('SetPreferences'), ...anyConsents, at: anyInstant }),
  fc.record({
    type: fc.constant('UnsubscribeFromKinds'),
    kinds: fc.subarray<NotificationKind>(['booking', 'reply']),
    at: anyInstant,
  }),
  fc.record({
    type: fc.constant('SetNotificationSettings'),
    kinds: fc.constant(defaultNotificationSettings.kinds),
    digest: fc.constantFrom(...notificationDigests),
    quietHours: fc.boolean(),
    at: anyInstant,
  }),
  fc.record({
    type: fc.constant('RecordDevice'),
    deviceId: fc.constantFrom('firefox', 'chrome'),
    device: fc.constant(null),
    at: anyInstant,
  }),
  fc.record({
    type: fc.constant('CompleteProfile'),
    changes: fc.constantFrom({ location: 'Via Po 1, Torino' }, {}),
    preferences: fc.record(anyConsents),
    at: anyInstant,
  }),
  fc.record({
    type: fc.constant('DeleteAccount'),
    cause: fc.constantFrom('owner' as const, 'facebook' as const),
    reason: fc.constant(null),
    emailId: fc.constant('name-1'),
    usernameId: fc.constant(null),
    obstacles: fc.constantFrom([], ['open-dispute' as const], ['last-admin' as const]),
    at: anyInstant,
  }),
)

export const anyRecoveryCommand: fc.Arbitrary<AccountRecoveryCommand> = fc.record({
  type: fc.constant('RequestRecovery'),
  recoveryId: fc.constant('recovery-1'),
  accountId: anyAccountId,
  means: fc.constantFrom('email-by-sms' as const, 'reset-code' as const),
  at: anyInstant,
})

export const anyReservationCommand: fc.Arbitrary<NameReservationCommand> = fc.oneof(
  fc.record(
    {
      type: fc.constant('ReserveName'),
      accountId: anyAccountId,
      at: anyInstant,
      until: anyInstant,
      holderUsesName: fc.boolean(),
    },
    { requiredKeys: ['type', 'accountId', 'at', 'until'] },
  ),
  fc.record({ type: fc.constantFrom('ConfirmName', 'ReleaseName'), accountId: anyAccountId }),
)

/** Starts a session and returns its token; throws if it is rejected. */
export const beginSession = async (
  sessions: Sessions,
  accountId: string,
  at: Instant,
  options: Omit<NewSession, 'accountId'> = {},
): Promise<string> => {
  const token = await sessions.begin({ accountId, ...options }, at)
  if (token === null) throw new Error('Session was rejected')
  return token
}
