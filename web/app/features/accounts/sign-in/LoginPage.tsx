import { useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { UserType } from '../../../../contract/accounts/authentication.ts'
import {
  isSocialSignInError,
  socialProvider,
  type SocialProvider,
  type SocialSignInErrorCode,
  socialSignInErrors,
} from '../../../../contract/accounts/social-sign-in.ts'
import { endpoints } from '../../../../contract/endpoints.ts'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { Notice } from '../../../components/feedback.tsx'
import { PasswordInput, RadioCards, TextInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { bindField, useForm } from '../../../shared/form.ts'
import { showToast } from '../../../toasts.ts'
import { useEnterSession } from '../../../shared/session.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { PasskeyPanel } from '../passkeys/PasskeyPanel.tsx'
import { signInWithPasskey } from '../passkeys/ceremony.ts'
import { passkeyTexts } from '../passkeys/texts.ts'
import { recoveryTexts } from '../recovery/texts.ts'
import { isUserType, useLogin } from './login.ts'
import { SocialLoginButtons } from './SocialLogin.tsx'
import { signInTexts, socialTexts } from './texts.ts'

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
  const form = useForm({ username: '', password: '' }, endpoints.login.body, (values) => values)
  const login = useLogin()
  const submit = () => {
    const body = form.validate()
    if (body !== null && type !== null) login.submit(type, body)
  }
  if (biometric && type !== null)
    return (
      <PageLayout title={pageTitles[type]} narrow>
        <PasskeyLogin type={type} onBack={() => setBiometric(false)} />
      </PageLayout>
    )
  return (
    <PageLayout title={type === null ? signInTexts.titleWithoutType : pageTitles[type]} narrow>
      <SocialLoginError />
      <Card>
        <Form label={signInTexts.titleWithoutType} onSubmit={submit} errorCount={form.errorCount}>
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
            {...limitsOf(endpoints.login.body, 'username')}
            {...bindField(form, 'username')}
          />
          <PasswordInput
            label={signInTexts.password}
            autoComplete="current-password"
            {...limitsOf(endpoints.login.body, 'password')}
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

/** Links to recovery and registration; both registrations until a kind of account is chosen. */
function LoginLinks({ type }: { readonly type: UserType | null }) {
  return (
    <>
      <p>
        <TextLink to="/recover-password">{recoveryTexts.forgot}</TextLink>
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
        {passkeyTexts.authenticate}
      </Button>
      {!accountTypeChosen && (
        <p id={hint} className="text-sm text-muted">
          {passkeyTexts.login.chooseFirst}
        </p>
      )}
    </div>
  )
}

interface PasskeyLoginProps {
  readonly type: UserType
  readonly onBack: () => void
}

/** Replaces the form. @rule R-13 @rule Q-18 leads to the dashboard of the account */
function PasskeyLogin({ type, onBack }: PasskeyLoginProps) {
  const enter = useEnterSession()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={container} className="grid gap-4">
      <PasskeyPanel
        mode="authenticate"
        ceremony={() => signInWithPasskey(type)}
        onDone={(user) => void enter('/dashboard', user)}
        onFailed={(text) => showToast({ tone: 'bad', title: passkeyTexts.login.errorTitle, text })}
      />
      <div>
        <Button variant="quiet" onClick={onBack}>
          {passkeyTexts.login.back}
        </Button>
      </div>
    </div>
  )
}

/** Error of a failed Google or Facebook sign-in. @rule Q-19 Q-20 Q-28 */
function SocialLoginError() {
  const [searchParams] = useSearchParams()
  const unavailable = socialProvider.safeParse(searchParams.get('unavailable')).data
  const provider = socialProvider.safeParse(searchParams.get('provider')).data
  const reason = searchParams.get('refused')
  useEffect(() => {
    if (reason === 'SocialCancelled') showToast({ tone: 'bad', title: socialTexts.cancelledTitle })
  }, [reason])
  if (unavailable !== undefined)
    return (
      <Notice>
        <p>{rejectionMessage('SocialUnavailable', unavailable)}</p>
      </Notice>
    )
  if (provider === undefined || !isSocialSignInError(reason)) return null
  return <FormAlert text={rejectionMessage(reason, provider)} />
}

const rejectionMessage = (reason: SocialSignInErrorCode, provider: SocialProvider) =>
  socialSignInErrors[reason](provider)
