import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { socialSignInErrors } from '../../../../contract/accounts/sign-in.ts'
import { errorMessage } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../../toasts.ts'
import { useEnterSession } from '../../../shared/session.ts'
import { socialProvidersQuery } from '../queries.ts'
import { socialTexts } from './texts.ts'

const cancelledMessage = socialSignInErrors.SocialCancelled('facebook')
const failedMessage = socialSignInErrors.SocialRefused('facebook')
/** Time to read the message. */
const redirectDelayMs = 3_000
const redirectToFacebook = () => location.assign('/api/auth/facebook')

/** Sign-in with Facebook's script. @rule S-06 Q-28 falls back to Facebook's page on failure, not on cancellation */
export const useFacebookLogin = () => {
  const client = useQueryClient()
  const enter = useEnterSession()
  const [busy, setBusy] = useState(false)
  const [loginError, setLoginError] = useState<string>()
  const send = useApiMutation('loginWithFacebookToken', {
    onSuccess: ({ user }) => void enter('/dashboard', user),
    onError: (error) => {
      const message = errorMessage(error, failedMessage)
      setLoginError(message)
      showErrorToast(message)
      setTimeout(redirectToFacebook, redirectDelayMs)
    },
  })
  return {
    pending: busy || send.isPending,
    errorMessage: loginError,
    login: async () => {
      setLoginError(undefined)
      setBusy(true)
      const loginMethods = await client.fetchQuery(socialProvidersQuery).catch(() => null)
      const script = loginMethods?.facebook ? await loadFacebookSdk(loginMethods.facebook) : null
      if (script === null) return redirectToFacebook()
      const { authResponse } = await requestFacebookLogin(script)
      setBusy(false)
      if (authResponse === null) {
        setLoginError(cancelledMessage)
        return showToast({ tone: 'bad', title: socialTexts.cancelledTitle })
      }
      const { accessToken, userID, signedRequest } = authResponse
      send.mutate({ body: { accessToken, userID, ...(signedRequest === undefined ? {} : { signedRequest }) } })
    },
  }
}

/** Result of Facebook's script; without `authResponse` if cancelled. */
export interface FacebookLoginResponse {
  readonly authResponse: {
    readonly accessToken: string
    readonly userID: string
    readonly signedRequest?: string
  } | null
}

interface FacebookSdk {
  readonly init: (options: Readonly<Record<string, unknown>>) => void
  readonly login: (done: (outcome: FacebookLoginResponse) => void, options: { readonly scope: string }) => void
}

interface FacebookSettings {
  readonly appId: string
  readonly sdk: string
  readonly version: string
}

/** Loads Facebook's script on demand, for privacy; null if it cannot be loaded. */
const loadFacebookSdk = async ({ appId, sdk, version }: FacebookSettings): Promise<FacebookSdk | null> => {
  if (facebookSdkOf(window) === null) await loadScript(sdk)
  const script = facebookSdkOf(window)
  script?.init({ appId, version, cookie: false, xfbml: false })
  return script
}

const requestFacebookLogin = (script: FacebookSdk) =>
  new Promise<FacebookLoginResponse>((resolve) => {
    script.login(resolve, { scope: 'public_profile,email' })
  })

const facebookSdkOf = (page: object): FacebookSdk | null => ('FB' in page ? (page.FB as FacebookSdk) : null)

const scriptTimeoutMs = 8_000

const loadScript = (src: string) =>
  new Promise<void>((resolve) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    const end = () => resolve()
    setTimeout(end, scriptTimeoutMs)
    script.addEventListener('load', end)
    script.addEventListener('error', end)
    document.head.append(script)
  })
