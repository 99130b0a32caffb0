import { businessTypes } from '../../../contract/businesses.ts'
import { provinces } from '../../../contract/provinces.ts'
import { manners } from '../../components/address-combobox.ts'
import { AddressAutocomplete } from '../../components/AddressAutocomplete.tsx'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import { Select } from '../../components/Select.tsx'
import { Counter } from '../../components/TextArea.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { PhoneInput } from '../../components/PhoneInput.tsx'
import { TheForkInput } from '../../components/TheForkInput.tsx'
import { useAddressSource } from '../../shared/addresses/source.ts'
import { bind } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { BusinessPhotoField } from './BusinessPhotoField.tsx'
import { useBusinessRegistration } from './business-registration.ts'

const { access } = texts
const { register: words } = access
const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
const types = choicesOf(businessTypes)
const signs = choicesOf(provinces)

type Registration = ReturnType<typeof useBusinessRegistration>

export function BusinessRegisterForm() {
  const { form, pending, submit } = useBusinessRegistration()
  return (
    <Form label={words.title} onSubmit={submit} faults={form.faults}>
      <BusinessFields form={form} />
      <AccountFields form={form} />
      <FormAlert text={form.complaint} />
      <Button type="submit" pending={pending} pendingText={access.clientAuth.wait}>
        {words.submit}
      </Button>
    </Form>
  )
}

function BusinessFields({ form }: Pick<Registration, 'form'>) {
  return (
    <>
      <TextInput
        label={words.businessName}
        aside={<Counter at={form.values.businessName.length} of={50} />}
        maxLength={50}
        autoComplete="organization"
        required
        {...bind(form, 'businessName')}
      />
      <Select
        label={words.businessType}
        choices={types}
        placeholder={words.businessTypePlaceholder}
        required
        {...bind(form, 'businessType')}
      />
      <LocationField form={form} />
      <Select
        label={words.province}
        choices={signs}
        placeholder={words.provincePlaceholder}
        {...bind(form, 'province')}
      />
      <TheForkInput {...bind(form, 'theForkRating')} />
      <BusinessPhotoField
        value={form.values.businessPhoto}
        error={form.errorOf('businessPhoto')}
        onChange={(photo) => form.set('businessPhoto', photo)}
      />
    </>
  )
}

/** Choosing an address says its province too; an address may also just be typed. */
function LocationField({ form }: Pick<Registration, 'form'>) {
  const { onChange: _, ...field } = bind(form, 'location')
  return (
    <AddressAutocomplete
      label={words.location}
      hint={words.locationHint}
      required
      source={useAddressSource()}
      manner={manners.registration}
      {...field}
      onType={(text) => form.set('location', text)}
      onChoose={({ fullAddress, state }) => {
        form.set('location', fullAddress)
        if (state !== null) form.set('province', state)
      }}
    />
  )
}

function AccountFields({ form }: Pick<Registration, 'form'>) {
  return (
    <>
      <TextInput label={access.email} type="email" autoComplete="email" required {...bind(form, 'email')} />
      <PhoneInput
        label={words.phone}
        hint={words.phoneHint}
        placeholder={access.clientAuth.phonePlaceholder}
        optional
        {...bind(form, 'phone')}
      />
      <TextInput label={words.username} autoComplete="username" required {...bind(form, 'username')} />
      <PasswordInput
        label={access.password}
        hint={words.passwordHint}
        autoComplete="new-password"
        required
        {...bind(form, 'password')}
      />
    </>
  )
}
