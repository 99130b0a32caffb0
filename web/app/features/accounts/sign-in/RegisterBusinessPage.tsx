import { useState } from 'react'
import { registerBusinessBody } from '../../../../contract/accounts/authentication.ts'
import { businessTypes } from '../../../../contract/accounts/businesses.ts'
import { suggestionTimings } from '../../../components/address-autocomplete.tsx'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { Notice } from '../../../components/feedback.tsx'
import { CharacterCount, PasswordInput, PhoneInput, Select, TextInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { PhotoPicker, PhotoPreview } from '../../../components/photo/photo-picker.tsx'
import { translateMessage } from '../validation-messages.ts'
import { type ApiError, errorMessage } from '../../../shared/api-error.ts'
import { useFormMutation } from '../../../shared/form-mutation.ts'
import { bindField, blankToUndefined, numberOrNull } from '../../../shared/form.ts'
import { clearReferral, useReferral } from '../../../shared/referral.ts'
import { useEnterSession } from '../../../shared/session.ts'
import { PlaceFields, TheForkInput } from '../profile/BusinessFields.tsx'
import { photoTexts } from '../../../components/photo/texts.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { signInTexts } from './texts.ts'

/** Registration of businesses, with a link for clients at the top, since every header leads here. @rule R-17 */
export function RegisterBusinessPage() {
  return (
    <PageLayout title={signInTexts.register.title} intro={signInTexts.register.copy} narrow>
      <Notice>
        <p className="flex flex-wrap gap-x-3">
          {signInTexts.register.areClient}
          <TextLink to="/register-client">{signInTexts.registerClient}</TextLink>
        </p>
      </Notice>
      <Card>
        <BusinessRegistrationForm />
      </Card>
      <p className="flex flex-wrap gap-x-3">
        <span className="text-muted">{signInTexts.register.haveAccount}</span>
        <TextLink to="/login">{signInTexts.submit}</TextLink>
      </p>
    </PageLayout>
  )
}

const toChoices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
const businessTypeChoices = toChoices(businessTypes)

const nameLimits = limitsOf(registerBusinessBody, 'businessName')

type BusinessRegistration = ReturnType<typeof useBusinessRegistration>

function BusinessRegistrationForm() {
  const { form, pending, submit } = useBusinessRegistration()
  return (
    <Form label={signInTexts.register.title} onSubmit={submit} errorCount={form.errorCount}>
      <RegistrationBusinessFields form={form} />
      <AccountFields form={form} />
      <FormAlert text={form.formError} />
      <Button type="submit" pending={pending} pendingText={signInTexts.clientAuth.wait}>
        {signInTexts.register.submit}
      </Button>
    </Form>
  )
}

function RegistrationBusinessFields({ form }: Pick<BusinessRegistration, 'form'>) {
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
        options={businessTypeChoices}
        placeholder={signInTexts.register.businessTypePlaceholder}
        {...limitsOf(registerBusinessBody, 'businessType')}
        {...bindField(form, 'businessType')}
      />
      <PlaceFields form={form} timing={suggestionTimings.registration} required />
      <TheForkInput {...limitsOf(registerBusinessBody, 'theForkRating')} {...bindField(form, 'theForkRating')} />
      <BusinessPhotoField
        value={form.values.businessPhoto}
        error={form.errorOf('businessPhoto')}
        onChange={(photo) => form.set('businessPhoto', photo)}
      />
    </>
  )
}

function AccountFields({ form }: Pick<BusinessRegistration, 'form'>) {
  return (
    <>
      <TextInput
        label={signInTexts.email}
        type="email"
        autoComplete="email"
        {...limitsOf(registerBusinessBody, 'email')}
        {...bindField(form, 'email')}
      />
      <PhoneInput
        label={signInTexts.register.phone}
        hint={signInTexts.register.phoneHint}
        placeholder={signInTexts.clientAuth.phonePlaceholder}
        {...limitsOf(registerBusinessBody, 'phone')}
        {...bindField(form, 'phone')}
      />
      <TextInput
        label={signInTexts.register.username}
        autoComplete="username"
        {...limitsOf(registerBusinessBody, 'username')}
        {...bindField(form, 'username')}
      />
      <PasswordInput
        label={signInTexts.password}
        hint={signInTexts.register.passwordHint}
        autoComplete="new-password"
        {...limitsOf(registerBusinessBody, 'password')}
        {...bindField(form, 'password')}
      />
    </>
  )
}

interface BusinessPhotoFieldProps {
  /** A `data:` or https URL; empty for none. */
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (photo: string) => void
}

/** @rule Q-85 photo from the dialog or by URL; the last change wins */
function BusinessPhotoField({ value, error, onChange }: BusinessPhotoFieldProps) {
  const [picking, setPicking] = useState(false)
  const photo = value === '' ? null : value
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-medium">{signInTexts.register.photo}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <PhotoPreview photo={photo} shape="picker" />
        <Button variant="secondary" onClick={() => setPicking(true)}>
          {photo === null ? photoTexts.choose : photoTexts.change}
        </Button>
      </div>
      <TextInput
        label={signInTexts.register.businessPhoto}
        hint={signInTexts.register.businessPhotoHint}
        type="url"
        inputMode="url"
        optional
        error={error}
        value={value.startsWith('data:') ? '' : value}
        onChange={({ target }) => onChange(target.value)}
      />
      <PhotoPicker
        open={picking}
        onClose={() => setPicking(false)}
        title={photoTexts.choose}
        owner="business"
        photo={photo}
        onSave={(next) => {
          onChange(next ?? '')
          setPicking(false)
        }}
      />
    </fieldset>
  )
}

const emptyRegistration = {
  businessName: '',
  businessType: '',
  location: '',
  province: '',
  theForkRating: '',
  businessPhoto: '',
  email: '',
  phone: '',
  username: '',
  password: '',
}

/** Form state of /register, with validation and submission. */
const useBusinessRegistration = () => {
  const ref = useReferral()
  const enter = useEnterSession()
  return useFormMutation('registerBusiness', {
    initialValues: emptyRegistration,
    schema: registerBusinessBody,
    toBody: (values) => toRequestBody(values, ref),
    toInput: (body) => ({ body }),
    successToast: { title: signInTexts.register.doneTitle, text: signInTexts.register.doneText },
    onSuccess: ({ user }) => {
      clearReferral()
      void enter('/dashboard', user)
    },
    failureText: registrationErrorMessage,
    failureToast: (text) => ({ tone: 'bad', title: signInTexts.register.failedTitle, text }),
    translate: translateMessage,
  })
}

const toRequestBody = (
  { username, password, businessName, businessType, email, ...rest }: typeof emptyRegistration,
  ref: string | undefined,
) => ({
  username,
  password,
  businessName,
  businessType,
  email,
  phone: blankToUndefined(rest.phone),
  businessPhoto: blankToUndefined(rest.businessPhoto),
  location: rest.location,
  province: rest.province,
  theForkRating: numberOrNull(rest.theForkRating) ?? undefined,
  ref,
})

/** Specified messages by error code. @rule T-062..T-070 */
const messagesByCode: Readonly<Record<string, string>> = {
  EmailTaken: signInTexts.register.emailTaken,
  UsernameTaken: signInTexts.register.usernameTaken,
}

/** Specified messages by part of the text of a response without a known code. @rule T-062..T-070 */
const messagesByServerText: readonly (readonly [serverText: string, message: string])[] = [
  [signInTexts.register.photoTooBig, signInTexts.register.photoTooBig],
  ['Email già registrata', signInTexts.register.emailTaken],
  ['Username già in uso', signInTexts.register.usernameTaken],
  ['Entity too large', signInTexts.register.photoTooBig],
  ['Dati non validi', signInTexts.register.invalid],
]

const registrationErrorMessage = (error: ApiError) => {
  if (error.status === 413) return signInTexts.register.photoTooBig
  const match = messagesByServerText.find(([serverText]) => error.message.includes(serverText))
  return messagesByCode[error.code] ?? match?.[1] ?? errorMessage(error, signInTexts.register.failed)
}
