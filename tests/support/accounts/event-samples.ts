import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import type { AccountRecoveryEvent } from '../../../domain/accounts/account-recovery.ts'
import type { AdministratorEvent } from '../../../domain/accounts/administrators.ts'
import type { DataDeletionRequestEvent } from '../../../domain/accounts/data-deletion-request.ts'
import { FavouriteRemoved, type FavouritesEvent } from '../../../domain/accounts/favourites.ts'
import { NameConfirmed, type NameReservationEvent, NameReserved } from '../../../domain/accounts/name-reservation.ts'
import type { IdentifierEvent } from '../../../domain/accounts/identifiers.ts'
import { at, type SamplesOf } from '../sample-values.ts'

const role = { accountId: 'account-giulia', role: 'MODERATORE', by: null, at: at('2026-01-15') } as const

export const accountSamples: SamplesOf<
  AccountEvent | DataDeletionRequestEvent | AccountRecoveryEvent | NameReservationEvent
> = {
  BusinessRegistered: {
    accountId: 'account-aurora',
    username: 'hotelaurora',
    email: 'direzione@hotelaurora.example',
    phone: '+390612345678',
    businessName: 'Hotel Aurora',
    businessType: 'hotel',
    location: 'Via del Corso 12, Roma',
    province: 'RM',
    businessPhoto: '/media/aurora.jpg',
    theForkTenths: 92,
    referral: 'ref-primavera',
    at: at('2026-01-10'),
  },
  SignedInOnNewDevice: {
    accountId: 'account-giulia',
    deviceId: 'hash-of-firefox',
    device: 'Firefox su Windows',
    isFirst: false,
    at: at('2026-02-03'),
  },
  NotificationSettingsChanged: {
    accountId: 'account-giulia',
    noEmail: ['rating-received'],
    noSms: ['reply', 'flag'],
    noPush: [],
    digest: 'daily',
    quietHours: true,
    at: at('2026-02-04'),
  },
  ClientRegistered: {
    accountId: 'account-giulia',
    clientId: 'client-giulia',
    email: 'giulia.rossi@posta.example',
    phone: '+393331234567',
    firstName: 'Giulia',
    lastName: 'Rossi',
    age: 34,
    residence: 'Milano',
    travelType: 'leisure',
    profilePhoto: '/api/photos/giulia',
    socialPhotoUrl: 'https://instagram.example/giulia.jpg',
    socialPhotoSource: 'instagram',
    photoConsent: true,
    privacyVersion: '2025-08-11',
    referral: null,
    at: at('2026-01-11'),
  },
  EmailConfirmed: { accountId: 'account-giulia', kind: 'client', clientId: 'client-giulia', at: at('2026-01-12') },
  PasswordChanged: {
    accountId: 'account-giulia',
    changeId: 'change-1',
    reason: 'reset',
    credentialVersion: 1,
    at: at('2026-03-01'),
  },
  SessionsEnded: { accountId: 'account-giulia', endingId: 'ending-1', by: null, at: at('2026-03-02') },
  SocialIdentityLinked: {
    accountId: 'account-giulia',
    provider: 'google',
    identity: 'hash-of-google-giulia',
    subject: '104857600000000000001',
    at: at('2026-02-01'),
  },
  SocialIdentityUnlinked: {
    accountId: 'account-giulia',
    provider: 'google',
    identity: 'hash-of-google-giulia',
    reason: 'owner-proven',
    at: at('2026-03-01'),
  },
  DataDeletionRequested: {
    requestId: 'deletion-1',
    provider: 'facebook',
    accountId: 'account-giulia',
    at: at('2026-04-01'),
  },
  RecoveryRequested: {
    recoveryId: 'recovery-1',
    accountId: 'account-giulia',
    means: 'reset-code',
    at: at('2026-03-01'),
  },
  BusinessProfileChanged: {
    accountId: 'account-aurora',
    businessName: 'Albergo Aurora',
    businessType: 'bnb',
    location: 'Via Condotti 3, Roma',
    province: 'RM',
    phone: '+390612345679',
    businessPhoto: 'https://foto.example/aurora.jpg',
    profilePhoto: null,
    theForkTenths: 88,
    at: at('2026-02-10'),
  },
  ClientProfileChanged: {
    accountId: 'account-giulia',
    firstName: 'Giulia',
    lastName: 'Verdi',
    phone: '+393331234568',
    age: 35,
    residence: 'Torino',
    travelType: 'business',
    profilePhoto: 'https://foto.example/giulia.jpg',
    at: at('2026-02-11'),
  },
  EmailChangeRequested: {
    accountId: 'account-giulia',
    changeId: 'change-2',
    email: 'giulia.verdi@posta.example',
    at: at('2026-02-12'),
  },
  EmailChanged: {
    accountId: 'account-giulia',
    changeId: 'change-2',
    email: 'giulia.verdi@posta.example',
    formerEmail: 'giulia.rossi@posta.example',
    nameId: 'name-new',
    formerNameId: 'name-former',
    at: at('2026-02-12', '09:05'),
  },
  PreferencesSet: {
    accountId: 'account-aurora',
    emailNotifications: true,
    smsNotifications: false,
    marketingConsent: false,
    version: '2025-08-11',
    at: at('2026-02-10'),
  },
  PrivacyAccepted: { accountId: 'account-aurora', version: '2025-08-11', at: at('2026-02-10') },
  PhotoConsentSet: { accountId: 'account-giulia', given: true, at: at('2026-02-11') },
  ClientPhotosChanged: {
    accountId: 'account-giulia',
    profilePhoto: 'https://foto.example/giulia-nuova.jpg',
    socialPhotoUrl: 'https://instagram.example/giulia.jpg',
    socialPhotoSource: 'instagram',
    by: 'account-aurora',
    byKind: 'business',
    at: at('2026-02-12'),
  },
  AccountDeleted: {
    accountId: 'account-giulia',
    clientId: 'client-giulia',
    kind: 'client',
    cause: 'owner',
    reason: 'Non mi serve più.',
    emailId: 'name-former',
    usernameId: null,
    identities: ['identity-giulia'],
    at: at('2026-05-02'),
  },
  RoleGranted: role,
  RoleRevoked: { ...role, by: 'account-admin', at: at('2026-02-15') },
  [NameReserved.type]: { accountId: 'account-aurora', until: at('2026-01-10', '09:15') },
  [NameConfirmed.type]: { accountId: 'account-aurora' },
  NameReleased: { accountId: 'account-aurora' },
}

const saved = { accountId: 'account-giulia', businessId: 'account-aurora', at: at('2026-03-03') }

export const profileSamples: SamplesOf<FavouritesEvent> = {
  FavouriteSaved: saved,
  [FavouriteRemoved.type]: { ...saved, at: at('2026-03-04') },
}

const identifier = {
  accountId: 'account-giulia',
  accountKind: 'client',
  kind: 'phone',
  hash: 'keyed-hash-of-phone',
} as const

export const administratorSamples: SamplesOf<AdministratorEvent> = {
  AdministratorLeaving: { accountId: 'account-giulia', until: at('2026-02-06'), at: at('2026-02-05') },
}

export const identifierSamples: SamplesOf<IdentifierEvent> = {
  IdentifierAdded: { ...identifier, registered: true, at: at('2026-01-12') },
  IdentifierRemoved: { ...identifier, at: at('2026-04-12') },
  IdentifierProven: { ...identifier, kind: 'payout-address', at: at('2026-05-12') },
}
