import type { User } from '../../../../contract/accounts/authentication.ts'
import { businessTypes } from '../../../../contract/accounts/businesses.ts'
import type { OwnProfile } from '../../../../contract/accounts/profile.ts'
import { provinces } from '../../../../contract/accounts/provinces.ts'
import { apiQuery } from '../../../shared/queries.ts'
import { profileTexts } from './texts.ts'
import { signInTexts } from '../sign-in/texts.ts'

/** What forms are filled with. */
export const ownProfileQuery = apiQuery('account', 'ownProfile', {})

export type Definition = readonly [label: string, value: string | null]

/** What an account says of itself, by its side. */
export const profileDetailsOf = (profile: OwnProfile, { role, displayName }: User): readonly Definition[] => [
  [profileTexts.name, displayName],
  ...(role === 'CLIENTE' ? clientDetailsOf(profile) : businessDetailsOf(profile)),
]

export const businessDetailsOf = ({
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

/** Names and values; what is not said is said not to be. */
export function DefinitionList({ facts }: { readonly facts: readonly Definition[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-y-0.5 sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={value === null ? 'text-muted' : 'break-words'}>{value ?? profileTexts.none}</dd>
        </div>
      ))}
    </dl>
  )
}
