import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { UserType } from '../../../../contract/accounts/authentication.ts'
import { calls } from '../../../../contract/calls.ts'
import { Button, LinkButton } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { Notice } from '../../../components/feedback.tsx'
import { CodeInput, PhoneInput, RadioCards, TextInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { showErrorToast, showToast } from '../../../components/toast.tsx'
import { type ApiError, errorMessage } from '../../../shared/api-error.ts'
import { bindField, useForm } from '../../../shared/form.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { isAccountType } from '../sign-in/login.ts'
import { withItalianErrors } from '../validation-messages.ts'
import { NewPasswordFields, resetPasswordSchema } from './NewPasswordFields.tsx'
import { recoveryTexts } from './texts.ts'
import { signInTexts } from '../sign-in/texts.ts'

type PhoneStepKind = 'phone' | 'alternate-phone'

/** Where one is (S-07), with what is known by then. */
type RecoveryState =
  | { readonly step: 'choice'; readonly initialChoice: Partial<RecoveryChoice> }
  | { readonly step: PhoneStepKind; readonly choice: RecoveryChoice }
  | {
      readonly step: 'email'
      readonly choice: RecoveryChoice
      readonly maskedEmail: string | null
      readonly from: PhoneStepKind
    }
  | {
      readonly step: 'password'
      readonly email: string
      readonly emailStep: Extract<RecoveryState, { readonly step: 'email' }>
    }
  | { readonly step: 'sent'; readonly choice: RecoveryChoice; readonly email: string }

/** Five steps back into an account (R-20, R-25..R-29). */
export function RecoverPasswordPage() {
  const [place, go] = useState<RecoveryState>({ step: 'choice', initialChoice: {} })
  switch (place.step) {
    case 'choice':
      return <ChoiceStep initialChoice={place.initialChoice} onChoose={(choice) => go({ step: 'phone', choice })} />
    case 'phone':
    case 'alternate-phone': {
      const { step, choice } = place
      const back: RecoveryState =
        step === 'phone' ? { step: 'choice', initialChoice: choice } : { step: 'phone', choice }
      return (
        <PhoneStep
          key={step}
          type={choice.type}
          alternate={step === 'alternate-phone'}
          onSent={(known) => go({ step: 'email', choice, maskedEmail: known, from: step })}
          onPhoneUnknown={() => go({ step: 'alternate-phone', choice })}
          onBack={() => go(back)}
        />
      )
    }
    case 'email': {
      const { choice, maskedEmail, from } = place
      return (
        <EmailStep
          choice={choice}
          maskedEmail={maskedEmail}
          onCodeSent={(email) => go({ step: 'password', email, emailStep: place })}
          onTemporarySent={(email) => go({ step: 'sent', choice, email })}
          onBack={() => go({ step: from, choice })}
        />
      )
    }
    case 'password':
      return (
        <NewPasswordStep type={place.emailStep.choice.type} email={place.email} onBack={() => go(place.emailStep)} />
      )
    case 'sent':
      return <TemporaryPasswordSent type={place.choice.type} email={place.email} />
  }
}

/** What is to be got back: the e-mail address by SMS, or a way in by e-mail. */
export type RecoveryMethod = 'email' | 'temporary'
export interface RecoveryChoice {
  readonly type: UserType
  readonly method: RecoveryMethod
}

const accountTypeChoices = [
  { value: 'business', label: signInTexts.business },
  { value: 'client', label: signInTexts.client },
]
const methodChoices = [
  { value: 'email', label: recoveryTexts.emailBySms },
  { value: 'temporary', label: recoveryTexts.temporaryPassword },
]

interface ChoiceStepProps {
  readonly initialChoice: Partial<RecoveryChoice>
  readonly onChoose: (choice: RecoveryChoice) => void
}

/** */
export function ChoiceStep({ initialChoice, onChoose }: ChoiceStepProps) {
  const [type, setType] = useState(initialChoice.type)
  const [means, setMeans] = useState(initialChoice.method)
  const submit = () => {
    if (type !== undefined && means !== undefined) onChoose({ type, method: means })
  }
  return (
    <PageLayout title={recoveryTexts.title} intro={recoveryTexts.intro} narrow>
      <Card>
        <Form label={recoveryTexts.title} onSubmit={submit} errorCount={0}>
          <RadioCards
            legend={signInTexts.accountType}
            options={accountTypeChoices}
            value={type ?? ''}
            onChange={(value) => isAccountType(value) && setType(value)}
          />
          <RadioCards
            legend={recoveryTexts.methodLegend}
            options={methodChoices}
            value={means ?? ''}
            onChange={(value) => setMeans(value === 'email' ? 'email' : 'temporary')}
          />
          <Button type="submit" disabled={type === undefined || means === undefined}>
            {recoveryTexts.next}
          </Button>
        </Form>
      </Card>
      <p>
        <TextLink to="/login">{recoveryTexts.toLogin}</TextLink>
      </p>
    </PageLayout>
  )
}

interface PhoneStepProps {
  readonly type: UserType
  /** A first number was not known. */
  readonly alternate: boolean
  /** With the masked address; null when nobody is told. */
  readonly onSent: (email: string | null) => void
  readonly onPhoneUnknown: () => void
  readonly onBack: () => void
}

/** */
export function PhoneStep({ type, alternate, onSent, onPhoneUnknown, onBack }: PhoneStepProps) {
  const form = useForm({ phone: '' }, calls.recoverEmail.body, (values) => ({ ...values, userType: type }))
  const recovery = useApiMutation('recoverEmail', {
    onSuccess: ({ email }) => {
      showToast({
        title: recoveryTexts.smsTitle,
        text: email === null ? recoveryTexts.smsNeutral : recoveryTexts.smsText(email),
      })
      onSent(email)
    },
    onError: (error) => {
      const why = errorMessage(error, recoveryTexts.failedEmail)
      form.showServerError(error, why)
      showErrorToast(why)
      if (error.message.includes('non trovato')) onPhoneUnknown()
    },
  })
  const submit = () => form.submitIfValid((body) => recovery.mutate({ body }))
  const title = alternate ? recoveryTexts.alternateTitle : recoveryTexts.phoneTitle
  return (
    <StepLayout
      title={title}
      intro={alternate ? recoveryTexts.alternateIntro : recoveryTexts.phoneIntro}
      onBack={onBack}
    >
      <Form label={title} onSubmit={submit} errorCount={form.errorCount}>
        <PhoneInput
          label={recoveryTexts.phone}
          placeholder={recoveryTexts.phonePlaceholder}
          required
          {...bindField(form, 'phone')}
        />
        <FormAlert text={form.formError} />
        <Button type="submit" pending={recovery.isPending} pendingText={recoveryTexts.pending}>
          {recoveryTexts.next}
        </Button>
      </Form>
    </StepLayout>
  )
}

interface EmailStepProps {
  readonly choice: RecoveryChoice
  /** As the SMS step showed it, masked. */
  readonly maskedEmail: string | null
  readonly onCodeSent: (email: string) => void
  /** With the masked address. */
  readonly onTemporarySent: (email: string) => void
  readonly onBack: () => void
}

/** the two ways part here. */
export function EmailStep({
  choice: { type, method },
  maskedEmail,
  onCodeSent,
  onTemporarySent,
  onBack,
}: EmailStepProps) {
  const temporary = method === 'temporary'
  const form = useForm({ email: '' }, calls.sendResetCode.body, (values) => ({ ...values, userType: type }))
  const refused = (otherwise: string) => (error: ApiError) => {
    const why = errorMessage(error, otherwise)
    form.showServerError(error, why)
    showErrorToast(why)
  }
  const code = useApiMutation('sendResetCode', {
    onSuccess: (_, { body }) => onCodeSent(body.email),
    onError: refused(recoveryTexts.failedEmail),
  })
  const password = useApiMutation('sendTemporaryPassword', {
    onSuccess: ({ email }) => {
      showToast({ title: recoveryTexts.temporaryTitle, text: recoveryTexts.temporaryText(email) })
      onTemporarySent(email)
    },
    onError: refused(recoveryTexts.failedTemporary),
  })
  const submit = () => form.submitIfValid((body) => (temporary ? password : code).mutate({ body }))
  const intro = temporary ? recoveryTexts.emailForTemporary : recoveryTexts.emailForCode
  return (
    <StepLayout title={recoveryTexts.emailTitle} intro={intro} onBack={onBack}>
      <Form label={recoveryTexts.emailTitle} onSubmit={submit} errorCount={form.errorCount}>
        <TextInput
          label={recoveryTexts.email}
          hint={maskedEmail === null ? undefined : recoveryTexts.emailHint(maskedEmail)}
          type="email"
          autoComplete="email"
          required
          {...bindField(form, 'email')}
        />
        <FormAlert text={form.formError} />
        <Button type="submit" pending={code.isPending || password.isPending} pendingText={recoveryTexts.pending}>
          {temporary ? recoveryTexts.sendTemporary : recoveryTexts.sendCode}
        </Button>
      </Form>
    </StepLayout>
  )
}

const emptyReset = { code: '', newPassword: '', confirmation: '' }

interface NewPasswordStepProps {
  readonly type: UserType
  readonly email: string
  readonly onBack: () => void
}

/** R-29, with the code of the letter. */
export function NewPasswordStep({ type, email, onBack }: NewPasswordStepProps) {
  const navigate = useNavigate()
  const form = withItalianErrors(useForm(emptyReset, resetPasswordSchema, (values) => values))
  const reset = useApiMutation('resetPassword', {
    onSuccess: () => {
      showToast({ title: recoveryTexts.savedTitle, text: recoveryTexts.savedText })
      void navigate(`/login?type=${type}`)
    },
    onError: (error) => {
      const why = errorMessage(error, recoveryTexts.failedReset)
      form.showServerError(error, why)
      showErrorToast(why)
    },
  })
  const submit = () =>
    form.submitIfValid(({ code, newPassword }) => reset.mutate({ body: { email, userType: type, code, newPassword } }))
  return (
    <StepLayout title={recoveryTexts.passwordTitle} intro={recoveryTexts.passwordIntro(email)} onBack={onBack}>
      <Form label={recoveryTexts.passwordTitle} onSubmit={submit} errorCount={form.errorCount}>
        <CodeInput
          label={recoveryTexts.code}
          placeholder={recoveryTexts.codePlaceholder}
          {...bindField(form, 'code')}
        />
        <NewPasswordFields form={form} pending={reset.isPending} />
      </Form>
    </StepLayout>
  )
}

/** C-17 */
const redirectDelayMs = 3_000

interface TemporaryPasswordSentProps {
  readonly type: UserType
  /** Masked. */
  readonly email: string
}

/** The notice of R-28: never the password itself. */
export function TemporaryPasswordSent({ type, email }: TemporaryPasswordSentProps) {
  const navigate = useNavigate()
  const login = `/login?type=${type}`
  useEffect(() => {
    const leaving = setTimeout(() => void navigate(login), redirectDelayMs)
    return () => clearTimeout(leaving)
  }, [navigate, login])
  return (
    <PageLayout title={recoveryTexts.checkMail} narrow>
      <Notice>
        <p className="font-semibold">{recoveryTexts.temporaryTitle}</p>
        <p>{recoveryTexts.temporaryText(email)}</p>
        <p>{recoveryTexts.temporaryNext}</p>
        <p>
          <LinkButton to={login}>{recoveryTexts.toLogin}</LinkButton>
        </p>
      </Notice>
    </PageLayout>
  )
}

interface StepLayoutProps {
  readonly title: string
  readonly intro?: string
  readonly onBack: () => void
  readonly children: ReactNode
}

/** One step after the first: it takes the focus when it comes, and leads back to the one before. */
export function StepLayout({ title, intro, onBack, children }: StepLayoutProps) {
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => step.current?.querySelector('h1')?.focus(), [])
  return (
    <div ref={step}>
      <PageLayout title={title} intro={intro} narrow>
        <Card>
          {children}
          <div className="mt-4">
            <Button variant="quiet" onClick={onBack}>
              {recoveryTexts.back}
            </Button>
          </div>
        </Card>
      </PageLayout>
    </div>
  )
}
