import { businessTypes, type BusinessType } from '../../../../contract/businesses.ts'
import { provinces, type Province } from '../../../../contract/provinces.ts'
import { texts } from '../../../texts.ts'
import { FactList } from '../FactList.tsx'
import type { Setup } from './setup-form.ts'

const { profile: words, access } = texts
const { setup } = words
const orNull = (typed: string) => (typed.trim() === '' ? null : typed)
const yesOrNo = (said: boolean) => (said ? setup.yes : setup.no)

/** */
export function SummaryStep({ setup: { form, consents } }: { readonly setup: Setup }) {
  const { businessName, businessType, location, province, phone } = form.values
  return (
    <FactList
      facts={[
        [access.register.businessName, orNull(businessName)],
        [access.register.businessType, businessTypes[businessType as BusinessType] ?? null],
        [words.location, orNull(location)],
        [access.register.province, provinces[province as Province] ?? null],
        [words.phone, orNull(phone)],
        [setup.emailNotifications, yesOrNo(consents.emailNotifications)],
        [setup.smsNotifications, yesOrNo(consents.smsNotifications)],
        [setup.marketing, yesOrNo(consents.marketingConsent)],
        [setup.privacy, yesOrNo(consents.privacyConsent)],
      ]}
    />
  )
}
