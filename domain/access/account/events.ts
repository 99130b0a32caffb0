import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn, type Upcaster } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull, Whole } from '../../kernel/primitives.ts'
import { PhotoConsentSet, PreferencesSet, PrivacyAccepted } from './consent-events.ts'
import { AccountDeleted } from './deletion-events.ts'
import { EmailChanged, EmailChangeRequested } from './email-events.ts'
import { SocialIdentityLinked, SocialIdentityUnlinked } from './social-events.ts'

/** Granted only by the operator or by an ADMIN; never through registration. */
export const StaffRole = oneOf(['MODERATORE', 'ADMIN', 'REVISORE'])
export type StaffRole = t.TypeOf<typeof StaffRole>

/** The codes the 18 business types travel as (B-15, Q-83, points settled 19). */
export const BusinessType = oneOf([
  'hotel',
  'bnb',
  'restaurant',
  'hostel',
  'agriturismo',
  'casa_vacanze',
  'pizzeria',
  'bar',
  'caffe',
  'trattoria',
  'osteria',
  'pub',
  'gelateria',
  'pasticceria',
  'spa',
  'centro_benessere',
  'attivita_turistica',
  'altro',
])
export type BusinessType = t.TypeOf<typeof BusinessType>

export const TravelType = oneOf(['business', 'leisure'])
export type TravelType = t.TypeOf<typeof TravelType>

/** Where a social photo was taken from (V-24). */
export const SocialPhotoSource = oneOf(['facebook', 'instagram'])
export type SocialPhotoSource = t.TypeOf<typeof SocialPhotoSource>

const text = (whenErased: string) => pii('accountId', t.string, whenErased)
const textOrNull = pii('accountId', orNull(t.string), null)

/** Before pictures and consents could be handed in. */
const withoutPhotos: Upcaster = (data) => ({
  ...data,
  profilePhoto: null,
  socialPhotoUrl: null,
  socialPhotoSource: null,
  photoConsent: false,
  privacyVersion: null,
})

export const BusinessRegistered = event('BusinessRegistered', {
  accountId: clear(Id),
  username: text(''),
  email: text(''),
  phone: textOrNull,
  businessName: text('Attività cancellata'),
  businessType: clear(BusinessType),
  location: text(''),
  /** Two-letter sign; null when the address names none. */
  province: clear(orNull(t.string)),
  businessPhoto: textOrNull,
  /** Tenths, 0 to 100, as the business declares it; null when it declares none (V-19, Q-102). */
  theForkTenths: clear(orNull(Whole)),
  referral: clear(orNull(Id)),
  at: clear(Instant),
})

export const ClientRegistered = event(
  'ClientRegistered',
  {
    accountId: clear(Id),
    clientId: clear(Id),
    email: text(''),
    phone: textOrNull,
    firstName: text('Cliente'),
    lastName: text('cancellato'),
    age: pii('accountId', orNull(Whole), null),
    residence: textOrNull,
    travelType: clear(orNull(TravelType)),
    profilePhoto: textOrNull,
    socialPhotoUrl: textOrNull,
    socialPhotoSource: clear(orNull(SocialPhotoSource)),
    /** Consent to the social photo. */
    photoConsent: clear(t.boolean),
    /** The version of the privacy notice agreed to; null when nobody asked. */
    privacyVersion: clear(orNull(Id)),
    referral: clear(orNull(Id)),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: withoutPhotos } },
)

export const EmailConfirmed = event('EmailConfirmed', {
  accountId: clear(Id),
  kind: clear(oneOf(['business', 'client'])),
  clientId: clear(orNull(Id)),
  at: clear(Instant),
})

const role = {
  accountId: clear(Id),
  role: clear(StaffRole),
  /** The ADMIN who did it; null for the operator's command line. */
  by: clear(orNull(Id)),
  at: clear(Instant),
}
export const RoleGranted = event('RoleGranted', role)
export const RoleRevoked = event('RoleRevoked', role)

/** How it came about: by who knew the old one, with a mailed code, or after a temporary one. */
export const PasswordChangeReason = oneOf(['changed', 'reset', 'temporary'])
export type PasswordChangeReason = t.TypeOf<typeof PasswordChangeReason>

/** That it was changed; never what to, nor a hash of it. */
export const PasswordChanged = event('PasswordChanged', {
  accountId: clear(Id),
  changeId: clear(Id),
  reason: clear(PasswordChangeReason),
  /** 0 is the password of the registration. */
  credentialVersion: clear(Whole),
  at: clear(Instant),
})

/** All of them, on every device, and what quick access had waiting: by whoever runs the place, not by their owner. */
export const SessionsEnded = event('SessionsEnded', {
  accountId: clear(Id),
  endingId: clear(Id),
  /** The ADMIN who did it; null for the operator's command line. */
  by: clear(orNull(Id)),
  at: clear(Instant),
})

/** The whole profile as it is from then on; what it was before stands in the event before. */
export const BusinessProfileChanged = event('BusinessProfileChanged', {
  accountId: clear(Id),
  businessName: text('Attività cancellata'),
  businessType: clear(BusinessType),
  location: text(''),
  province: clear(orNull(t.string)),
  phone: textOrNull,
  businessPhoto: textOrNull,
  profilePhoto: textOrNull,
  /** Tenths, 0 to 100. */
  theForkTenths: clear(orNull(Whole)),
  at: clear(Instant),
})

export const ClientProfileChanged = event('ClientProfileChanged', {
  accountId: clear(Id),
  firstName: text('Cliente'),
  lastName: text('cancellato'),
  phone: textOrNull,
  age: pii('accountId', orNull(Whole), null),
  residence: textOrNull,
  travelType: clear(orNull(TravelType)),
  profilePhoto: textOrNull,
  at: clear(Instant),
})

/** By the client, or by a business that may: who it was stands here and nowhere else. */
export const ClientPhotosChanged = event('ClientPhotosChanged', {
  accountId: clear(Id),
  profilePhoto: textOrNull,
  socialPhotoUrl: textOrNull,
  socialPhotoSource: clear(orNull(SocialPhotoSource)),
  by: clear(Id),
  byKind: clear(oneOf(['client', 'business'])),
  at: clear(Instant),
})

export const AccountEvents = family(
  BusinessRegistered,
  ClientRegistered,
  EmailConfirmed,
  PasswordChanged,
  SessionsEnded,
  SocialIdentityLinked,
  SocialIdentityUnlinked,
  RoleGranted,
  RoleRevoked,
  BusinessProfileChanged,
  ClientProfileChanged,
  EmailChangeRequested,
  EmailChanged,
  PreferencesSet,
  PrivacyAccepted,
  PhotoConsentSet,
  ClientPhotosChanged,
  AccountDeleted,
)
export type AccountEvent = EventIn<typeof AccountEvents>
