import type { AccountEvent } from '../../../domain/access/account/events.ts'
import type { DeletionEvent } from '../../../domain/access/deletion/events.ts'
import type { RecoveryEvent } from '../../../domain/access/recovery/events.ts'
import type { ReservationEvent } from '../../../domain/access/reservation/events.ts'
import { at } from './moments.ts'
import type { SamplesOf } from './samples-of.ts'

const role = { accountId: 'account-giulia', role: 'MODERATORE', by: null, at: at('2026-01-15') } as const

export const accessSamples: SamplesOf<AccountEvent | DeletionEvent | RecoveryEvent | ReservationEvent> = {
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
  RoleGranted: role,
  RoleRevoked: { ...role, by: 'account-admin', at: at('2026-02-15') },
  NameClaimed: { accountId: 'account-aurora', until: at('2026-01-10', '09:15') },
  NameKept: { accountId: 'account-aurora' },
  NameReleased: { accountId: 'account-aurora' },
}
