import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { socialSignInErrors } from '../../../../contract/accounts/social-sign-in.ts'
import { showErrorToast, showToast } from '../../../components/toast.tsx'
import { errorMessage } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { useSignIn } from '../../../shared/session.ts'
import { socialProvidersQuery } from '../queries.ts'
import { socialTexts } from './texts.ts'

const cancelledMessage = socialSignInErrors.SocialCancelled('facebook')
const failedMessage = socialSignInErrors.SocialRefused('facebook')
/** Long enough to read why. */
const redirectDelayMs = 3_000
const redirectToFacebook = () => location.assign('/api/auth/facebook')

/** S-06, Q-28: idle, under way, failed (then on to Facebook's own page), cancelled (then nothing). */
export const useFacebookLogin = () => {
  const { data: ways } = useQuery(socialProvidersQuery)
  const enter = useSignIn()
  const [busy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState<string>()
  const send = useApiMutation('loginByFacebookToken', {
    onSuccess: ({ user }) => void enter('/dashboard', user),
    onError: (error) => {
      const why = errorMessage(error, failedMessage)
      setComplaint(why)
      showErrorToast(why)
      setTimeout(redirectToFacebook, redirectDelayMs)
    },
  })
  return {
    pending: busy || send.isPending,
    errorMessage: complaint,
    login: async () => {
      setComplaint(undefined)
      setBusy(true)
      const script = ways?.facebook ? await loadFacebookSdk(ways.facebook) : null
      if (script === null) return redirectToFacebook()
      const { authResponse } = await requestFacebookLogin(script)
      setBusy(false)
      if (authResponse === null) {
        setComplaint(cancelledMessage)
        return showToast({ tone: 'bad', title: socialTexts.cancelledTitle })
      }
      const { accessToken, userID, signedRequest } = authResponse
      send.mutate({ body: { accessToken, userID, ...(signedRequest === undefined ? {} : { signedRequest }) } })
    },
  }
}

/** What Facebook's script answers; no `authResponse` when the person said no. */
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

/** Facebook's script is loaded only when somebody chooses Facebook: until then Meta learns nothing. Null when it cannot be had. */
export const loadFacebookSdk = async ({ appId, sdk, version }: FacebookSettings): Promise<FacebookSdk | null> => {
  if (facebookSdkOf(window) === null) await loadScript(sdk)
  const script = facebookSdkOf(window)
  script?.init({ appId, version, cookie: false, xfbml: false })
  return script
}

export const requestFacebookLogin = (script: FacebookSdk) =>
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
