import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull, Whole } from '../../kernel/primitives.ts'
import { SocialIdentityLinked, SocialIdentityUnlinked } from './social-events.ts'

/** Granted only by the operator or by an ADMIN; never through registration. */
export const StaffRole = oneOf(['MODERATORE', 'ADMIN', 'REVISORE'])
export type StaffRole = t.TypeOf<typeof StaffRole>

/** The codes the 18 business types travel as. */
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

const text = (whenErased: string) => pii('accountId', t.string, whenErased)
const textOrNull = pii('accountId', orNull(t.string), null)

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

export const ClientRegistered = event('ClientRegistered', {
  accountId: clear(Id),
  clientId: clear(Id),
  email: text(''),
  phone: textOrNull,
  firstName: text('Cliente'),
  lastName: text('cancellato'),
  age: pii('accountId', orNull(Whole), null),
  residence: textOrNull,
  travelType: clear(orNull(TravelType)),
  referral: clear(orNull(Id)),
  at: clear(Instant),
})

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

export const AccountEvents = family(
  BusinessRegistered,
  ClientRegistered,
  EmailConfirmed,
  PasswordChanged,
  SocialIdentityLinked,
  SocialIdentityUnlinked,
  RoleGranted,
  RoleRevoked,
)
export type AccountEvent = EventIn<typeof AccountEvents>
