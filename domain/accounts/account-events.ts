import * as t from 'io-ts'
import { clear, event, type EventIn, family, pii, type Upcaster } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Whole } from '../kernel/primitives.ts'

const personalEmail = pii('accountId', t.string, '')

/** Nothing changes until the code mailed to the new address comes back. */
export const EmailChangeRequested = event('EmailChangeRequested', {
  accountId: clear(Id),
  changeId: clear(Id),
  email: personalEmail,
  at: clear(Instant),
})

export const EmailChanged = event('EmailChanged', {
  accountId: clear(Id),
  changeId: clear(Id),
  email: personalEmail,
  formerEmail: personalEmail,
  /** The streams in which both addresses are reserved. */
  nameId: clear(Id),
  formerNameId: clear(Id),
  at: clear(Instant),
})

/** Where a client may come from (B-07, P-03). */
export const SocialProvider = oneOf(['google', 'facebook'])
export type SocialProvider = t.TypeOf<typeof SocialProvider>

/** Somebody else's word for who this is: provider and subject, never the e-mail address. */
export const SocialIdentityLinked = event('SocialIdentityLinked', {
  accountId: clear(Id),
  provider: clear(SocialProvider),
  /** A keyed hash of provider and subject: the name of its reservation. */
  identity: clear(Id),
  subject: pii('accountId', t.string, ''),
  at: clear(Instant),
})

/** Why: the address's owner proved it was theirs and not the linker's, or the provider asked us to delete. */
export const UnlinkReason = oneOf(['owner-proven', 'provider-asked'])
export type UnlinkReason = t.TypeOf<typeof UnlinkReason>

export const SocialIdentityUnlinked = event('SocialIdentityUnlinked', {
  accountId: clear(Id),
  provider: clear(SocialProvider),
  identity: clear(Id),
  reason: clear(UnlinkReason),
  at: clear(Instant),
})

/** What we may write about, and how. */
export const PreferencesSet = event('PreferencesSet', {
  accountId: clear(Id),
  emailNotifications: clear(t.boolean),
  smsNotifications: clear(t.boolean),
  marketingConsent: clear(t.boolean),
  /** Of the text that was shown. */
  version: clear(Id),
  at: clear(Instant),
})

export const PrivacyAccepted = event('PrivacyAccepted', {
  accountId: clear(Id),
  /** Of the text that was accepted. */
  version: clear(Id),
  at: clear(Instant),
})

/** Consent to a photo taken from a social network, given or withdrawn. */
export const PhotoConsentSet = event('PhotoConsentSet', {
  accountId: clear(Id),
  given: clear(t.boolean),
  at: clear(Instant),
})

/** Who wanted it: the owner, or a provider on whose behalf it passes the wish on. */
export const DeletionCause = oneOf(['owner', 'facebook'])
export type DeletionCause = t.TypeOf<typeof DeletionCause>

/** The decision, and what must be let go of; what holds personal data is erased after it. */
export const AccountDeleted = event('AccountDeleted', {
  accountId: clear(Id),
  clientId: clear(nullable(Id)),
  kind: clear(oneOf(['business', 'client'])),
  cause: clear(DeletionCause),
  reason: pii('accountId', nullable(t.string), null),
  /** The streams in which its names are reserved: keyed hashes, also of the original address. */
  emailId: clear(Id),
  usernameId: clear(nullable(Id)),
  identities: clear(t.readonlyArray(Id)),
  at: clear(Instant),
})

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

const personalText = (whenErased: string) => pii('accountId', t.string, whenErased)
const personalTextOrNull = pii('accountId', nullable(t.string), null)

/** Before pictures and consents could be handed in. */
const addMissingPhotos: Upcaster = (data) => ({
  ...data,
  profilePhoto: null,
  socialPhotoUrl: null,
  socialPhotoSource: null,
  photoConsent: false,
  privacyVersion: null,
})

export const BusinessRegistered = event('BusinessRegistered', {
  accountId: clear(Id),
  username: personalText(''),
  email: personalText(''),
  phone: personalTextOrNull,
  businessName: personalText('Attività cancellata'),
  businessType: clear(BusinessType),
  location: personalText(''),
  /** Two-letter sign; null when the address names none. */
  province: clear(nullable(t.string)),
  businessPhoto: personalTextOrNull,
  /** Tenths, 0 to 100, as the business declares it; null when it declares none (V-19, Q-102). */
  theForkTenths: clear(nullable(Whole)),
  referral: clear(nullable(Id)),
  at: clear(Instant),
})

export const ClientRegistered = event(
  'ClientRegistered',
  {
    accountId: clear(Id),
    clientId: clear(Id),
    email: personalText(''),
    phone: personalTextOrNull,
    firstName: personalText('Cliente'),
    lastName: personalText('cancellato'),
    age: pii('accountId', nullable(Whole), null),
    residence: personalTextOrNull,
    travelType: clear(nullable(TravelType)),
    profilePhoto: personalTextOrNull,
    socialPhotoUrl: personalTextOrNull,
    socialPhotoSource: clear(nullable(SocialPhotoSource)),
    /** Consent to the social photo. */
    photoConsent: clear(t.boolean),
    /** The version of the privacy notice agreed to; null when nobody asked. */
    privacyVersion: clear(nullable(Id)),
    referral: clear(nullable(Id)),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: addMissingPhotos } },
)

export const EmailConfirmed = event('EmailConfirmed', {
  accountId: clear(Id),
  kind: clear(oneOf(['business', 'client'])),
  clientId: clear(nullable(Id)),
  at: clear(Instant),
})

const roleFields = {
  accountId: clear(Id),
  role: clear(StaffRole),
  /** The ADMIN who did it; null for the operator's command line. */
  by: clear(nullable(Id)),
  at: clear(Instant),
}
export const RoleGranted = event('RoleGranted', roleFields)
export const RoleRevoked = event('RoleRevoked', roleFields)

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
  by: clear(nullable(Id)),
  at: clear(Instant),
})

/** The whole profile as it is from then on; what it was before stands in the event before. */
export const BusinessProfileChanged = event('BusinessProfileChanged', {
  accountId: clear(Id),
  businessName: personalText('Attività cancellata'),
  businessType: clear(BusinessType),
  location: personalText(''),
  province: clear(nullable(t.string)),
  phone: personalTextOrNull,
  businessPhoto: personalTextOrNull,
  profilePhoto: personalTextOrNull,
  /** Tenths, 0 to 100. */
  theForkTenths: clear(nullable(Whole)),
  at: clear(Instant),
})

export const ClientProfileChanged = event('ClientProfileChanged', {
  accountId: clear(Id),
  firstName: personalText('Cliente'),
  lastName: personalText('cancellato'),
  phone: personalTextOrNull,
  age: pii('accountId', nullable(Whole), null),
  residence: personalTextOrNull,
  travelType: clear(nullable(TravelType)),
  profilePhoto: personalTextOrNull,
  at: clear(Instant),
})

/** By the client, or by a business that may: who it was stands here and nowhere else. */
export const ClientPhotosChanged = event('ClientPhotosChanged', {
  accountId: clear(Id),
  profilePhoto: personalTextOrNull,
  socialPhotoUrl: personalTextOrNull,
  socialPhotoSource: clear(nullable(SocialPhotoSource)),
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
