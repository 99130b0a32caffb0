import { registerBusinessBody } from '../../../../contract/accounts/authentication.ts'
import { businessTypes } from '../../../../contract/accounts/businesses.ts'
import { provinces } from '../../../../contract/accounts/provinces.ts'
import { CharacterCount, Select, TextInput, type TextInputProps } from '../../../components/form-controls.tsx'
import { bindField, type FormState } from '../../../shared/form.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { PhotoField } from './PhotoField.tsx'
import { profileTexts } from './texts.ts'
import { signInTexts } from '../sign-in/texts.ts'

/** TheFork rating declared by the business. @rule V-19 V-68 */
export function TheForkInput(props: Omit<TextInputProps, 'label' | 'hint'>) {
  return (
    <TextInput
      label={signInTexts.register.theForkRating}
      hint={signInTexts.register.theForkHint}
      type="number"
      inputMode="decimal"
      step={0.1}
      {...props}
    />
  )
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
const businessTypeOptions = optionsOf(businessTypes)
const provinceOptions = optionsOf(provinces)

const nameLimits = limitsOf(registerBusinessBody, 'businessName')

interface BusinessPlaceValues {
  readonly businessName: string
  readonly businessType: string
  readonly location: string
  readonly province: string
}

interface BusinessFieldsProps<Values> {
  readonly form: FormState<Values, unknown>
  /** Marks location and province as required. @rule Q-84 */
  readonly placeRequired?: boolean
}

/** Name, type and location of a business. */
export function BusinessFields<Values extends BusinessPlaceValues>({
  form,
  placeRequired = false,
}: BusinessFieldsProps<Values>) {
  return (
    <>
      <TextInput
        label={signInTexts.register.businessName}
        aside={<CharacterCount length={form.values.businessName.length} maxLength={nameLimits.maxLength} />}
        autoComplete="organization"
        {...nameLimits}
        {...bindField(form, 'businessName')}
      />
      <Select
        label={signInTexts.register.businessType}
        options={businessTypeOptions}
        placeholder={signInTexts.register.businessTypePlaceholder}
        {...limitsOf(registerBusinessBody, 'businessType')}
        {...bindField(form, 'businessType')}
      />
      <TextInput
        label={profileTexts.location}
        hint={profileTexts.locationHint}
        autoComplete="street-address"
        {...limitsOf(registerBusinessBody, 'location')}
        required={placeRequired}
        optional={!placeRequired}
        {...bindField(form, 'location')}
      />
      <Select
        label={signInTexts.register.province}
        options={provinceOptions}
        placeholder={signInTexts.register.provincePlaceholder}
        required={placeRequired}
        optional={!placeRequired}
        {...bindField(form, 'province')}
      />
    </>
  )
}

/** @rule V-67 V-75 both photos are optional */
export function PhotoFields<Values extends { readonly businessPhoto: string; readonly profilePhoto: string }>({
  form,
}: {
  readonly form: FormState<Values, unknown>
}) {
  return (
    <>
      <PhotoField form={form} field="businessPhoto" />
      <PhotoField form={form} field="profilePhoto" />
    </>
  )
}
