import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { User } from '../../../contract/user.ts'
import { Card } from '../../components/Card.tsx'
import { Screen } from '../../components/Screen.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { showToast } from '../../components/toast.ts'
import { useSession } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { EnrolStep } from './biometrics/EnrolStep.tsx'
import { ClientLoginForm } from './ClientLoginForm.tsx'
import { ClientRegisterForm } from './ClientRegisterForm.tsx'
import { SocialLinks } from './social/SocialLinks.tsx'
import { VerifyStep, type Verifying } from './VerifyStep.tsx'

const { clientAuth: words } = texts.access
const { enrol } = texts.biometrics

/** The clients' own door: log in, register, verify the e-mail (S-03, S-04). */
export function ClientAuthScreen() {
  const [asked, setAsked] = useSearchParams()
  const { data: user } = useSession()
  const [verifying, setVerifying] = useState<Verifying | null>(null)
  const [typed, setTyped] = useState(false)
  const [enrolling, setEnrolling] = useState(false)
  const registering = asked.get('mode') === 'register'
  const step = verifying ?? (typed ? null : unverified(user))

  if (enrolling && user) return <EnrolStep />
  if (step !== null)
    return (
      <VerifyStep
        of={step}
        onBack={() => {
          setVerifying(null)
          setTyped(true)
        }}
        onVerified={() => setEnrolling(true)}
      />
    )
  return (
    <Screen
      title={registering ? words.titleRegister : words.titleLogin}
      intro={registering ? words.copyRegister : words.copyLogin}
      action={<Back />}
      narrow
    >
      <Card>
        <SocialLinks registering={registering} />
        {registering ? (
          <ClientRegisterForm onRegistered={setVerifying} />
        ) : (
          <ClientLoginForm
            onUnverified={setVerifying}
            onOffer={() => {
              showToast({ title: enrol.offerTitle, text: enrol.offerText })
              setEnrolling(true)
            }}
          />
        )}
      </Card>
      {!registering && (
        <p>
          <TextLink to="/recover-password">{texts.recovery.forgot}</TextLink>
        </p>
      )}
      <p>
        <button
          type="button"
          onClick={() => setAsked(registering ? {} : { mode: 'register' }, { replace: true })}
          className="min-h-11 font-medium text-brand underline underline-offset-4 hover:text-brand-strong"
        >
          {registering ? words.haveAccount : words.noAccount}
        </button>
      </p>
    </Screen>
  )
}

/** A client who is signed in but never typed the code is asked for it again. */
const unverified = (user: User | null | undefined): Verifying | null =>
  user?.clientId === undefined || user.clientId === null || user.emailVerified
    ? null
    : { clientId: user.clientId, email: user.email }

function Back() {
  return (
    <span className="order-first flex w-full items-center gap-1.5">
      <ArrowLeft aria-hidden="true" className="size-4 text-brand" />
      <TextLink to="/">{words.back}</TextLink>
    </span>
  )
}
