import { useId } from 'react'
import { Button } from '../../../components/Button.tsx'
import { FormAlert } from '../../../components/FormAlert.tsx'
import { texts } from '../../../texts.ts'
import { useSurroundings } from '../biometrics/device.ts'
import { useFacebook } from './facebook.ts'
import { Or } from './Or.tsx'
import { PrivacyNote } from './PrivacyNote.tsx'
import { ProviderMark } from './ProviderMark.tsx'

const { social: words } = texts

interface SocialWaysProps {
  /** Businesses come in by password. */
  readonly disabled: boolean
  readonly inApp: boolean
}

/** Google by its own page, Facebook by its script or, failing that, by its page. */
export function SocialWays({ disabled, inApp }: SocialWaysProps) {
  const hint = useId()
  const facebook = useFacebook()
  const insideApp = useSurroundings()?.insideApp === true || inApp
  const described = disabled ? hint : undefined
  const start = `/auth/login-google/start${insideApp ? '?source=app' : ''}`
  return (
    <>
      <Or />
      <div className="grid gap-3">
        <Button
          look="secondary"
          disabled={disabled || facebook.pending}
          aria-describedby={described}
          onClick={() => location.assign(start)}
        >
          <ProviderMark of="google" />
          {words.google}
        </Button>
        <Button
          look="secondary"
          disabled={disabled}
          pending={facebook.pending}
          pendingText={words.pending}
          aria-describedby={described}
          onClick={() => void facebook.login()}
        >
          <ProviderMark of="facebook" />
          {words.facebook}
        </Button>
        {disabled ? (
          <p id={hint} className="text-sm text-muted">
            {words.clientsOnly}
          </p>
        ) : (
          <PrivacyNote />
        )}
        <FormAlert text={disabled ? undefined : facebook.complaint} />
      </div>
    </>
  )
}
