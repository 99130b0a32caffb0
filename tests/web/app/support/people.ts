import type { User } from '../../../../web/contract/access.ts'
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

export const moderator: User = { ...locanda, staffRoles: ['MODERATORE'] }

export const as = (user: User) => ({ 'GET /api/auth/user': ok(user) })
export const visitor = { 'GET /api/auth/user': no(401, 'Accedi per continuare.', 'NotSignedIn') }
