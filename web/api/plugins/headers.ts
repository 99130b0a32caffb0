import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { ApiSettings } from '../deps.ts'

type Settings = Pick<ApiSettings, 'secureCookies' | 'googleMaps' | 'facebookSdk'>

/** The one page our own pages may show in a frame. */
const isFramed = (url: string | undefined) => url !== undefined && /^\/address-frame\/?(?:\?|$)/.test(url)

const none = (feature: string) => `${feature}=()`
/**
 * What our pages may ask a browser for: a camera for pictures, and passkeys. Only features browsers know by now: of any
 * other they complain on each page.
 */
const permissions = [
  'camera=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  ...['accelerometer', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'].map(none),
  ...['microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'browsing-topics'].map(none),
].join(', ')

/** The same for what no hook of ours ever sees: a request refused for how it is written. */
export const bareHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** What every answer says to the browser beside its content. */
export const setHeaders = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  const { secureCookies: secure, googleMaps, facebookSdk } = settings
  const strangers = scriptsOfOthers(settings)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...strangers.scripts],
        scriptSrcAttr: ["'none'"],
        connectSrc: ["'self'", ...strangers.speakTo],
        frameSrc: ["'self'", ...strangers.frames],
        // photos may lie elsewhere (https only)
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: [({ url }) => (isFramed(url) ? "'self'" : "'none'")],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Facebook's own window must be able to answer the page that opened it
    crossOriginOpenerPolicy: { policy: facebookSdk === null ? 'same-origin' : 'same-origin-allow-popups' },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // a key of Google's is bound to our origin, which its script must be able to tell
    referrerPolicy: { policy: googleMaps === null ? 'no-referrer' : 'strict-origin' },
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ 'x-request-id': request.id, 'permissions-policy': permissions })
    if (isFramed(request.url)) void reply.header('x-frame-options', 'SAMEORIGIN')
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
  })
}

/** Nobody's, unless the operator has given us the key of Google's maps or of Facebook's sign-in. */
const scriptsOfOthers = ({ googleMaps, facebookSdk }: Settings) => {
  const google = googleMaps === null ? [] : [googleMaps, 'https://*.googleapis.com']
  const sdk = facebookSdk === null ? [] : [new URL(facebookSdk.sdk).origin]
  const facebook = facebookSdk === null ? [] : [...new Set([...sdk, ...facebookSdk.speaksTo])]
  return { scripts: [...google, ...sdk], speakTo: [...google, ...facebook], frames: facebook }
}
