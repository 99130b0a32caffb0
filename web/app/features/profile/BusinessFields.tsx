import { businessTypes } from '../../../contract/businesses.ts'
import { provinces } from '../../../contract/provinces.ts'
import { Select } from '../../components/Select.tsx'
import { Counter } from '../../components/TextArea.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { bind, type Form } from '../../shared/form.ts'
import { texts } from '../../texts.ts'

const { profile: words, access } = texts
const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
const types = choicesOf(businessTypes)
const signs = choicesOf(provinces)

interface Place {
  readonly businessName: string
  readonly businessType: string
  readonly location: string
  readonly province: string
}

interface BusinessFieldsProps<Values> {
  readonly form: Form<Values, unknown>
  /** The wizard wants the place, and shows that it does. */
  readonly placeRequired?: boolean
}

/** What a business is and where. */
export function BusinessFields<Values extends Place>({ form, placeRequired = false }: BusinessFieldsProps<Values>) {
  return (
    <>
      <TextInput
        label={access.register.businessName}
        aside={<Counter at={form.values.businessName.length} of={50} />}
        maxLength={50}
        autoComplete="organization"
        required
        {...bind(form, 'businessName')}
      />
      <Select
        label={access.register.businessType}
        choices={types}
        placeholder={access.register.businessTypePlaceholder}
        required
        {...bind(form, 'businessType')}
      />
      <TextInput
        label={words.location}
        hint={words.locationHint}
        autoComplete="street-address"
        required={placeRequired}
        optional={!placeRequired}
        {...bind(form, 'location')}
      />
      <Select
        label={access.register.province}
        choices={signs}
        placeholder={access.register.provincePlaceholder}
        required={placeRequired}
        optional={!placeRequired}
        {...bind(form, 'province')}
      />
    </>
  )
}

/** Where pictures are; both may be left empty (V-67, V-75). */
export function PhotoFields<Values extends { readonly businessPhoto: string; readonly profilePhoto: string }>({
  form,
}: {
  readonly form: Form<Values, unknown>
}) {
  return (
    <>
      <PhotoField form={form} field="businessPhoto" />
      <PhotoField form={form} field="profilePhoto" />
    </>
  )
}

export function PhotoField<K extends 'businessPhoto' | 'profilePhoto', Values extends Readonly<Record<K, string>>>({
  form,
  field,
}: {
  readonly form: Form<Values, unknown>
  readonly field: K
}) {
  return <TextInput label={words[field]} hint={words.photoHint} inputMode="url" optional {...bind(form, field)} />
}
