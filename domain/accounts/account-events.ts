import * as t from 'io-ts'
import { clear, event, type EventIn, family, type OfType, pii, type Upcaster } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Text, textUpTo, Whole } from '../kernel/primitives.ts'
import { notificationKinds } from '../kernel/vocabulary.ts'
import {
  accountKinds,
  businessTypes,
  deletionCauses,
  notificationDigests,
  passwordChangeReasons,
  socialPhotoSources,
  socialProviders,
  staffRoles,
  travelTypes,
  unlinkReasons,
} from './vocabulary.ts'

// --- Registration -----------------------------------------------------------------------------------

/** Search by name indexes it. */
const Name = textUpTo(120)
/** Search by place indexes its words. */
const Place = textUpTo(200)
const personalText = (whenErased: string, codec = Text) => pii('accountId', codec, whenErased)
const personalTextOrNull = pii('accountId', nullable(Text), null)
const personalPhone = pii('accountId', nullable(textUpTo(40)), null)

/** Version 1 had neither photos nor consents. */
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
  username: personalText('', Name),
  email: personalText(''),
  phone: personalPhone,
  businessName: personalText('Attività cancellata', Name),
  businessType: clear(oneOf(businessTypes)),
  location: personalText('', Place),
  /** Two-letter code; null if the address contains none. */
  province: clear(nullable(Place)),
  businessPhoto: personalTextOrNull,
  /** TheFork rating declared by the business, in tenths (0–100). @rule V-19 Q-102 optional, self-declared */
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
    phone: personalPhone,
    firstName: personalText('Cliente', Name),
    lastName: personalText('cancellato', Name),
    age: pii('accountId', nullable(Whole), null),
    residence: personalTextOrNull,
    travelType: clear(nullable(oneOf(travelTypes))),
    profilePhoto: personalTextOrNull,
    socialPhotoUrl: personalTextOrNull,
    socialPhotoSource: clear(nullable(oneOf(socialPhotoSources))),
    /** Consent to the social photo. @rule Q-87 */
    photoConsent: clear(t.boolean),
    /** Version of the privacy notice accepted; null if the form did not ask for it. */
    privacyVersion: clear(nullable(Id)),
    referral: clear(nullable(Id)),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: addMissingPhotos } },
)

export const EmailConfirmed = event('EmailConfirmed', {
  accountId: clear(Id),
  kind: clear(oneOf(accountKinds)),
  clientId: clear(nullable(Id)),
  at: clear(Instant),
})

// --- Sign-in ----------------------------------------------------------------------------------------

/**
 * An account at a sign-in provider, identified by provider and subject, never by e-mail address.
 * @rule B-07 P-03 sign-in with Google or Facebook, for clients only
 * @rule Q-19 identity is provider and subject
 */
const SocialIdentityLinked = event('SocialIdentityLinked', {
  accountId: clear(Id),
  provider: clear(oneOf(socialProviders)),
  /** Keyed hash of provider and subject; also the id of its reservation. */
  identity: clear(Id),
  subject: pii('accountId', Text, ''),
  at: clear(Instant),
})

const SocialIdentityUnlinked = event('SocialIdentityUnlinked', {
  accountId: clear(Id),
  provider: clear(oneOf(socialProviders)),
  identity: clear(Id),
  reason: clear(oneOf(unlinkReasons)),
  at: clear(Instant),
})

const roleFields = {
  accountId: clear(Id),
  role: clear(oneOf(staffRoles)),
  /** Null: only the operator's command line changes roles. */
  by: clear(nullable(Id)),
  at: clear(Instant),
}
const RoleGranted = event('RoleGranted', roleFields)
const RoleRevoked = event('RoleRevoked', roleFields)

/** The first sign-in in a browser. */
const SignedInOnNewDevice = event('SignedInOnNewDevice', {
  accountId: clear(Id),
  /** Keyed hash of the browser's device id. */
  deviceId: clear(Id),
  /** Browser and system, such as `Firefox, Windows`; null if unknown. */
  device: personalTextOrNull,
  /** No earlier sign-in is recorded, so the device is no news to the owner. */
  isFirst: clear(t.boolean),
  at: clear(Instant),
})

/** Records the change, never the password or its hash. */
export const PasswordChanged = event('PasswordChanged', {
  accountId: clear(Id),
  changeId: clear(Id),
  reason: clear(oneOf(passwordChangeReasons)),
  /** 0 is the password chosen at registration. */
  credentialVersion: clear(Whole),
  at: clear(Instant),
})

/** The operator ended every session and device token of the account. */
export const SessionsEnded = event('SessionsEnded', {
  accountId: clear(Id),
  endingId: clear(Id),
  /** Null: only the operator's command line ends them. */
  by: clear(nullable(Id)),
  at: clear(Instant),
})

// --- Profile and e-mail address ---------------------------------------------------------------------

/** The complete profile after the change. */
export const BusinessProfileChanged = event('BusinessProfileChanged', {
  accountId: clear(Id),
  businessName: personalText('Attività cancellata', Name),
  businessType: clear(oneOf(businessTypes)),
  location: personalText('', Place),
  province: clear(nullable(Place)),
  phone: personalPhone,
  businessPhoto: personalTextOrNull,
  profilePhoto: personalTextOrNull,
  /** Tenths, 0 to 100. */
  theForkTenths: clear(nullable(Whole)),
  at: clear(Instant),
})

export const ClientProfileChanged = event('ClientProfileChanged', {
  accountId: clear(Id),
  firstName: personalText('Cliente', Name),
  lastName: personalText('cancellato', Name),
  phone: personalPhone,
  age: pii('accountId', nullable(Whole), null),
  residence: personalTextOrNull,
  travelType: clear(nullable(oneOf(travelTypes))),
  profilePhoto: personalTextOrNull,
  at: clear(Instant),
})

/** The only record of who changed the photos. @rule Q-89 by the client, or by a business with the client's consent */
export const ClientPhotosChanged = event('ClientPhotosChanged', {
  accountId: clear(Id),
  profilePhoto: personalTextOrNull,
  socialPhotoUrl: personalTextOrNull,
  socialPhotoSource: clear(nullable(oneOf(socialPhotoSources))),
  by: clear(Id),
  byKind: clear(oneOf(accountKinds)),
  at: clear(Instant),
})

const personalEmail = pii('accountId', Text, '')

/** Requests a new address, which takes effect once the code sent to it is entered. @rule Q-91 confirmed change of e-mail */
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
  /** Ids of the reservation streams of both addresses. */
  nameId: clear(Id),
  formerNameId: clear(Id),
  at: clear(Instant),
})

// --- Consents ---------------------------------------------------------------------------------------

/** Notification and marketing consent. @rule Q-114 each consent is optional and recorded */
export const PreferencesSet = event('PreferencesSet', {
  accountId: clear(Id),
  emailNotifications: clear(t.boolean),
  smsNotifications: clear(t.boolean),
  marketingConsent: clear(t.boolean),
  /** Version of the notice that was displayed. */
  version: clear(Id),
  at: clear(Instant),
})

const Kinds = clear(t.readonlyArray(oneOf(notificationKinds)))

/** The complete settings after the change: the kinds that do not leave by each channel. Kinds added later do. */
export const NotificationSettingsChanged = event('NotificationSettingsChanged', {
  accountId: clear(Id),
  noEmail: Kinds,
  noSms: Kinds,
  noPush: Kinds,
  digest: clear(oneOf(notificationDigests)),
  quietHours: clear(t.boolean),
  at: clear(Instant),
})

export const PrivacyAccepted = event('PrivacyAccepted', {
  accountId: clear(Id),
  /** Version of the notice that was accepted. */
  version: clear(Id),
  at: clear(Instant),
})

/**
 * Consent to a photo from a social network and to businesses changing the photos, given or withdrawn.
 * @rule Q-87 consent to social photos
 */
const PhotoConsentSet = event('PhotoConsentSet', {
  accountId: clear(Id),
  given: clear(t.boolean),
  at: clear(Instant),
})

// --- Deletion ---------------------------------------------------------------------------------------

/** The deletion is final; the erasure process removes personal data afterwards, using the names listed here. */
export const AccountDeleted = event('AccountDeleted', {
  accountId: clear(Id),
  clientId: clear(nullable(Id)),
  kind: clear(oneOf(accountKinds)),
  cause: clear(oneOf(deletionCauses)),
  reason: pii('accountId', nullable(Text), null),
  /** Ids of the streams that reserve its names: keyed hashes of e-mail address, username and social identities. */
  emailId: clear(Id),
  usernameId: clear(nullable(Id)),
  identities: clear(t.readonlyArray(Id)),
  at: clear(Instant),
})

export const AccountEvents = family(
  BusinessRegistered,
  ClientRegistered,
  EmailConfirmed,
  SignedInOnNewDevice,
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
  NotificationSettingsChanged,
  PrivacyAccepted,
  PhotoConsentSet,
  ClientPhotosChanged,
  AccountDeleted,
)
export type AccountEvent = EventIn<typeof AccountEvents>
export type RegistrationEvent = OfType<AccountEvent, 'BusinessRegistered' | 'ClientRegistered'>
