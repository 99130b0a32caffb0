import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import {
  type AccountEvent,
  AccountEvents,
  BusinessProfileChanged,
  BusinessRegistered,
  ClientProfileChanged,
  ClientRegistered,
} from '../../domain/accounts/account-events.ts'
import {
  type AccountKind,
  accountKinds,
  businessTypes,
  socialPhotoSources,
  staffRoles,
  travelTypes,
} from '../../domain/accounts/vocabulary.ts'
import { normalisePhone } from '../../domain/accounts/phone.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { countColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const AccountRowSchema = z.object({
  accountId: z.string(),
  kind: z.enum(accountKinds),
  clientId: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  username: z.string().nullable(),
  businessName: z.string().nullable(),
  /** Lower-case name, for prefix search. */
  searchName: z.string().nullable(),
  businessType: z.enum(businessTypes).nullable(),
  location: z.string().nullable(),
  province: z.string().nullable(),
  businessPhoto: z.string().nullable(),
  theForkTenths: z.number().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  age: z.number().nullable(),
  residence: z.string().nullable(),
  travelType: z.enum(travelTypes).nullable(),
  profilePhoto: z.string().nullable(),
  socialPhotoUrl: z.string().nullable(),
  socialPhotoSource: z.enum(socialPhotoSources).nullable(),
  photoConsent: z.boolean(),
  roles: z.array(z.enum(staffRoles)),
  emailConfirmed: z.boolean(),
  registeredAt: z.string(),
  /** The account is deleted; the row remains for joins. */
  deleted: z.boolean(),
})
export type AccountRow = z.infer<typeof AccountRowSchema>

const emptyFields = {
  clientId: null,
  username: null,
  businessName: null,
  searchName: null,
  businessType: null,
  location: null,
  province: null,
  businessPhoto: null,
  theForkTenths: null,
  firstName: null,
  lastName: null,
  age: null,
  residence: null,
  travelType: null,
  profilePhoto: null,
  socialPhotoUrl: null,
  socialPhotoSource: null,
  photoConsent: false,
  roles: [],
  emailConfirmed: false,
  deleted: false,
}

/** One row per account, joined for names by other queries. */
export const accounts: Projection<AccountRow, AccountEvent> = {
  name: 'accounts',
  version: 3,
  row: AccountRowSchema,
  columns: {
    accountId: { type: 'text' },
    kind: { type: 'text' },
    clientId: { type: 'text' },
    email: { type: 'text', pii: { of: 'accountId', erased: '' } },
    phone: { type: 'text', pii: { of: 'accountId', erased: null } },
    username: { type: 'text', pii: { of: 'accountId', erased: '' } },
    businessName: { type: 'text', pii: { of: 'accountId', erased: 'Attività cancellata' } },
    searchName: { type: 'text', pii: { of: 'accountId', erased: 'attività cancellata' } },
    businessType: { type: 'text' },
    location: { type: 'text', pii: { of: 'accountId', erased: '' } },
    province: { type: 'text' },
    businessPhoto: { type: 'text', pii: { of: 'accountId', erased: null } },
    theForkTenths: { type: 'int' },
    firstName: { type: 'text', pii: { of: 'accountId', erased: 'Cliente' } },
    lastName: { type: 'text', pii: { of: 'accountId', erased: 'cancellato' } },
    age: { type: 'int', pii: { of: 'accountId', erased: null } },
    residence: { type: 'text', pii: { of: 'accountId', erased: null } },
    travelType: { type: 'text' },
    profilePhoto: { type: 'text', pii: { of: 'accountId', erased: null } },
    socialPhotoUrl: { type: 'text', pii: { of: 'accountId', erased: null } },
    socialPhotoSource: { type: 'text' },
    photoConsent: { type: 'bool' },
    roles: { type: 'json' },
    emailConfirmed: { type: 'bool' },
    registeredAt: { type: 'instant' },
    deleted: { type: 'bool' },
  },
  indexes: ['client_id', 'search_name', 'province, business_type'],
  events: AccountEvents,
  keys: ({ event }) => [event.data.accountId],
  evolve: (row, { event }) => {
    switch (event.type) {
      // the registration photo is used for both photos of a business. @rule Q-85
      case 'BusinessRegistered': {
        const { referral: _, at, ...data } = event.data
        const searchName = data.businessName.toLowerCase()
        const profilePhoto = data.businessPhoto
        return { ...emptyFields, ...data, kind: 'business', searchName, profilePhoto, registeredAt: at }
      }
      case 'ClientRegistered': {
        const { referral: _, privacyVersion: __, at, ...data } = event.data
        return { ...emptyFields, ...data, kind: 'client', registeredAt: at }
      }
      case 'EmailConfirmed':
        return row && { ...row, emailConfirmed: true }
      case 'BusinessProfileChanged': {
        const { at: _, ...data } = event.data
        return row && { ...row, ...data, searchName: data.businessName.toLowerCase() }
      }
      case 'ClientProfileChanged': {
        const { at: _, ...data } = event.data
        return row && { ...row, ...data }
      }
      case 'EmailChanged':
        return row && { ...row, email: event.data.email }
      case 'PasswordChanged':
      case 'SessionsEnded':
      case 'EmailChangeRequested':
      case 'PreferencesSet':
      case 'NotificationSettingsChanged':
      case 'SignedInOnNewDevice':
      case 'PrivacyAccepted':
      case 'SocialIdentityLinked':
      case 'SocialIdentityUnlinked':
        return row
      case 'PhotoConsentSet': {
        if (event.data.given) return row && { ...row, photoConsent: true }
        return row && { ...row, photoConsent: false, socialPhotoUrl: null, socialPhotoSource: null }
      }
      case 'ClientPhotosChanged': {
        const { profilePhoto, socialPhotoUrl, socialPhotoSource } = event.data
        return row && { ...row, profilePhoto, socialPhotoUrl, socialPhotoSource }
      }
      case 'RoleGranted':
        return row && { ...row, roles: [...row.roles.filter((role) => role !== event.data.role), event.data.role] }
      case 'RoleRevoked':
        return row && { ...row, roles: row.roles.filter((role) => role !== event.data.role) }
      case 'AccountDeleted':
        return row && { ...row, roles: [], deleted: true }
    }
  },
}

const columns = sql.fragment`account_id as "accountId", kind, client_id as "clientId", email, phone, username,
  business_name as "businessName", search_name as "searchName", business_type as "businessType", location, province,
  business_photo as "businessPhoto", the_fork_tenths as "theForkTenths", first_name as "firstName",
  last_name as "lastName", age, residence, travel_type as "travelType", profile_photo as "profilePhoto",
  social_photo_url as "socialPhotoUrl", social_photo_source as "socialPhotoSource", photo_consent as "photoConsent",
  roles, email_confirmed as "emailConfirmed"`
const Account = AccountRowSchema.omit({ registeredAt: true, deleted: true })
export type Account = z.infer<typeof Account>

export const accountById = (db: CommonQueryMethods, accountId: string) =>
  db.maybeOne(sql.type(Account)`select ${columns} from read.accounts where key = ${accountId}`)

export const accountOfClient = (db: CommonQueryMethods, clientId: string) =>
  db.maybeOne(sql.type(Account)`select ${columns} from read.accounts where client_id = ${clientId}`)

/** Businesses of a province with a confirmed address. */
export const confirmedBusinessesIn = (db: CommonQueryMethods, province: string) =>
  db.oneFirst(sql.type(z.object({ venues: countColumn }))`
    select count(*) as venues from read.accounts
    where province = ${province} and kind = 'business' and email_confirmed and not deleted`)

const PhoneRowSchema = z.object({
  accountId: z.string(),
  kind: z.enum(accountKinds),
  phone: z.string(),
  /** Since when the account has this number. */
  registeredAt: z.string(),
})
export type PhoneRow = z.infer<typeof PhoneRowSchema>

const phoneEvents = family(BusinessRegistered, ClientRegistered, BusinessProfileChanged, ClientProfileChanged)

/** Telephone numbers of accounts; several accounts may share one. */
export const phones: Projection<PhoneRow, EventIn<typeof phoneEvents>> = {
  name: 'phones',
  version: 2,
  row: PhoneRowSchema,
  columns: {
    accountId: { type: 'text' },
    kind: { type: 'text' },
    phone: { type: 'text', pii: { of: 'accountId', erased: '' } },
    registeredAt: { type: 'instant' },
  },
  erasedWith: 'accountId',
  indexes: ['phone, kind, registered_at'],
  events: phoneEvents,
  keys: ({ event }) => [event.data.accountId],
  evolve: (row, { event }) => {
    const { accountId, phone, at } = event.data
    const number = phone === null ? null : normalisePhone(phone)
    const kind = event.type === 'ClientRegistered' || event.type === 'ClientProfileChanged' ? 'client' : 'business'
    if (row !== null && row.phone === number) return row
    return number === null ? null : { accountId, kind, phone: number, registeredAt: at }
  },
}

const AccountWithPhone = z.object({ accountId: z.string() })

/** Up to three accounts, the longest-standing first. */
export const accountsWithPhone = (db: CommonQueryMethods, kind: AccountKind, phone: string) =>
  db.any(sql.type(AccountWithPhone)`
    select account_id as "accountId" from read.phones where phone = ${phone} and kind = ${kind}
    order by registered_at, account_id limit 3`)
