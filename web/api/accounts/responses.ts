import { hasPermission, isProfileComplete } from '../../../domain/accounts/rules.ts'
import { permissions } from '../../../domain/accounts/vocabulary.ts'
import { isPremiumAt } from '../../../projections/ava/premium-accounts.ts'
import type { Wallet } from '../../../projections/ava/wallets.ts'
import type { Account } from '../../../projections/accounts/accounts.ts'
import type { PreferencesRow } from '../../../projections/accounts/preferences.ts'
import type { disputeCountsOfVenue } from '../../../projections/reviews/disputes.ts'
import type { ClientStanding } from '../../../projections/rewards/client-standings.ts'
import type { User } from '../../contract/accounts/authentication.ts'
import type { BusinessProfile, DisputeRecord } from '../../contract/accounts/businesses.ts'
import type { OwnProfile } from '../../contract/accounts/profile.ts'
import { isProvince, provinceName } from '../../contract/accounts/provinces.ts'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import type { endpoints } from '../../contract/endpoints.ts'
import { roundedAverage } from '../rounding.ts'

/** The business name, or first and last name. */
export const displayNameOf = ({
  businessName,
  firstName,
  lastName,
}: Pick<Account, 'businessName' | 'firstName' | 'lastName'>) =>
  businessName ?? [firstName, lastName].filter(Boolean).join(' ')

const provinceFields = (code: string | null) => {
  const province = code !== null && isProvince(code) ? code : null
  return { province, provinceName: provinceName(province) }
}

const fromTenths = (value: number | null) => (value === null ? null : value / 10)

/** The account as screens show it (E-22). @rule Q-22 Q-100 no internal data */
export const userResponse = (
  account: Account,
  { wallet, now }: { readonly wallet: Wallet; readonly now: string },
): User => ({
  id: account.accountId,
  clientId: account.clientId,
  email: account.email,
  role: account.kind === 'client' ? 'CLIENTE' : 'ESERCENTE',
  staffRoles: account.roles,
  permissions: permissions.filter((permission) => hasPermission(account.roles, permission)),
  emailVerified: account.emailConfirmed,
  displayName: displayNameOf(account),
  profilePhoto: account.profilePhoto,
  isPremium: isPremiumAt(wallet, now),
  totalRatingsGiven: wallet.ratingsGiven,
  businessName: account.businessName,
  businessType: account.businessType,
  businessPhoto: account.businessPhoto,
  location: account.location,
  ...provinceFields(account.province),
  theForkRating: fromTenths(account.theForkTenths),
})

interface PublicBusinessRow {
  readonly id: string
  readonly businessName: string
  readonly businessType: BusinessProfile['businessType']
  readonly location: string
  readonly province: string | null
  readonly businessPhoto: string | null
  readonly theForkTenths: number | null
  readonly starSum: number
  readonly counted: number
  readonly totalReviews: number
  readonly premiumUntil: string | null
}

/** @rule Q-32 Q-102 public data of a business */
export const businessResponse =
  (now: string) =>
  (business: PublicBusinessRow): BusinessProfile => {
    const { id, businessName, businessType, location, businessPhoto, totalReviews } = business
    return {
      id,
      businessName,
      businessType,
      location,
      ...provinceFields(business.province),
      businessPhoto,
      theForkRating: fromTenths(business.theForkTenths),
      avgScore: roundedAverage(business.starSum, business.counted),
      totalReviews,
      isPremium: isPremiumAt(business, now),
    }
  }

export const disputeRecordResponse = (counts: Awaited<ReturnType<typeof disputeCountsOfVenue>>): DisputeRecord => {
  const { reviews, opened, won, lost, voided } = counts ?? { reviews: 0, opened: 0, won: 0, lost: 0, voided: 0 }
  return { reviews, opened, won, lost, waiting: opened - won - lost - voided }
}

export const ownProfileResponse = (
  account: Account,
  { privacyVersion, accountId: _, emailChangeId: __, ...preferences }: PreferencesRow,
): OwnProfile => {
  const { email, phone, profilePhoto, businessPhoto, businessName, location, firstName, lastName } = account
  const { age, residence, photoConsent } = account
  return {
    ...preferences,
    email,
    phone,
    profilePhoto,
    businessPhoto,
    businessName,
    location,
    firstName,
    lastName,
    age,
    residence,
    photoConsent,
    businessType: account.businessType,
    travelType: account.travelType,
    province: provinceFields(account.province).province,
    theForkRating: fromTenths(account.theForkTenths),
    privacyConsent: privacyVersion !== null,
    complete: isProfileComplete(account, privacyVersion !== null),
  }
}

interface ClientRecordRows {
  readonly account: Account
  readonly standing: ClientStanding
  readonly preferences: PreferencesRow
  readonly registeredAt: string
}

/** The client record (E-02). */
export const clientRecordResponse = ({
  account,
  standing,
  preferences,
  registeredAt,
}: ClientRecordRows): EndpointResponse<typeof endpoints.clientRecord> => ({
  id: account.clientId ?? '',
  firstName: account.firstName ?? '',
  lastName: account.lastName ?? '',
  name: displayNameOf(account),
  email: account.email,
  phone: account.phone,
  age: account.age,
  residence: account.residence,
  travelType: account.travelType,
  profilePhoto: account.profilePhoto,
  socialPhotoUrl: account.socialPhotoUrl,
  socialPhotoSource: account.socialPhotoSource,
  photoConsent: account.photoConsent,
  privacyConsent: preferences.privacyVersion !== null,
  totalRatings: standing.totalRatings,
  averageRating: roundedAverage(standing.ratingSum, standing.totalRatings),
  isTopClient: standing.tier === 'top',
  fiveStarRatingsCount: standing.fiveStars,
  uniqueProvidersCount: standing.uniqueProviders,
  crossProviderDiscount: standing.crossProviderDiscount,
  bonusRewardEarned: standing.eliteGranted,
  createdAt: registeredAt,
})
