import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problemError, problems } from '../problems.ts'
import type { ServerSettings } from '../server-context.ts'

type HeaderSettings = Pick<ServerSettings, 'secureCookies' | 'googleMaps' | 'facebookSdk'>

/** The one page our own pages may show in a frame. */
const mayBeFramed = (url: string | undefined) => url !== undefined && /^\/address-frame\/?(?:\?|$)/.test(url)

const forbidden = (feature: string) => `${feature}=()`
/**
 * What our pages may ask a browser for: a camera for pictures, and passkeys. Only features browsers know by now: of any
 * other they complain on each page.
 */
const permissionsPolicy = [
  'camera=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  ...['accelerometer', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'].map(forbidden),
  ...['microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'browsing-topics'].map(forbidden),
].join(', ')

/** The same for what no hook of ours ever sees: a request refused for how it is written. */
export const fallbackHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** What every answer says to the browser beside its content. */
export const registerSecurityHeaders = async (app: FastifyInstance, settings: HeaderSettings): Promise<void> => {
  const { secureCookies: secure, googleMaps, facebookSdk } = settings
  const thirdParty = thirdPartySources(settings)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...thirdParty.scripts],
        scriptSrcAttr: ["'none'"],
        connectSrc: ["'self'", ...thirdParty.connect],
        frameSrc: ["'self'", ...thirdParty.frames],
        // photos may lie elsewhere (https only)
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: [({ url }) => (mayBeFramed(url) ? "'self'" : "'none'")],
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
    void reply.headers({ 'x-request-id': request.id, 'permissions-policy': permissionsPolicy })
    if (mayBeFramed(request.url)) void reply.header('x-frame-options', 'SAMEORIGIN')
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
  })
}

/** Nobody's, unless the operator has given us the key of Google's maps or of Facebook's sign-in. */
const thirdPartySources = ({ googleMaps, facebookSdk }: HeaderSettings) => {
  const google = googleMaps === null ? [] : [googleMaps, 'https://*.googleapis.com']
  const sdk = facebookSdk === null ? [] : [new URL(facebookSdk.sdk).origin]
  const facebook = facebookSdk === null ? [] : [...new Set([...sdk, ...facebookSdk.speaksTo])]
  return { scripts: [...google, ...sdk], connect: [...google, ...facebook], frames: facebook }
}

/**
 * Changing calls come from our own pages. A browser always says where from; what is no browser has no cookies of
 * somebody else's to misuse.
 */
export const registerOriginCheck = (app: FastifyInstance, origin: string | null): void => {
  const expected = origin === null ? null : new URL(origin).origin
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (isCrossOrigin(request, expected)) throw problemError(problems.foreignOrigin())
  })
}

const isCrossOrigin = ({ headers, host }: FastifyRequest, expected: string | null): boolean => {
  const { origin } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site'
  if (expected !== null) return origin !== expected
  return !URL.canParse(origin) || new URL(origin).host !== host
}
