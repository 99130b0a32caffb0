import type { CommonQueryMethods } from 'slonik'
import type { SocialProviders } from '../../application/accounts/ports.ts'
import type { PlaceSearch } from '../../application/travel/ports.ts'
import type { ServerSettings } from '../../web/api/server-context.ts'
import { facebook, google } from '../accounts/identity-providers.ts'
import { sharpImageProcessor } from '../accounts/photos.ts'
import type { SharedState } from '../redis/redis.ts'
import type { TownGazetteer } from '../travel/gazetteer.ts'
import { googleSearch, sharedResults } from '../travel/google-place-search.ts'
import { offlineSearch } from '../travel/offline-place-search.ts'
import type { Config } from './config.ts'
import type { Site } from './site.ts'

/** The providers whose keys are set. */
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

/** What the login page needs to load the Facebook SDK; null if sign-in with Facebook is not configured. */
export const facebookSdkOf = (config: Config): ServerSettings['facebookSdk'] => {
  const { FACEBOOK_APP_ID: appId, FACEBOOK_SDK_URL: sdk, FACEBOOK_GRAPH_URL, FACEBOOK_DIALOG_URL } = config
  if (appId === undefined) return null
  const version = /\/(v\d+\.\d+)$/.exec(FACEBOOK_GRAPH_URL)?.[1] ?? 'v24.0'
  return {
    appId,
    sdk,
    version,
    connectsTo: [FACEBOOK_GRAPH_URL, FACEBOOK_DIALOG_URL].map((url) => new URL(url).origin),
  }
}

/** @rule Q-78 Google Places with a key, otherwise registered businesses and the gazetteer */
export const placeSearchOf = (
  { GOOGLE_PLACES_KEY: key, GOOGLE_PLACES_ORIGIN: origin }: Config,
  db: CommonQueryMethods,
  gazetteer: TownGazetteer,
  shared: SharedState | null,
): PlaceSearch =>
  key === undefined
    ? offlineSearch(db, gazetteer)
    : googleSearch({
        key,
        origin: new URL(origin).origin,
        reencode: sharpImageProcessor().reencode,
        ...(shared && { results: shared.cache(sharedResults) }),
      })
