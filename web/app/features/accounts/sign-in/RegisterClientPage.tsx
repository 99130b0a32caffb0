import { createClientBody } from '../../../../contract/accounts/client-registration.ts'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { AgeInput, PasswordInput, Select, TextInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { ClientPhotoFields } from '../../../components/photo/client-photo-fields.tsx'
import { translateMessage } from '../validation-messages.ts'
import { type ApiError, errorMessage } from '../../../shared/api-error.ts'
import { useFormMutation } from '../../../shared/form-mutation.ts'
import { bindField, blankToUndefined } from '../../../shared/form.ts'
import { clearReferral, useReferral } from '../../../shared/referral.ts'
import { useEnterSession } from '../../../shared/session.ts'
import { PersonFields, PrivacyConsentField } from './ClientRegistrationFields.tsx'
import { photoTexts } from '../../../components/photo/texts.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { signInTexts } from './texts.ts'
import { clientTexts } from '../../ratings/clients.texts.ts'

/** Page /register-client. @rule R-19 */
export function RegisterClientPage() {
  return (
    <PageLayout title={signInTexts.clientRegistration.title} intro={signInTexts.clientAuth.copyRegister} narrow>
      <Card>
        <RegisterClientForm />
      </Card>
      <p className="flex flex-wrap gap-x-3">
        <span className="text-muted">{signInTexts.clientAuth.haveAccount}</span>
        <TextLink to="/login?type=client">{signInTexts.submit}</TextLink>
      </p>
    </PageLayout>
  )
}

const travelTypeChoices = Object.entries(clientTexts.travel).map(([value, label]) => ({ value, label }))

type ClientRegistration = ReturnType<typeof useClientRegistration>

function RegisterClientForm() {
  const { form, pending, submit } = useClientRegistration()
  return (
    <Form label={signInTexts.clientRegistration.title} onSubmit={submit} errorCount={form.errorCount}>
      <PersonFields form={form} />
      <ProfileFields form={form} />
      <ClientPhotoFields
        values={form.values}
        onText={form.set}
        onConsent={(consent) => form.set('photoConsent', consent)}
        errorOf={form.errorOf}
      />
      <PasswordInput
        label={signInTexts.password}
        hint={signInTexts.register.passwordHint}
        autoComplete="new-password"
        {...limitsOf(createClientBody, 'password')}
        {...bindField(form, 'password')}
      />
      <PrivacyConsentField form={form} />
      <FormAlert text={form.formError} />
      <Button type="submit" pending={pending} pendingText={signInTexts.clientAuth.wait}>
        {signInTexts.clientAuth.register}
      </Button>
    </Form>
  )
}

function ProfileFields({ form }: Pick<ClientRegistration, 'form'>) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <AgeInput
          label={signInTexts.clientRegistration.age}
          {...limitsOf(createClientBody, 'age')}
          {...bindField(form, 'age')}
        />
        <Select
          label={signInTexts.clientRegistration.travelType}
          options={travelTypeChoices}
          placeholder={signInTexts.clientRegistration.travelTypePlaceholder}
          {...limitsOf(createClientBody, 'travelType')}
          {...bindField(form, 'travelType')}
        />
      </div>
      <TextInput
        label={signInTexts.clientRegistration.residence}
        autoComplete="address-level2"
        {...limitsOf(createClientBody, 'residence')}
        {...bindField(form, 'residence')}
      />
    </>
  )
}

const emptyRegistration = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  age: '',
  residence: '',
  travelType: '',
  profilePhoto: '',
  socialPhotoUrl: '',
  socialPhotoSource: '',
  photoConsent: false,
  privacyConsent: false,
  password: '',
}

/** Form state of /register-client, with validation and submission. @rule A-09 */
const useClientRegistration = () => {
  const ref = useReferral()
  const enter = useEnterSession()
  return useFormMutation('createClient', {
    initialValues: emptyRegistration,
    schema: createClientBody,
    toBody: (values) => toRequestBody(values, ref),
    toInput: (body) => ({ body }),
    successToast: { title: signInTexts.clientRegistration.doneTitle },
    onSuccess: ({ user }) => {
      clearReferral()
      void enter('/client-dashboard', user)
    },
    failureText: registrationErrorMessage,
    failureToast: (text) => ({ tone: 'bad', title: signInTexts.clientRegistration.failedTitle, text }),
    translate: translateMessage,
  })
}

const toRequestBody = (
  { firstName, lastName, email, phone, password, photoConsent, privacyConsent, ...rest }: typeof emptyRegistration,
  ref: string | undefined,
) => ({
  firstName,
  lastName,
  email,
  phone,
  password,
  age: blankToUndefined(rest.age) === undefined ? undefined : Number(rest.age),
  residence: blankToUndefined(rest.residence),
  travelType: blankToUndefined(rest.travelType),
  profilePhoto: blankToUndefined(rest.profilePhoto),
  socialPhotoUrl: blankToUndefined(rest.socialPhotoUrl),
  socialPhotoSource: blankToUndefined(rest.socialPhotoSource),
  photoConsent,
  privacyConsent,
  ref,
})

/** The server's text, or a generic one. @rule T-076 T-084 */
const registrationErrorMessage = (error: ApiError) =>
  error.status === 413 ? photoTexts.tooBig.client : errorMessage(error, signInTexts.clientRegistration.unknown)
