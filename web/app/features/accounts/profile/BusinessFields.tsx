import { registerBusinessBody } from '../../../../contract/accounts/authentication.ts'
import { businessTypes } from '../../../../contract/accounts/businesses.ts'
import { provinces } from '../../../../contract/accounts/provinces.ts'
import {
  AddressAutocomplete,
  type SuggestionTiming,
  suggestionTimings,
} from '../../../components/address-autocomplete.tsx'
import { CharacterCount, Select, TextInput, type TextInputProps } from '../../../components/form-controls.tsx'
import { useAddressSource } from '../../../shared/address-source.ts'
import { bindField, type FormState } from '../../../shared/form.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { PhotoField } from './PhotoField.tsx'
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

interface BusinessValues extends PlaceValues {
  readonly businessName: string
  readonly businessType: string
}

interface BusinessFieldsProps<Values> {
  readonly form: FormState<Values, unknown>
  /** Whether location and province are required. @rule Q-134 */
  readonly placeRequired?: boolean
}

/** Name, type and location of a business. */
export function BusinessFields<Values extends BusinessValues>({
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
      <PlaceFields form={form} timing={suggestionTimings.relaxed} required={placeRequired} />
    </>
  )
}

interface PlaceValues {
  readonly location: string
  readonly province: string
}

interface PlaceFieldsProps<Values> {
  readonly form: FormState<Values, unknown>
  readonly timing: SuggestionTiming
  readonly required: boolean
}

/** Choosing an address also sets the province; addresses may be typed freely. @rule Q-134 */
export function PlaceFields<Values extends PlaceValues>({ form, timing, required }: PlaceFieldsProps<Values>) {
  const presence = { required, optional: !required }
  const { onChange: _, ...location } = bindField(form, 'location')
  return (
    <>
      <AddressAutocomplete
        label={signInTexts.register.location}
        hint={signInTexts.register.locationHint}
        {...limitsOf(registerBusinessBody, 'location')}
        {...presence}
        source={useAddressSource()}
        timing={timing}
        {...location}
        onType={(text) => form.set('location', text)}
        onChoose={({ fullAddress, state }) => {
          form.set('location', fullAddress)
          if (state !== null) form.set('province', state)
        }}
      />
      <Select
        label={signInTexts.register.province}
        options={provinceOptions}
        placeholder={signInTexts.register.provincePlaceholder}
        {...presence}
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
