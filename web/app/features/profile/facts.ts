import type { User } from '../../../contract/user.ts'
import { businessTypes } from '../../../contract/businesses.ts'
import type { OwnProfile } from '../../../contract/profile.ts'
import { provinces } from '../../../contract/provinces.ts'
import { texts } from '../../texts.ts'

const { profile: words, access } = texts

export type Fact = readonly [label: string, value: string | null]

/** What an account says of itself, by its side. */
export const factsOf = (profile: OwnProfile, { role, displayName }: User): readonly Fact[] => [
  [words.name, displayName],
  ...(role === 'CLIENTE' ? clientFacts(profile) : businessFacts(profile)),
]

export const businessFacts = ({
  businessType,
  location,
  province,
  phone,
  theForkRating,
}: OwnProfile): readonly Fact[] => [
  [access.register.businessType, businessType === null ? null : businessTypes[businessType]],
  [words.location, location === '' ? null : location],
  [access.register.province, province === null ? null : provinces[province]],
  [words.phone, phone],
  [access.register.theForkRating, theForkRating === null ? null : theForkRating.toLocaleString('it-IT')],
]

const clientFacts = ({ phone, age, residence, travelType }: OwnProfile): readonly Fact[] => [
  [words.phone, phone],
  [words.age, age === null ? null : String(age)],
  [words.residence, residence],
  [words.travelType, travelType === null ? null : words.travelTypes[travelType]],
]
