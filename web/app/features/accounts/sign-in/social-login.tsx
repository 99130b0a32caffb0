import { useId } from 'react'
import type { SocialProvider } from '../../../../contract/accounts/social-sign-in.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { buttonStyle } from '../../../components/styles.ts'
import { useAppEnvironment } from '../passkeys/device.ts'
import { useFacebookLogin } from './facebook-login.ts'
import { socialTexts } from './texts.ts'

interface SocialLoginButtonsProps {
  /** Businesses come in by password. */
  readonly disabled: boolean
  readonly startedInApp: boolean
}

/** Google by its own page, Facebook by its script or, failing that, by its page. */
export function SocialLoginButtons({ disabled, startedInApp }: SocialLoginButtonsProps) {
  const hint = useId()
  const facebook = useFacebookLogin()
  const insideApp = useAppEnvironment()?.inAndroidApp === true || startedInApp
  const described = disabled ? hint : undefined
  const start = `/auth/login-google/start${insideApp ? '?source=app' : ''}`
  return (
    <>
      <OrDivider />
      <div className="grid gap-3">
        <Button
          variant="secondary"
          disabled={disabled || facebook.pending}
          aria-describedby={described}
          onClick={() => location.assign(start)}
        >
          <ProviderIcon of="google" />
          {socialTexts.google}
        </Button>
        <Button
          variant="secondary"
          disabled={disabled}
          pending={facebook.pending}
          pendingText={socialTexts.pending}
          aria-describedby={described}
          onClick={() => void facebook.login()}
        >
          <ProviderIcon of="facebook" />
          {socialTexts.facebook}
        </Button>
        {disabled ? (
          <p id={hint} className="text-sm text-muted">
            {socialTexts.clientsOnly}
          </p>
        ) : (
          <SocialPrivacyNote />
        )}
        <FormAlert text={disabled ? undefined : facebook.errorMessage} />
      </div>
    </>
  )
}

/** Away from our pages and back; where nothing is set up the login says so. */
export function SocialLoginLinks({ registering }: { readonly registering: boolean }) {
  return (
    <>
      <div className="grid gap-3">
        <a href="/api/auth/google" className={buttonStyle('secondary')}>
          <ProviderIcon of="google" />
          {registering ? socialTexts.registerGoogle : socialTexts.google}
        </a>
        <a href="/api/auth/facebook" className={buttonStyle('secondary')}>
          <ProviderIcon of="facebook" />
          {registering ? socialTexts.registerFacebook : socialTexts.facebook}
        </a>
        <SocialPrivacyNote />
      </div>
      <OrDivider />
    </>
  )
}

export function SocialPrivacyNote() {
  return (
    <p className="text-sm text-muted">
      {socialTexts.privacy} <TextLink to="/privacy-policy">{socialTexts.privacyPolicy}</TextLink>.
    </p>
  )
}

/** The initial of a provider, for the eye only. */
export function ProviderIcon({ of }: { readonly of: SocialProvider }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-full bg-sunken text-xs font-bold text-brand-strong"
    >
      {of === 'google' ? 'G' : 'f'}
    </span>
  )
}

export function OrDivider() {
  return (
    <p className="my-4 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {socialTexts.or}
    </p>
  )
}
