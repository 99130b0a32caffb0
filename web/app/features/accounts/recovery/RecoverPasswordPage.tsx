import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { isUserType, type UserType } from '../../../../contract/accounts/sign-in.ts'
import { endpoints } from '../../../../contract/endpoints.ts'
import { Button, LinkButton } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { Notice } from '../../../components/feedback.tsx'
import { Checkbox, CodeInput, PhoneInput, RadioCards, TextInput } from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { translateMessage } from '../validation-messages.ts'
import { useFormMutation } from '../../../shared/form-mutation.ts'
import { bindField } from '../../../shared/form.ts'
import { limitsOf } from '../../../shared/schema-limits.ts'
import { NewPasswordFields, resetPasswordSchema } from './NewPasswordFields.tsx'
import { recoveryTexts } from './texts.ts'
import { signInTexts } from '../sign-in/texts.ts'

type PhoneStepKind = 'phone' | 'alternate-phone'

/** The current step with its data. @rule S-07 */
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

/** Account recovery in five steps. @rule R-20 R-25..R-29 */
export function RecoverPasswordPage() {
  const [state, setState] = useState<RecoveryState>({ step: 'choice', initialChoice: {} })
  switch (state.step) {
    case 'choice':
      return (
        <ChoiceStep initialChoice={state.initialChoice} onChoose={(choice) => setState({ step: 'phone', choice })} />
      )
    case 'phone':
    case 'alternate-phone': {
      const { step, choice } = state
      const back: RecoveryState =
        step === 'phone' ? { step: 'choice', initialChoice: choice } : { step: 'phone', choice }
      return (
        <PhoneStep
          key={step}
          type={choice.type}
          alternate={step === 'alternate-phone'}
          onSent={(maskedEmail) => setState({ step: 'email', choice, maskedEmail, from: step })}
          onPhoneUnknown={() => setState({ step: 'alternate-phone', choice })}
          onBack={() => setState(back)}
        />
      )
    }
    case 'email': {
      const { choice, maskedEmail, from } = state
      return (
        <EmailStep
          choice={choice}
          maskedEmail={maskedEmail}
          onCodeSent={(email) => setState({ step: 'password', email, emailStep: state })}
          onTemporarySent={(email) => setState({ step: 'sent', choice, email })}
          onBack={() => setState({ step: from, choice })}
        />
      )
    }
    case 'password':
      return (
        <NewPasswordStep
          type={state.emailStep.choice.type}
          email={state.email}
          onBack={() => setState(state.emailStep)}
        />
      )
    case 'sent':
      return <TemporaryPasswordSent type={state.choice.type} email={state.email} />
  }
}

/** `email`: a reset code by e-mail for a new password; `temporary`: a temporary password by e-mail. */
export type RecoveryGoal = 'email' | 'temporary'
export interface RecoveryChoice {
  readonly type: UserType
  readonly goal: RecoveryGoal
}

const accountTypeChoices = [
  { value: 'business', label: signInTexts.business },
  { value: 'client', label: signInTexts.client },
]
const goalChoices = [
  { value: 'email', label: recoveryTexts.emailBySms },
  { value: 'temporary', label: recoveryTexts.temporaryPassword },
]

interface ChoiceStepProps {
  readonly initialChoice: Partial<RecoveryChoice>
  readonly onChoose: (choice: RecoveryChoice) => void
}

/** Choice of the goal. @rule R-25 */
function ChoiceStep({ initialChoice, onChoose }: ChoiceStepProps) {
  const [type, setType] = useState(initialChoice.type)
  const [goal, setGoal] = useState(initialChoice.goal)
  const submit = () => {
    if (type !== undefined && goal !== undefined) onChoose({ type, goal })
  }
  return (
    <PageLayout title={recoveryTexts.title} intro={recoveryTexts.intro} narrow>
      <Card>
        <Form label={recoveryTexts.title} onSubmit={submit} errorCount={0}>
          <RadioCards
            legend={signInTexts.accountType}
            options={accountTypeChoices}
            value={type ?? ''}
            onChange={(value) => isUserType(value) && setType(value)}
          />
          <RadioCards
            legend={recoveryTexts.methodLegend}
            options={goalChoices}
            value={goal ?? ''}
            onChange={(value) => setGoal(value === 'email' ? 'email' : 'temporary')}
          />
          <Button type="submit" disabled={type === undefined || goal === undefined}>
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
  /** The first number was unknown. */
  readonly alternate: boolean
  /** Receives the masked address; null if the API hides it. */
  readonly onSent: (email: string | null) => void
  readonly onPhoneUnknown: () => void
  readonly onBack: () => void
}

/** Telephone number, or an alternative one. @rule R-26 R-27 */
function PhoneStep({ type, alternate, onSent, onPhoneUnknown, onBack }: PhoneStepProps) {
  const { form, pending, submit } = useFormMutation('recoverEmail', {
    initialValues: { phone: '' },
    schema: endpoints.recoverEmail.body,
    toBody: (values) => ({ ...values, userType: type }),
    toInput: (body) => ({ body }),
    successToast: ({ email }) => ({
      title: recoveryTexts.smsTitle,
      text: email === null ? recoveryTexts.smsNeutral : recoveryTexts.smsText(email),
    }),
    onSuccess: ({ email }) => onSent(email),
    failureText: recoveryTexts.failedEmail,
    onError: ({ code }) => code === 'PhoneUnknown' && onPhoneUnknown(),
  })
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
          {...limitsOf(endpoints.recoverEmail.body, 'phone')}
          {...bindField(form, 'phone')}
        />
        <FormAlert text={form.formError} />
        <Button type="submit" pending={pending} pendingText={recoveryTexts.pending}>
          {recoveryTexts.next}
        </Button>
      </Form>
    </StepLayout>
  )
}

interface EmailStepProps {
  readonly choice: RecoveryChoice
  /** Masked, from the SMS step. */
  readonly maskedEmail: string | null
  readonly onCodeSent: (email: string) => void
  /** Receives the masked address. */
  readonly onTemporarySent: (email: string) => void
  readonly onBack: () => void
}

/** Entry of the address, for either method. @rule R-28 @rule Q-117 */
function EmailStep({ choice: { type, goal }, maskedEmail, onCodeSent, onTemporarySent, onBack }: EmailStepProps) {
  const temporary = goal === 'temporary'
  const emailForm = {
    initialValues: { email: '' },
    schema: endpoints.sendResetCode.body,
    toBody: (values: { readonly email: string }) => ({ ...values, userType: type }),
    toInput: (body: z.output<typeof endpoints.sendResetCode.body>) => ({ body }),
  }
  const resetCode = useFormMutation('sendResetCode', {
    ...emailForm,
    onSuccess: (_, { body }) => onCodeSent(body.email),
    failureText: recoveryTexts.failedEmail,
  })
  const temporaryPassword = useFormMutation('sendTemporaryPassword', {
    ...emailForm,
    successToast: ({ email }) => ({ title: recoveryTexts.temporaryTitle, text: recoveryTexts.temporaryText(email) }),
    onSuccess: ({ email }) => onTemporarySent(email),
    failureText: recoveryTexts.failedTemporary,
  })
  const { form, pending, submit } = temporary ? temporaryPassword : resetCode
  const intro = temporary ? recoveryTexts.emailForTemporary : recoveryTexts.emailForCode
  return (
    <StepLayout title={recoveryTexts.emailTitle} intro={intro} onBack={onBack}>
      <Form label={recoveryTexts.emailTitle} onSubmit={submit} errorCount={form.errorCount}>
        <TextInput
          label={recoveryTexts.email}
          hint={maskedEmail === null ? undefined : recoveryTexts.emailHint(maskedEmail)}
          type="email"
          autoComplete="email"
          {...limitsOf(endpoints.sendResetCode.body, 'email')}
          {...bindField(form, 'email')}
        />
        <FormAlert text={form.formError} />
        <Button type="submit" pending={pending} pendingText={recoveryTexts.pending}>
          {temporary ? recoveryTexts.sendTemporary : recoveryTexts.sendCode}
        </Button>
      </Form>
    </StepLayout>
  )
}

const emptyReset = { code: '', newPassword: '', confirmation: '', removePasskeys: false }

interface NewPasswordStepProps {
  readonly type: UserType
  readonly email: string
  readonly onBack: () => void
}

/** New password with the code from the e-mail. @rule R-29 @rule Q-03 */
function NewPasswordStep({ type, email, onBack }: NewPasswordStepProps) {
  const navigate = useNavigate()
  const { form, pending, submit } = useFormMutation('resetPassword', {
    initialValues: emptyReset,
    schema: resetPasswordSchema,
    toInput: ({ code, newPassword, removePasskeys }) => ({
      body: { email, userType: type, code, newPassword, removePasskeys },
    }),
    successToast: { title: recoveryTexts.savedTitle, text: recoveryTexts.savedText },
    onSuccess: () => void navigate(`/login?type=${type}`),
    failureText: recoveryTexts.failedReset,
    translate: translateMessage,
  })
  return (
    <StepLayout title={recoveryTexts.passwordTitle} intro={recoveryTexts.passwordIntro(email)} onBack={onBack}>
      <Form label={recoveryTexts.passwordTitle} onSubmit={submit} errorCount={form.errorCount}>
        <CodeInput
          label={recoveryTexts.code}
          placeholder={recoveryTexts.codePlaceholder}
          {...limitsOf(endpoints.resetPassword.body, 'code')}
          {...bindField(form, 'code')}
        />
        <NewPasswordFields form={form} pending={pending}>
          <Checkbox
            label={recoveryTexts.removePasskeys}
            checked={form.values.removePasskeys}
            onChange={({ target }) => form.set('removePasskeys', target.checked)}
          />
        </NewPasswordFields>
      </Form>
    </StepLayout>
  )
}

/** @rule C-17 3 seconds */
const redirectDelayMs = 3_000

interface TemporaryPasswordSentProps {
  readonly type: UserType
  /** Masked. */
  readonly email: string
}

/** Notice that a temporary password was sent. @rule R-28 @rule Q-04 never shows the password */
function TemporaryPasswordSent({ type, email }: TemporaryPasswordSentProps) {
  const navigate = useNavigate()
  const login = `/login?type=${type}`
  useEffect(() => {
    const timer = setTimeout(() => void navigate(login), redirectDelayMs)
    return () => clearTimeout(timer)
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

/** Layout of the later steps: focuses the title and offers a way back. */
function StepLayout({ title, intro, onBack, children }: StepLayoutProps) {
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
