import type { User } from '../../../../web/contract/accounts/authentication.ts'
import type { OwnProfile } from '../../../../web/contract/accounts/profile.ts'
import { failure, ok } from './stub-server.ts'

const emptyUser = {
  emailVerified: true,
  staffRoles: [],
  permissions: [],
  clientId: null,
  profilePhoto: null,
  businessName: null,
  businessType: null,
  businessPhoto: null,
  location: null,
  province: null,
  provinceName: null,
  theForkRating: null,
  isPremium: false,
} satisfies Partial<User>

export const locanda: User = {
  ...emptyUser,
  id: 'locanda',
  email: 'info@locanda.it',
  role: 'ESERCENTE',
  displayName: 'Locanda del Borgo',
  businessName: 'Locanda del Borgo',
  totalRatingsGiven: 27,
}

export const giulia: User = {
  ...emptyUser,
  id: 'giulia',
  clientId: 'cli-giulia',
  email: 'giulia@posta.it',
  role: 'CLIENTE',
  displayName: 'Giulia Bianchi',
  totalRatingsGiven: 4,
}

const emptyProfile = {
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
  ...emptyProfile,
  email: locanda.email,
  businessName: 'Locanda del Borgo',
  businessType: 'bnb',
  location: 'Via del Corso 12, Roma',
  province: 'RM',
  phone: '+390612345678',
}

export const profileOfGiulia: OwnProfile = {
  ...emptyProfile,
  email: giulia.email,
  firstName: 'Giulia',
  lastName: 'Bianchi',
  phone: '+393331234567',
  residence: 'Milano',
}

export const moderator: User = { ...locanda, staffRoles: ['MODERATORE'], permissions: ['moderate'] }

export const signedInAs = (user: User) => ({ 'GET /api/auth/user': ok(user) })
export const visitor = { 'GET /api/auth/user': failure(401, 'Accedi per continuare.', 'NotSignedIn') }
