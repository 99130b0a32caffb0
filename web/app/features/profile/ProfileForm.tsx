import type { ReactNode } from 'react'
import type { OwnProfile } from '../../../contract/profile.ts'
import { Button } from '../../components/Button.tsx'
import { CheckBox } from '../../components/CheckBox.tsx'
import { DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Select } from '../../components/Select.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { PhoneInput } from '../../components/PhoneInput.tsx'
import { AgeInput } from '../../components/AgeInput.tsx'
import { TheForkInput } from '../../components/TheForkInput.tsx'
import { bind, type Form as FormState } from '../../shared/form.ts'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { AddressFields } from './AddressFields.tsx'
import { AvatarPicker } from './AvatarPicker.tsx'
import { BusinessFields, PhotoFields } from './BusinessFields.tsx'
import { PhotoField } from './PhotoField.tsx'
import { useBusinessForm, useClientForm } from './profile-form.ts'

const { profile: words } = texts
const travelTypes = Object.entries(words.travelTypes).map(([value, label]) => ({ value, label }))

interface ProfileFormProps {
  readonly profile: OwnProfile
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** Each side edits what it is. */
export function ProfileForm(props: ProfileFormProps) {
  return useUser().role === 'CLIENTE' ? <ClientForm {...props} /> : <BusinessForm {...props} />
}

function BusinessForm({ profile, onSaved, onCancel }: ProfileFormProps) {
  const { form, pending, submit } = useBusinessForm(profile, onSaved)
  return (
    <Form label={words.editTitle} onSubmit={submit} faults={form.faults}>
      <BusinessFields form={form} />
      <AddressFields form={form} present={profile.email} />
      <TheForkInput {...bind(form, 'theForkRating')} />
      <PhotoFields form={form} />
      <FormAlert text={form.complaint} />
      <Buttons pending={pending} onCancel={onCancel} />
    </Form>
  )
}

function ClientForm({ profile, onSaved, onCancel }: ProfileFormProps) {
  const { form, pending, submit } = useClientForm(profile, onSaved)
  return (
    <Form label={words.editTitle} onSubmit={submit} faults={form.faults}>
      <NameFields form={form} />
      <AddressFields form={form} present={profile.email} />
      <PhoneInput label={words.phone} hint={words.phoneHint} required {...bind(form, 'phone')} />
      <AgeInput label={words.age} {...bind(form, 'age')} />
      <TextInput label={words.residence} autoComplete="address-level2" optional {...bind(form, 'residence')} />
      <Select
        label={words.travelType}
        choices={travelTypes}
        placeholder={words.travelTypePlaceholder}
        optional
        {...bind(form, 'travelType')}
      />
      <PhotoField form={form} field="profilePhoto" />
      <AvatarPicker chosen={form.values.profilePhoto} onChoose={(avatar) => form.set('profilePhoto', avatar)} />
      <CheckBox
        label={words.photoConsent}
        checked={form.values.photoConsent}
        onChange={({ target }) => form.set('photoConsent', target.checked)}
      />
      <FormAlert text={form.complaint} />
      <Buttons pending={pending} onCancel={onCancel} />
    </Form>
  )
}

function NameFields<Values extends { readonly firstName: string; readonly lastName: string }>({
  form,
}: {
  readonly form: FormState<Values, unknown>
}): ReactNode {
  return (
    <>
      <TextInput label={words.firstName} autoComplete="given-name" required {...bind(form, 'firstName')} />
      <TextInput label={words.lastName} autoComplete="family-name" required {...bind(form, 'lastName')} />
    </>
  )
}

function Buttons({ pending, onCancel }: { readonly pending: boolean; readonly onCancel: () => void }) {
  return (
    <DialogActions>
      <Button look="secondary" onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button type="submit" pending={pending} pendingText={words.saving}>
        {words.save}
      </Button>
    </DialogActions>
  )
}
