import { type ReactNode, useId } from 'react'
import { registerClientBody } from '../../../../contract/accounts/authentication.ts'
import { type OwnProfile, updateProfileBody } from '../../../../contract/accounts/profile.ts'
import { avatars } from '../../../../contract/fields.ts'
import { Button } from '../../../components/buttons.tsx'
import { DialogActions } from '../../../components/dialogs.tsx'
import { AgeInput, Checkbox, PasswordInput, PhoneInput, Select, TextInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { useFormMutation } from '../../../shared/form-mutation.ts'
import { bindField, type FormState, numberOrNull } from '../../../shared/form.ts'
import { useUser } from '../../../shared/session.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { BusinessFields, PhotoFields, TheForkInput } from './BusinessFields.tsx'
import { PhotoField } from './PhotoField.tsx'
import { profileTexts } from './texts.ts'

/** A blank input removes the value. */
const blankToNull = (text: string) => (text.trim() === '' ? null : text)
const toInputText = (value: string | number | null) => (value === null ? '' : String(value))

interface EmailValues {
  readonly email: string
  readonly password: string
}

/** Sends the address only if it differs, together with the password. @rule Q-91 */
const emailChangeOf = ({ email, password }: EmailValues, currentEmail: string) =>
  isNewEmail({ email }, currentEmail) ? { email, password } : {}
const isNewEmail = ({ email }: Pick<EmailValues, 'email'>, currentEmail: string) => email.trim() !== currentEmail

/** Form state of one's own profile, with validation and saving. */
const useProfileForm = <Values extends EmailValues>(
  initial: Values,
  toBody: (values: Values) => unknown,
  onSaved: () => void,
) => {
  return useFormMutation('updateProfile', {
    initialValues: initial,
    schema: updateProfileBody,
    toBody,
    toInput: (body) => ({ body }),
    invalidates: ['account', 'businesses', 'clients'],
    successToast: ({ waitingEmail }) => ({
      title: profileTexts.saved,
      text: waitingEmail === null ? undefined : profileTexts.newEmail.sent(waitingEmail),
    }),
    onSuccess: onSaved,
    failureText: profileTexts.failed,
  })
}

/** Form of a business. @rule R-51 R-86 @rule V-64..V-68 */
const useBusinessProfileForm = (profile: OwnProfile, onSaved: () => void) => {
  const initial = {
    businessName: toInputText(profile.businessName),
    businessType: toInputText(profile.businessType),
    email: profile.email,
    password: '',
    location: toInputText(profile.location),
    province: toInputText(profile.province),
    theForkRating: toInputText(profile.theForkRating),
    businessPhoto: toInputText(profile.businessPhoto),
    profilePhoto: toInputText(profile.profilePhoto),
  }
  const toBody = ({ businessName, businessType, location, ...rest }: typeof initial) => ({
    businessName,
    businessType,
    location,
    province: blankToNull(rest.province),
    theForkRating: numberOrNull(rest.theForkRating),
    businessPhoto: blankToNull(rest.businessPhoto),
    profilePhoto: blankToNull(rest.profilePhoto),
    ...emailChangeOf(rest, profile.email),
  })
  return useProfileForm(initial, toBody, onSaved)
}

/** @rule Q-36 Q-87 form of a client, with consent to social photos */
const useClientProfileForm = (profile: OwnProfile, onSaved: () => void) => {
  const initial = {
    firstName: toInputText(profile.firstName),
    lastName: toInputText(profile.lastName),
    email: profile.email,
    password: '',
    phone: toInputText(profile.phone),
    age: toInputText(profile.age),
    residence: toInputText(profile.residence),
    travelType: toInputText(profile.travelType),
    profilePhoto: toInputText(profile.profilePhoto),
    photoConsent: profile.photoConsent,
  }
  const toBody = ({ firstName, lastName, phone, photoConsent, ...rest }: typeof initial) => ({
    firstName,
    lastName,
    phone,
    photoConsent,
    age: numberOrNull(rest.age),
    residence: blankToNull(rest.residence),
    travelType: blankToNull(rest.travelType),
    profilePhoto: blankToNull(rest.profilePhoto),
    ...emailChangeOf(rest, profile.email),
  })
  return useProfileForm(initial, toBody, onSaved)
}

interface EmailFieldsProps<Values> {
  readonly form: FormState<Values, unknown>
  /** The current address. */
  readonly currentEmail: string
}

/** @rule Q-91 a different address requires the password */
function EmailFields<Values extends { readonly email: string; readonly password: string }>({
  form,
  currentEmail,
}: EmailFieldsProps<Values>) {
  return (
    <>
      <TextInput
        label={profileTexts.email}
        type="email"
        autoComplete="email"
        {...limitsOf(registerClientBody, 'email')}
        {...bindField(form, 'email')}
      />
      {isNewEmail(form.values, currentEmail) && (
        <PasswordInput
          label={profileTexts.password}
          hint={profileTexts.passwordHint}
          autoComplete="current-password"
          required
          {...bindField(form, 'password')}
        />
      )}
    </>
  )
}

interface AvatarPickerProps {
  readonly chosen: string
  readonly onChoose: (avatar: string) => void
}

/** Six avatars as an alternative to a photo. @rule R-67 @rule Q-74 */
function AvatarPicker({ chosen, onChoose }: AvatarPickerProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{profileTexts.avatar}</legend>
      <div className="flex flex-wrap gap-3">
        {avatars.map((avatar, index) => (
          <label key={avatar} className="relative cursor-pointer">
            <input
              type="radio"
              name={name}
              aria-label={profileTexts.avatarNumber(index + 1)}
              checked={chosen === avatar}
              onChange={() => onChoose(avatar)}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <img
              src={avatar}
              alt=""
              className="size-12 rounded-full border-2 border-line peer-checked:border-brand peer-checked:ring-2 peer-checked:ring-brand peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-brand"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const travelTypeOptions = Object.entries(profileTexts.travelTypes).map(([value, label]) => ({ value, label }))

interface ProfileFormProps {
  readonly profile: OwnProfile
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** The form for the kind of account. @rule R-51 R-67 R-86 @rule Q-36 */
export function ProfileForm(props: ProfileFormProps) {
  return useUser().role === 'CLIENTE' ? <ClientProfileForm {...props} /> : <BusinessProfileForm {...props} />
}

function BusinessProfileForm({ profile, onSaved, onCancel }: ProfileFormProps) {
  const { form, pending, submit } = useBusinessProfileForm(profile, onSaved)
  return (
    <Form label={profileTexts.editTitle} onSubmit={submit} errorCount={form.errorCount}>
      <BusinessFields form={form} />
      <EmailFields form={form} currentEmail={profile.email} />
      <TheForkInput {...limitsOf(updateProfileBody, 'theForkRating')} {...bindField(form, 'theForkRating')} />
      <PhotoFields form={form} />
      <FormAlert text={form.formError} />
      <FormButtons pending={pending} onCancel={onCancel} />
    </Form>
  )
}

function ClientProfileForm({ profile, onSaved, onCancel }: ProfileFormProps) {
  const { form, pending, submit } = useClientProfileForm(profile, onSaved)
  return (
    <Form label={profileTexts.editTitle} onSubmit={submit} errorCount={form.errorCount}>
      <NameFields form={form} />
      <EmailFields form={form} currentEmail={profile.email} />
      <PhoneInput
        label={profileTexts.phone}
        hint={profileTexts.phoneHint}
        {...limitsOf(registerClientBody, 'phone')}
        {...bindField(form, 'phone')}
      />
      <AgeInput label={profileTexts.age} {...limitsOf(updateProfileBody, 'age')} {...bindField(form, 'age')} />
      <TextInput
        label={profileTexts.residence}
        autoComplete="address-level2"
        {...limitsOf(updateProfileBody, 'residence')}
        {...bindField(form, 'residence')}
      />
      <Select
        label={profileTexts.travelType}
        options={travelTypeOptions}
        placeholder={profileTexts.travelTypePlaceholder}
        {...limitsOf(updateProfileBody, 'travelType')}
        {...bindField(form, 'travelType')}
      />
      <PhotoField form={form} field="profilePhoto" />
      <AvatarPicker chosen={form.values.profilePhoto} onChoose={(avatar) => form.set('profilePhoto', avatar)} />
      <Checkbox
        label={profileTexts.photoConsent}
        checked={form.values.photoConsent}
        onChange={({ target }) => form.set('photoConsent', target.checked)}
      />
      <FormAlert text={form.formError} />
      <FormButtons pending={pending} onCancel={onCancel} />
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
      <TextInput
        label={profileTexts.firstName}
        autoComplete="given-name"
        {...limitsOf(registerClientBody, 'firstName')}
        {...bindField(form, 'firstName')}
      />
      <TextInput
        label={profileTexts.lastName}
        autoComplete="family-name"
        {...limitsOf(registerClientBody, 'lastName')}
        {...bindField(form, 'lastName')}
      />
    </>
  )
}

function FormButtons({ pending, onCancel }: { readonly pending: boolean; readonly onCancel: () => void }) {
  return (
    <DialogActions onCancel={onCancel}>
      <Button type="submit" pending={pending} pendingText={profileTexts.saving}>
        {profileTexts.save}
      </Button>
    </DialogActions>
  )
}
