import type { User } from '../../../../web/contract/user.ts'
import type { OwnProfile } from '../../../../web/contract/profile.ts'
import { no, ok } from './server.ts'

const nobody = {
  emailVerified: true,
  staffRoles: [],
  clientId: null,
  profilePhoto: null,
  businessName: null,
  businessType: null,
  businessPhoto: null,
  location: null,
  province: null,
  provinceName: null,
  theForkRating: null,
} satisfies Partial<User>

export const locanda: User = {
  ...nobody,
  id: 'locanda',
  email: 'info@locanda.it',
  role: 'ESERCENTE',
  displayName: 'Locanda del Borgo',
  businessName: 'Locanda del Borgo',
  totalRatingsGiven: 27,
}

export const giulia: User = {
  ...nobody,
  id: 'giulia',
  clientId: 'cli-giulia',
  email: 'giulia@posta.it',
  role: 'CLIENTE',
  displayName: 'Giulia Bianchi',
  totalRatingsGiven: 4,
}

const unsaid = {
  waitingEmail: null,
  phone: null,
  profilePhoto: null,
  businessPhoto: null,
  businessName: null,
  businessType: null,
  location: null,
  province: null,
  theForkRating: null,
  firstName: null,
  lastName: null,
  age: null,
  residence: null,
  travelType: null,
  photoConsent: false,
  emailNotifications: true,
  smsNotifications: false,
  marketingConsent: false,
  privacyConsent: false,
  complete: true,
} satisfies Partial<OwnProfile>

export const profileOfLocanda: OwnProfile = {
  ...unsaid,
  email: locanda.email,
  businessName: 'Locanda del Borgo',
  businessType: 'bnb',
  location: 'Via del Corso 12, Roma',
  province: 'RM',
  phone: '+390612345678',
}

export const profileOfGiulia: OwnProfile = {
  ...unsaid,
  email: giulia.email,
  firstName: 'Giulia',
  lastName: 'Bianchi',
  phone: '+393331234567',
  residence: 'Milano',
}

export const moderator: User = { ...locanda, staffRoles: ['MODERATORE'] }

export const as = (user: User) => ({ 'GET /api/auth/user': ok(user) })
export const visitor = { 'GET /api/auth/user': no(401, 'Accedi per continuare.', 'NotSignedIn') }
