import { registerClientBody } from '../../../../contract/accounts/authentication.ts'
import { Checkbox, PhoneInput, TextInput } from '../../../components/form-controls.tsx'
import { TextLink } from '../../../components/links.tsx'
import { bindField, type FormState } from '../../../shared/form.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { signInTexts } from './texts.ts'

type PersonValues = Readonly<Record<'firstName' | 'lastName' | 'email' | 'phone', string>>

/** Name and contacts of a client. @rule V-04 V-05 V-06 all required */
export function PersonFields<Values extends PersonValues>({ form }: { readonly form: FormState<Values, unknown> }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label={signInTexts.clientAuth.firstName}
          autoComplete="given-name"
          {...limitsOf(registerClientBody, 'firstName')}
          {...bindField(form, 'firstName')}
        />
        <TextInput
          label={signInTexts.clientAuth.lastName}
          autoComplete="family-name"
          {...limitsOf(registerClientBody, 'lastName')}
          {...bindField(form, 'lastName')}
        />
      </div>
      <TextInput
        label={signInTexts.email}
        type="email"
        autoComplete="email"
        {...limitsOf(registerClientBody, 'email')}
        {...bindField(form, 'email')}
      />
      <PhoneInput
        label={signInTexts.clientAuth.phone}
        hint={signInTexts.clientAuth.phoneHint}
        placeholder={signInTexts.clientAuth.phonePlaceholder}
        {...limitsOf(registerClientBody, 'phone')}
        {...bindField(form, 'phone')}
      />
    </>
  )
}

interface ConsentValues {
  readonly privacyConsent: boolean
}

/** @rule V-09 Q-87 initially unticked */
export function PrivacyConsentField<Values extends ConsentValues>({
  form,
}: {
  readonly form: FormState<Values, unknown>
}) {
  return (
    <>
      <Checkbox
        label={signInTexts.clientRegistration.privacy}
        required
        checked={form.values.privacyConsent}
        onChange={({ target }) => form.set('privacyConsent', target.checked)}
        error={form.errorOf('privacyConsent')}
      />
      <p>
        <TextLink to="/privacy-policy">{signInTexts.clientRegistration.readPrivacy}</TextLink>
      </p>
    </>
  )
}
