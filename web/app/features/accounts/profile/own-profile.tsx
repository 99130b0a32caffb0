import type { User } from '../../../../contract/accounts/authentication.ts'
import { businessTypes } from '../../../../contract/accounts/businesses.ts'
import type { OwnProfile } from '../../../../contract/accounts/profile.ts'
import { provinces } from '../../../../contract/accounts/provinces.ts'
import type { Definition } from '../../../components/definition-list.tsx'
import { profileTexts } from './texts.ts'
import { signInTexts } from '../sign-in/texts.ts'

/** Profile details by kind of account. @rule Q-36 */
export const profileDetailsOf = (profile: OwnProfile, { role, displayName }: User): readonly Definition[] => [
  [profileTexts.name, displayName],
  ...(role === 'CLIENTE' ? clientDetailsOf(profile) : businessDetailsOf(profile)),
]

const businessDetailsOf = ({
  businessType,
  location,
  province,
  phone,
  theForkRating,
}: OwnProfile): readonly Definition[] => [
  [signInTexts.register.businessType, businessType === null ? null : businessTypes[businessType]],
  [profileTexts.location, location === '' ? null : location],
  [signInTexts.register.province, province === null ? null : provinces[province]],
  [profileTexts.phone, phone],
  [signInTexts.register.theForkRating, theForkRating === null ? null : theForkRating.toLocaleString('it-IT')],
]

const clientDetailsOf = ({ phone, age, residence, travelType }: OwnProfile): readonly Definition[] => [
  [profileTexts.phone, phone],
  [profileTexts.age, age === null ? null : String(age)],
  [profileTexts.residence, residence],
  [profileTexts.travelType, travelType === null ? null : profileTexts.travelTypes[travelType]],
]
