import type { Account } from '../../../projections/accounts.ts'
import type { Standing } from '../../../projections/client-standings.ts'
import type { PreferencesRow } from '../../../projections/preferences.ts'
import type { Answer } from '../../contract/call.ts'
import type { calls } from '../../contract/calls.ts'
import type { BusinessType } from '../../contract/businesses.ts'
import type { BusinessClient } from '../../contract/clients.ts'
import type { OwnProfile } from '../../contract/profile.ts'
import { averageOf, nameOf, provinceOf, tenths } from './user.ts'

/** what the wizard asks for is there, and the consent is on record. */
const isComplete = ({ kind, businessName, businessType, location }: Account, privacyVersion: string | null) =>
  kind === 'client' || (Boolean(businessName && businessType && location) && privacyVersion !== null)

export const ownProfileAnswer = (
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
    businessType: account.businessType as BusinessType | null,
    travelType: account.travelType as OwnProfile['travelType'],
    province: provinceOf(account.province).province,
    theForkRating: tenths(account.theForkTenths),
    privacyConsent: privacyVersion !== null,
    complete: isComplete(account, privacyVersion),
  }
}

interface Found {
  readonly account: Account
  readonly standing: Standing
  readonly preferences: PreferencesRow
  readonly registeredAt: string
}

/** E-02 */
export const clientRecordAnswer = ({
  account,
  standing,
  preferences,
  registeredAt,
}: Found): Answer<typeof calls.clientRecord> => ({
  id: account.clientId ?? '',
  firstName: account.firstName ?? '',
  lastName: account.lastName ?? '',
  name: nameOf(account),
  email: account.email,
  phone: account.phone,
  age: account.age,
  residence: account.residence,
  travelType: account.travelType as OwnProfile['travelType'],
  profilePhoto: account.profilePhoto,
  socialPhotoUrl: account.socialPhotoUrl,
  socialPhotoSource: account.socialPhotoSource as BusinessClient['socialPhotoSource'],
  photoConsent: account.photoConsent,
  privacyConsent: preferences.privacyVersion !== null,
  totalRatings: standing.totalRatings,
  averageRating: averageOf(standing.ratingSum, standing.totalRatings),
  isTopClient: standing.tier === 'top',
  fiveStarRatingsCount: standing.fiveStars,
  uniqueProvidersCount: standing.uniqueProviders,
  crossProviderDiscount: standing.crossProviderDiscount,
  bonusRewardEarned: standing.eliteGranted,
  createdAt: registeredAt,
})
