import { useEffect, useRef } from 'react'
import { Button } from '../../../components/Button.tsx'
import { showToast } from '../../../components/toast.ts'
import type { UserType } from '../../../../contract/biometrics.ts'
import { useEnter } from '../../../shared/session.ts'
import { texts } from '../../../texts.ts'
import { BiometricPanel } from './BiometricPanel.tsx'
import { enterByPasskey } from './ceremony.ts'

const { login: words } = texts.biometrics

interface BiometricLoginProps {
  readonly type: UserType
  readonly onBack: () => void
}

/** In the place of the form; it leads to the dashboard, whoever comes. */
export function BiometricLogin({ type, onBack }: BiometricLoginProps) {
  const enter = useEnter()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={place} className="grid gap-4">
      <BiometricPanel
        mode="authenticate"
        ceremony={() => enterByPasskey(type)}
        onDone={(user) => void enter('/dashboard', user)}
        onFailed={(text) => showToast({ tone: 'bad', title: words.errorTitle, text })}
      />
      <div>
        <Button look="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </div>
  )
}
