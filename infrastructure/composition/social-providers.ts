import type { SocialProviders } from '../../application/ports/social.ts'
import { facebook } from '../social/facebook.ts'
import { google } from '../social/google.ts'
import type { ApiSettings } from '../../web/api/deps.ts'
import type { Config } from './config.ts'
import type { Site } from './site.ts'

/** Those whose keys are set. */
export const socialProvidersOf = (config: Config, site: Pick<Site, 'origin'>): SocialProviders => {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, FACEBOOK_APP_ID, FACEBOOK_APP_SECRET } = config
  const callback = (provider: string) => () => `${site.origin()}/api/auth/${provider}/callback`
  return {
    google:
      GOOGLE_CLIENT_ID === undefined || GOOGLE_CLIENT_SECRET === undefined
        ? null
        : google({
            issuer: config.GOOGLE_ISSUER,
            clientId: GOOGLE_CLIENT_ID,
            clientSecret: GOOGLE_CLIENT_SECRET,
            callback: callback('google'),
          }),
    facebook:
      FACEBOOK_APP_ID === undefined || FACEBOOK_APP_SECRET === undefined
        ? null
        : facebook({
            dialog: config.FACEBOOK_DIALOG_URL,
            graph: config.FACEBOOK_GRAPH_URL,
            appId: FACEBOOK_APP_ID,
            appSecret: FACEBOOK_APP_SECRET,
            callback: callback('facebook'),
          }),
  }
}

/** What the login page must know and may load. */
export const facebookSdkOf = (config: Config): ApiSettings['facebookSdk'] => {
  const { FACEBOOK_APP_ID: appId, FACEBOOK_SDK_URL: sdk, FACEBOOK_GRAPH_URL, FACEBOOK_DIALOG_URL } = config
  if (appId === undefined) return null
  const version = /\/(v\d+\.\d+)$/.exec(FACEBOOK_GRAPH_URL)?.[1] ?? 'v24.0'
  return { appId, sdk, version, speaksTo: [FACEBOOK_GRAPH_URL, FACEBOOK_DIALOG_URL].map((url) => new URL(url).origin) }
}
