import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { sameContent } from '../kernel/equality.ts'
import type { DataOf, OfType } from '../kernel/event.ts'
import type { Instant } from '../kernel/primitives.ts'
import type { AccountEvent, RegistrationEvent } from './account-events.ts'
import type { NameFlaw } from '../kernel/names.ts'
import { personNameFlaw, publicNameFlaw } from './names.ts'
import type { AccountKind } from './vocabulary.ts'

// --- Profile ----------------------------------------------------------------------------------------

export type BusinessDetails = Omit<DataOf<AccountEvent, 'BusinessProfileChanged'>, 'accountId' | 'at'>
export type ClientDetails = Omit<DataOf<AccountEvent, 'ClientProfileChanged'>, 'accountId' | 'at'>
/** Personal fields are blank unless the account was loaded with `personalData: 'decrypted'`. */
export type Profile =
  | { readonly kind: 'business'; readonly details: BusinessDetails }
  | { readonly kind: 'client'; readonly details: ClientDetails }

export type ProfileCommand =
  | { readonly type: 'EditBusinessProfile'; readonly changes: Partial<BusinessDetails>; readonly at: Instant }
  | { readonly type: 'EditClientProfile'; readonly changes: Partial<ClientDetails>; readonly at: Instant }

export type ProfileRejection =
  /** A client submitted a business profile, or a business a client's. */
  { readonly type: 'ProfileOfOtherKind' } | NameRejection

/** @rule Q-85 the photo of a business registration is both its profile photo and its business photo */
export const registeredProfile = ({ type, data }: RegistrationEvent): Profile => {
  if (type === 'BusinessRegistered') {
    const { businessName, businessType, location, province, phone, businessPhoto, theForkTenths } = data
    const withoutPhotos = { businessName, businessType, location, province, phone, theForkTenths }
    return { kind: 'business', details: { ...withoutPhotos, businessPhoto, profilePhoto: businessPhoto } }
  }
  const { firstName, lastName, phone, age, residence, travelType, profilePhoto } = data
  return { kind: 'client', details: { firstName, lastName, phone, age, residence, travelType, profilePhoto } }
}

export const changedProfile = (
  event: OfType<AccountEvent, 'BusinessProfileChanged' | 'ClientProfileChanged'>,
): Profile => {
  if (event.type === 'BusinessProfileChanged') {
    const { accountId: _, at: __, ...details } = event.data
    return { kind: 'business', details }
  }
  const { accountId: _, at: __, ...details } = event.data
  return { kind: 'client', details }
}

export const withProfilePhoto = (profile: Profile, profilePhoto: string | null): Profile =>
  profile.kind === 'client' ? { ...profile, details: { ...profile.details, profilePhoto } } : profile

/** A username or name has forbidden characters, or is reserved for Garbo's staff. */
export interface NameRejection {
  readonly type: 'NameNotAllowed'
  readonly flaw: NameFlaw
}

/** Omitted fields keep their value; no event if nothing changes. */
export const editProfile = (
  command: ProfileCommand,
  { accountId, profile }: { readonly accountId: string; readonly profile: Profile },
): DecisionOf<AccountEvent, ProfileRejection> => {
  const { at } = command
  const flaw = newNamesFlaw(command, profile)
  if (flaw !== null) return reject({ type: 'NameNotAllowed', flaw })
  if (command.type === 'EditBusinessProfile' && profile.kind === 'business') {
    const details = { ...profile.details, ...command.changes }
    return sameContent(profile.details, details)
      ? nothing
      : accept({ type: 'BusinessProfileChanged', data: { accountId, ...details, at } })
  }
  if (command.type === 'EditClientProfile' && profile.kind === 'client') {
    const details = { ...profile.details, ...command.changes }
    return sameContent(profile.details, details)
      ? nothing
      : accept({ type: 'ClientProfileChanged', data: { accountId, ...details, at } })
  }
  return reject({ type: 'ProfileOfOtherKind' })
}

/** Of the names that change; those stored before the rule may stay. @rule Q-131 */
const newNamesFlaw = (command: ProfileCommand, { details }: Profile): NameFlaw | null => {
  const current: readonly (string | null)[] =
    'businessName' in details ? [details.businessName] : [details.firstName, details.lastName]
  const flawOfNew = (name: string | undefined, flawOf: (name: string) => NameFlaw | null): NameFlaw | null =>
    name === undefined || current.includes(name) ? null : flawOf(name)
  if (command.type === 'EditBusinessProfile') return flawOfNew(command.changes.businessName, publicNameFlaw)
  const { firstName, lastName } = command.changes
  return flawOfNew(firstName, personNameFlaw) ?? flawOfNew(lastName, personNameFlaw)
}

// --- E-mail address ---------------------------------------------------------------------------------

export type EmailChangeCommand =
  | { readonly type: 'RequestEmailChange'; readonly changeId: string; readonly email: string; readonly at: Instant }
  | {
      readonly type: 'ChangeEmail'
      readonly changeId: string
      /** Reservation ids of the new and of the current address. */
      readonly nameId: string
      readonly formerNameId: string
      readonly at: Instant
    }

export type EmailChangeRejection =
  /** No change was requested, or a later request replaced it. */
  | { readonly type: 'EmailChangeUnknown' }
  /** The request id belongs to a change to another address. */
  | { readonly type: 'EmailChangeDiffers' }

export interface PendingEmail {
  readonly changeId: string
  readonly email: string
}

/** The latest completed change. */
export interface CompletedEmailChange {
  readonly changeId: string
  readonly nameId: string
}

interface EmailChangeState {
  readonly accountId: string
  readonly kind: AccountKind
  readonly clientId: string | null
  readonly email: string
  readonly emailConfirmed: boolean
  /** The requested address whose code has not been entered yet. */
  readonly pendingEmail: PendingEmail | null
  readonly emailChange: CompletedEmailChange | null
}

type EmailChangeDecision = DecisionOf<AccountEvent, EmailChangeRejection>

/**
 * Requests or completes a change of address.
 * @rule Q-91 D-04 a new address takes effect when the code sent to it is entered
 */
export const changeEmail = (command: EmailChangeCommand, state: EmailChangeState): EmailChangeDecision =>
  command.type === 'RequestEmailChange' ? requestEmailChange(command, state) : confirmEmailChange(command, state)

const requestEmailChange = (
  { changeId, email, at }: OfType<EmailChangeCommand, 'RequestEmailChange'>,
  { accountId, email: currentEmail, pendingEmail, emailChange }: EmailChangeState,
): EmailChangeDecision => {
  if (email === currentEmail || changeId === emailChange?.changeId) return nothing
  if (pendingEmail?.changeId !== changeId)
    return accept({ type: 'EmailChangeRequested', data: { accountId, changeId, email, at } })
  return pendingEmail.email === email ? nothing : reject({ type: 'EmailChangeDiffers' })
}

/** Changes the address. Entering the code also confirms it. @rule Q-24 Q-91 */
const confirmEmailChange = (
  { type: _, ...command }: OfType<EmailChangeCommand, 'ChangeEmail'>,
  { accountId, kind, clientId, email: formerEmail, emailConfirmed, pendingEmail, emailChange }: EmailChangeState,
): EmailChangeDecision => {
  const { changeId, at } = command
  if (changeId === emailChange?.changeId) return nothing
  if (pendingEmail?.changeId !== changeId) return reject({ type: 'EmailChangeUnknown' })
  const { email } = pendingEmail
  const changed: AccountEvent = { type: 'EmailChanged', data: { accountId, email, formerEmail, ...command } }
  const confirmed: AccountEvent = { type: 'EmailConfirmed', data: { accountId, kind, clientId, at } }
  return emailConfirmed ? accept(changed) : accept(changed, confirmed)
}

// --- Consents ---------------------------------------------------------------------------------------

export interface Preferences {
  readonly emailNotifications: boolean
  readonly smsNotifications: boolean
  readonly marketingConsent: boolean
  /** Version of the notice that was displayed. */
  readonly version: string
}

export type ConsentCommand =
  | ({ readonly type: 'SetPreferences'; readonly at: Instant } & Preferences)
  | { readonly type: 'AcceptPrivacy'; readonly version: string; readonly at: Instant }
  | { readonly type: 'SetPhotoConsent'; readonly given: boolean; readonly at: Instant }

interface ConsentState {
  readonly accountId: string
  /** Null until chosen. */
  readonly preferences: Preferences | null
  /** The latest accepted version; null if none. */
  readonly privacyVersion: string | null
  readonly photoConsent: boolean
}

/**
 * Records what differs from the current consents.
 * @rule Q-87 Q-114 D-20 consent is stored with time and notice version, and withdrawn as easily as given
 */
export const recordConsent = (
  command: ConsentCommand,
  { accountId, preferences, privacyVersion, photoConsent }: ConsentState,
): readonly AccountEvent[] => {
  switch (command.type) {
    case 'SetPreferences': {
      const { type: _, ...chosen } = command
      return preferences !== null && sameContent(preferencesOf(preferences), preferencesOf(chosen))
        ? []
        : [{ type: 'PreferencesSet', data: { accountId, ...chosen } }]
    }
    case 'AcceptPrivacy': {
      const { version, at } = command
      return version === privacyVersion ? [] : [{ type: 'PrivacyAccepted', data: { accountId, version, at } }]
    }
    case 'SetPhotoConsent': {
      const { given, at } = command
      return given === photoConsent ? [] : [{ type: 'PhotoConsentSet', data: { accountId, given, at } }]
    }
  }
}

const preferencesOf = ({ emailNotifications, smsNotifications, marketingConsent, version }: Preferences) => ({
  emailNotifications,
  smsNotifications,
  marketingConsent,
  version,
})
