import { Suspense, useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  isSocialProvider,
  isSocialSignInError,
  isUserType,
  loginLengths,
  type SocialProvider,
  type SocialSignInErrorCode,
  socialSignInErrors,
  type UserType,
} from '../../../../contract/accounts/sign-in.ts'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { Notice, Skeleton } from '../../../components/feedback.tsx'
import { PasswordInput, RadioCards, TextInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { loadContract } from '../../../shared/contract.ts'
import { bindField, useFormFields } from '../../../shared/form.ts'
import { lazyComponent } from '../../../lazy.ts'
import { showToast } from '../../../toasts.ts'
import { useLogin } from './login.ts'
import { SocialLoginButtons } from './SocialLogin.tsx'
import { signInTexts, socialTexts } from './texts.ts'

const PasskeyLogin = lazyComponent(() => import('../passkeys/PasskeyLogin.tsx').then((m) => m.PasskeyLogin))

const pageTitles = { business: signInTexts.titleBusiness, client: signInTexts.titleClient }

const accountTypeChoices = [
  { value: 'business', label: signInTexts.business },
  { value: 'client', label: signInTexts.client },
]

/** Sign-in for both kinds of account. @rule R-12 @rule V-03 the kind must be chosen first */
export function LoginPage() {
  const [searchParams] = useSearchParams()
  const [type, setType] = useState(() => accountTypeIn(searchParams.get('type')))
  const [biometric, setBiometric] = useState(false)
  const form = useFormFields({ username: '', password: '' }, (values) => values)
  const login = useLogin()
  const submit = async () => {
    const body = form.validateWith((await loadContract()).login.body)
    if (body !== null && type !== null) login.submit(type, body)
  }
  if (biometric && type !== null) return <PasskeyLoginPage type={type} onBack={() => setBiometric(false)} />
  return (
    <PageLayout title={type === null ? signInTexts.titleWithoutType : pageTitles[type]} narrow>
      <SocialLoginError />
      <Card>
        <Form label={signInTexts.titleWithoutType} onSubmit={() => void submit()} errorCount={form.errorCount}>
          <RadioCards
            legend={signInTexts.accountType}
            options={accountTypeChoices}
            value={type ?? ''}
            onChange={(value) => {
              login.clearError()
              if (isUserType(value)) setType(value)
            }}
          />
          <TextInput
            label={signInTexts.email}
            type="email"
            autoComplete="username"
            required
            maxLength={loginLengths.username}
            {...bindField(form, 'username')}
          />
          <PasswordInput
            label={signInTexts.password}
            autoComplete="current-password"
            required
            maxLength={loginLengths.password}
            {...bindField(form, 'password')}
          />
          <FormAlert text={login.errorMessage} />
          {login.offersRegistration && <TextLink to="/register-client">{signInTexts.registerNow}</TextLink>}
          <Button type="submit" disabled={type === null} pending={login.pending} pendingText={signInTexts.submitting}>
            {signInTexts.submit}
          </Button>
        </Form>
        <PasskeyLoginButton
          accountTypeChosen={type !== null}
          disabled={login.pending}
          onSelect={() => setBiometric(true)}
        />
        <SocialLoginButtons disabled={type === 'business'} startedInApp={searchParams.get('source') === 'app'} />
      </Card>
      <LoginLinks type={type} />
    </PageLayout>
  )
}

const accountTypeIn = (text: string | null): UserType | null => (isUserType(text) ? text : null)

function PasskeyLoginPage({ type, onBack }: { readonly type: UserType; readonly onBack: () => void }) {
  return (
    <PageLayout title={pageTitles[type]} narrow>
      <Suspense fallback={<Skeleton />}>
        <PasskeyLogin type={type} onBack={onBack} />
      </Suspense>
    </PageLayout>
  )
}

/** Links to recovery and registration; both registrations until a kind of account is chosen. */
function LoginLinks({ type }: { readonly type: UserType | null }) {
  return (
    <>
      <p>
        <TextLink to="/recover-password">{signInTexts.forgot}</TextLink>
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <span className="text-muted">{signInTexts.noBusinessAccount}</span>
        {type !== 'client' && <TextLink to="/register">{signInTexts.registerBusiness}</TextLink>}
        {type !== 'business' && <TextLink to="/register-client">{signInTexts.registerClient}</TextLink>}
      </p>
    </>
  )
}

interface PasskeyLoginButtonProps {
  /** Passkeys require a chosen kind of account. @rule P-02 */
  readonly accountTypeChosen: boolean
  readonly disabled: boolean
  readonly onSelect: () => void
}

/** Button for signing in with a passkey. @rule R-12 */
function PasskeyLoginButton({ accountTypeChosen, disabled, onSelect }: PasskeyLoginButtonProps) {
  const hint = useId()
  return (
    <div className="mt-4 grid gap-1.5">
      <Button
        variant="secondary"
        disabled={!accountTypeChosen || disabled}
        aria-describedby={accountTypeChosen ? undefined : hint}
        onClick={onSelect}
      >
        {signInTexts.withPasskey}
      </Button>
      {!accountTypeChosen && (
        <p id={hint} className="text-sm text-muted">
          {signInTexts.chooseTypeFirst}
        </p>
      )}
    </div>
  )
}

/** Error of a failed Google or Facebook sign-in. @rule Q-19 Q-20 Q-28 */
function SocialLoginError() {
  const [searchParams] = useSearchParams()
  const unavailable = searchParams.get('unavailable')
  const provider = searchParams.get('provider')
  const reason = searchParams.get('refused')
  useEffect(() => {
    if (reason === 'SocialCancelled') showToast({ tone: 'bad', title: socialTexts.cancelledTitle })
  }, [reason])
  if (isSocialProvider(unavailable))
    return (
      <Notice>
        <p>{rejectionMessage('SocialUnavailable', unavailable)}</p>
      </Notice>
    )
  if (!isSocialProvider(provider) || !isSocialSignInError(reason)) return null
  return <FormAlert text={rejectionMessage(reason, provider)} />
}

const rejectionMessage = (reason: SocialSignInErrorCode, provider: SocialProvider) =>
  socialSignInErrors[reason](provider)
