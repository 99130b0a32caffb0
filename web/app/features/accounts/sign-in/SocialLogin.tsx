import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { SocialProvider } from '../../../../contract/accounts/sign-in.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormAlert } from '../../../components/form.tsx'
import { TextLink } from '../../../components/links.tsx'
import { buttonStyle } from '../../../components/styles.ts'
import { androidAppQuery } from '../queries.ts'
import { useFacebookLogin } from './facebook-login.ts'
import { socialTexts } from './texts.ts'

interface SocialLoginButtonsProps {
  /** @rule Q-19 businesses sign in with a password only */
  readonly disabled: boolean
  readonly startedInApp: boolean
}

/** Google with a redirect; Facebook with its script, falling back to a redirect. @rule R-14 */
export function SocialLoginButtons({ disabled, startedInApp }: SocialLoginButtonsProps) {
  const hint = useId()
  const facebook = useFacebookLogin()
  const client = useQueryClient()
  const described = disabled ? hint : undefined
  const startGoogle = async () => {
    const app = startedInApp ? null : await client.fetchQuery(androidAppQuery).catch(() => null)
    const insideApp = startedInApp || (app !== null && navigator.userAgent.includes(app.marker))
    location.assign(`/auth/login-google/start${insideApp ? '?source=app' : ''}`)
  }
  return (
    <>
      <OrDivider />
      <div className="grid gap-3">
        <Button
          variant="secondary"
          disabled={disabled || facebook.pending}
          aria-describedby={described}
          onClick={() => void startGoogle()}
        >
          <ProviderIcon provider="google" />
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
          <ProviderIcon provider="facebook" />
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

/** Links that redirect to a provider; the login page reports unconfigured providers. @rule R-08 R-09 */
export function SocialLoginLinks({ registering }: { readonly registering: boolean }) {
  return (
    <>
      <div className="grid gap-3">
        <a href="/api/auth/google" className={buttonStyle('secondary')}>
          <ProviderIcon provider="google" />
          {registering ? socialTexts.registerGoogle : socialTexts.google}
        </a>
        <a href="/api/auth/facebook" className={buttonStyle('secondary')}>
          <ProviderIcon provider="facebook" />
          {registering ? socialTexts.registerFacebook : socialTexts.facebook}
        </a>
        <SocialPrivacyNote />
      </div>
      <OrDivider />
    </>
  )
}

function SocialPrivacyNote() {
  return (
    <p className="text-sm text-muted">
      {socialTexts.privacy} <TextLink to="/privacy-policy">{socialTexts.privacyPolicy}</TextLink>.
    </p>
  )
}

/** Decorative initial of a provider. */
function ProviderIcon({ provider }: { readonly provider: SocialProvider }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-full bg-sunken text-xs font-bold text-brand-strong"
    >
      {provider === 'google' ? 'G' : 'f'}
    </span>
  )
}

function OrDivider() {
  return (
    <p className="my-4 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {socialTexts.or}
    </p>
  )
}
