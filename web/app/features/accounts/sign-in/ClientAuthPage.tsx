import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { privacyConsent, registerClientBody, type User } from '../../../../contract/accounts/authentication.ts'
import { endpoints } from '../../../../contract/endpoints.ts'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { CodeInput, PasswordInput, TextInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { translateMessage } from '../validation-messages.ts'
import { useFormMutation } from '../../../shared/form-mutation.ts'
import { bindField } from '../../../shared/form.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../../toasts.ts'
import { clearReferral, useReferral } from '../../../shared/referral.ts'
import { useSession, useEnterSession, useUser } from '../../../shared/session.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { PasskeyPanel } from '../passkeys/PasskeyPanel.tsx'
import { registerPasskey } from '../passkeys/ceremony.ts'
import { supportsPasskeys } from '../passkeys/device.ts'
import { PersonFields, PrivacyConsentField } from './ClientRegistrationFields.tsx'
import { SocialLoginLinks } from './SocialLogin.tsx'
import { passkeyTexts } from '../passkeys/texts.ts'
import { signInTexts } from './texts.ts'

/** Sign-in, registration and e-mail confirmation of clients. @rule S-03 S-04 */
export function ClientAuthPage() {
  const [searchParams, setSearchParams] = useSearchParams()
  const { data: user } = useSession()
  const [unconfirmedClient, setUnconfirmedClient] = useState<UnconfirmedClient | null>(null)
  const [verificationLeft, setVerificationLeft] = useState(false)
  const [offeringPasskey, setOfferingPasskey] = useState(false)
  const registering = searchParams.get('mode') === 'register'
  const step = unconfirmedClient ?? (verificationLeft ? null : unconfirmedClientOf(user))

  if (offeringPasskey && user) return <OfferPasskeyStep />
  if (step !== null)
    return (
      <VerifyEmailStep
        client={step}
        onBack={() => {
          setUnconfirmedClient(null)
          setVerificationLeft(true)
        }}
        onVerified={() => setOfferingPasskey(true)}
      />
    )
  return (
    <PageLayout
      title={registering ? signInTexts.clientAuth.titleRegister : signInTexts.clientAuth.titleLogin}
      intro={registering ? signInTexts.clientAuth.copyRegister : signInTexts.clientAuth.copyLogin}
      action={<BackLink />}
      narrow
    >
      <Card>
        <SocialLoginLinks registering={registering} />
        {registering ? (
          <ClientRegistrationForm onRegistered={setUnconfirmedClient} />
        ) : (
          <ClientLoginForm
            onUnconfirmed={setUnconfirmedClient}
            onPasskeyOffer={() => {
              showToast({ title: passkeyTexts.enrol.offerTitle, text: passkeyTexts.enrol.offerText })
              setOfferingPasskey(true)
            }}
          />
        )}
      </Card>
      {!registering && (
        <p>
          <TextLink to="/recover-password">{signInTexts.forgot}</TextLink>
        </p>
      )}
      <p>
        <button
          type="button"
          onClick={() => setSearchParams(registering ? {} : { mode: 'register' }, { replace: true })}
          className="min-h-11 font-medium text-brand underline underline-offset-4 hover:text-brand-strong"
        >
          {registering ? signInTexts.clientAuth.haveAccount : signInTexts.clientAuth.noAccount}
        </button>
      </p>
    </PageLayout>
  )
}

/** @rule Q-24 a signed-in client without a confirmed address is asked for the code again */
const unconfirmedClientOf = (user: User | null | undefined): UnconfirmedClient | null =>
  user?.clientId === undefined || user.clientId === null || user.emailVerified
    ? null
    : { clientId: user.clientId, email: user.email }

function BackLink() {
  return (
    <span className="order-first flex w-full items-center gap-1.5">
      <ArrowLeft aria-hidden="true" className="size-4 text-brand" />
      <TextLink to="/">{signInTexts.clientAuth.back}</TextLink>
    </span>
  )
}

interface ClientLoginFormProps {
  readonly onUnconfirmed: (client: UnconfirmedClient) => void
  /** Called after a sign-in without a passkey. */
  readonly onPasskeyOffer: () => void
}

function ClientLoginForm({ onUnconfirmed, onPasskeyOffer }: ClientLoginFormProps) {
  const enter = useEnterSession()
  const { form, pending, submit } = useFormMutation('loginClient', {
    initialValues: { email: '', password: '' },
    schema: endpoints.loginClient.body,
    toInput: (body) => ({ body }),
    onSuccess: ({ showBiometricOption, clientId, emailVerified, mustChangePassword }, { body: { email } }) => {
      if (mustChangePassword) void enter('/client-dashboard')
      else if (!emailVerified) onUnconfirmed({ clientId, email })
      else if (showBiometricOption && supportsPasskeys()) void enter('/client-auth').then(onPasskeyOffer)
      else void enter('/client-dashboard')
    },
    failureText: signInTexts.clientAuth.loginFailed,
  })
  return (
    <Form label={signInTexts.clientAuth.titleLogin} onSubmit={submit} errorCount={form.errorCount}>
      <TextInput
        label={signInTexts.email}
        type="email"
        autoComplete="username"
        {...limitsOf(endpoints.loginClient.body, 'email')}
        {...bindField(form, 'email')}
      />
      <PasswordInput
        label={signInTexts.password}
        autoComplete="current-password"
        {...limitsOf(endpoints.loginClient.body, 'password')}
        {...bindField(form, 'password')}
      />
      <FormAlert text={form.formError} />
      <Button type="submit" pending={pending} pendingText={signInTexts.clientAuth.wait}>
        {signInTexts.clientAuth.login}
      </Button>
    </Form>
  )
}

const emptyRegistration = { firstName: '', lastName: '', email: '', phone: '', password: '', privacyConsent: false }
/** The screen requires the consent that is optional in the API. @rule Q-87 */
const registrationSchema = registerClientBody.extend({ privacyConsent })

/** @rule Q-06 this screen explains the password policy only in errors */
function ClientRegistrationForm({ onRegistered }: { readonly onRegistered: (client: UnconfirmedClient) => void }) {
  const ref = useReferral()
  const { form, pending, submit } = useFormMutation('registerClient', {
    initialValues: emptyRegistration,
    schema: registrationSchema,
    toBody: (values) => ({ ...values, ref }),
    toInput: (body) => ({ body }),
    successToast: { title: signInTexts.verify.sentTitle, text: signInTexts.verify.sentText },
    onSuccess: ({ clientId }, { body: { email } }) => {
      clearReferral()
      onRegistered({ clientId, email })
    },
    failureText: signInTexts.clientAuth.registerFailed,
    translate: translateMessage,
  })
  return (
    <Form label={signInTexts.clientAuth.titleRegister} onSubmit={submit} errorCount={form.errorCount}>
      <PersonFields form={form} />
      <PasswordInput
        label={signInTexts.password}
        autoComplete="new-password"
        {...limitsOf(registrationSchema, 'password')}
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

export interface UnconfirmedClient {
  readonly clientId: string
  readonly email: string
}

interface VerifyEmailStepProps {
  readonly client: UnconfirmedClient
  readonly onBack: () => void
  /** Called when the address is confirmed and the client signed in. */
  readonly onVerified: () => void
}

/** Entry of the confirmation code. @rule R-10 */
function VerifyEmailStep({ client: { clientId, email }, onBack, onVerified }: VerifyEmailStepProps) {
  const enter = useEnterSession()
  const { form, pending, submit } = useFormMutation('verifyEmail', {
    initialValues: { verificationCode: '' },
    schema: endpoints.verifyEmail.body,
    toBody: (values) => ({ clientId, ...values }),
    toInput: (body) => ({ body }),
    successToast: { title: signInTexts.verify.doneTitle, text: signInTexts.verify.doneText },
    onSuccess: () => void enter('/client-auth').then(onVerified),
    failureText: signInTexts.verify.failed,
  })
  const resending = useApiMutation('resendVerification', {
    onSuccess: () => showToast({ title: signInTexts.verify.sentTitle, text: signInTexts.verify.resent }),
    onError: (error) => {
      form.showFormError(error, error.message)
      showErrorToast(error.message)
    },
  })
  return (
    <PageLayout title={signInTexts.verify.title} intro={signInTexts.verify.sent(email)} narrow>
      <Card>
        <Form label={signInTexts.verify.title} onSubmit={submit} errorCount={form.errorCount}>
          <CodeInput
            label={signInTexts.verify.code}
            placeholder={signInTexts.verify.placeholder}
            {...limitsOf(endpoints.verifyEmail.body, 'verificationCode')}
            {...bindField(form, 'verificationCode')}
          />
          <FormAlert text={form.formError} />
          <Button type="submit" pending={pending}>
            {signInTexts.verify.submit}
          </Button>
        </Form>
        <div className="mt-4 flex flex-wrap justify-between gap-3">
          <Button variant="quiet" onClick={onBack}>
            {signInTexts.verify.back}
          </Button>
          <Button
            variant="secondary"
            pending={resending.isPending}
            onClick={() => resending.mutate({ body: { clientId } })}
          >
            {signInTexts.verify.resend}
          </Button>
        </div>
      </Card>
    </PageLayout>
  )
}

/** Offers a passkey after sign-in, then continues to the dashboard in any case. @rule R-11 @rule S-04 */
function OfferPasskeyStep() {
  const user = useUser()
  const enter = useEnterSession()
  const proceed = () => void enter('/client-dashboard', user)
  return (
    <PageLayout title={passkeyTexts.titles.register} intro={passkeyTexts.enrol.intro} narrow>
      <PasskeyPanel
        mode="register"
        ceremony={(password) => registerPasskey(user, password)}
        onDone={() => {
          showToast({ title: passkeyTexts.enrol.doneTitle, text: passkeyTexts.enrol.doneText })
          proceed()
        }}
        onFailed={(text) => {
          showErrorToast(text)
          proceed()
        }}
      />
      <div>
        <Button variant="quiet" onClick={proceed}>
          {passkeyTexts.enrol.later}
        </Button>
      </div>
    </PageLayout>
  )
}
