import type { Account } from '../../../projections/accounts.ts'
import type { User } from '../../contract/user.ts'
import type { disputesOfVenue } from '../../../projections/venue-disputes.ts'
import type { BusinessProfile, BusinessType, DisputeRecord } from '../../contract/businesses.ts'
import { provinces, type Province } from '../../contract/provinces.ts'

/** The name one is greeted by. */
export const nameOf = ({
  businessName,
  firstName,
  lastName,
}: Pick<Account, 'businessName' | 'firstName' | 'lastName'>) =>
  businessName ?? [firstName, lastName].filter(Boolean).join(' ')

export const provinceOf = (sign: string | null) => {
  const known = sign !== null && Object.hasOwn(provinces, sign) ? (sign as Province) : null
  return { province: known, provinceName: known === null ? null : provinces[known] }
}
export const tenths = (value: number | null) => (value === null ? null : value / 10)

/** E-22: only what screens show. */
export const userAnswer = (account: Account, totalRatingsGiven: number): User => ({
  id: account.accountId,
  clientId: account.clientId,
  email: account.email,
  role: account.kind === 'client' ? 'CLIENTE' : 'ESERCENTE',
  staffRoles: account.roles as User['staffRoles'],
  emailVerified: account.emailConfirmed,
  displayName: nameOf(account),
  profilePhoto: account.profilePhoto,
  totalRatingsGiven,
  businessName: account.businessName,
  businessType: account.businessType as BusinessType | null,
  businessPhoto: account.businessPhoto,
  location: account.location,
  ...provinceOf(account.province),
  theForkRating: tenths(account.theForkTenths),
})

interface PublicBusiness {
  readonly id: string
  readonly businessName: string
  readonly businessType: string
  readonly location: string
  readonly province: string | null
  readonly businessPhoto: string | null
  readonly theForkTenths: number | null
  readonly ratingSum: number
  readonly raters: number
  readonly totalReviews: number
}

/** */
export const businessAnswer = (business: PublicBusiness): BusinessProfile => {
  const { id, businessName, businessType, location, businessPhoto, totalReviews } = business
  return {
    id,
    businessName,
    businessType: businessType as BusinessType,
    location,
    ...provinceOf(business.province),
    businessPhoto,
    theForkRating: tenths(business.theForkTenths),
    avgScore: averageOf(business.ratingSum, business.raters),
    totalReviews,
  }
}

export const disputeRecordAnswer = (counted: Awaited<ReturnType<typeof disputesOfVenue>>): DisputeRecord => {
  const { reviews, opened, won, lost, voided } = counted ?? { reviews: 0, opened: 0, won: 0, lost: 0, voided: 0 }
  return { reviews, opened, won, lost, waiting: opened - won - lost - voided }
}

/** Two decimals; 0 of nothing. */
export const averageOf = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum / count) * 100) / 100
