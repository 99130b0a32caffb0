import { useEffect, useRef } from 'react'
import type { UserType } from '../../../../contract/accounts/sign-in.ts'
import { Button } from '../../../components/buttons.tsx'
import { showToast } from '../../../toasts.ts'
import { useEnterSession } from '../../../shared/session.ts'
import { PasskeyPanel } from './PasskeyPanel.tsx'
import { signInWithPasskey } from './ceremony.ts'
import { passkeyTexts } from './texts.ts'

interface PasskeyLoginProps {
  readonly type: UserType
  readonly onBack: () => void
}

/** Replaces the login's form. @rule R-13 @rule Q-18 leads to the dashboard of the account */
export function PasskeyLogin({ type, onBack }: PasskeyLoginProps) {
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
