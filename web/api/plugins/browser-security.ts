import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemError, problems } from '../problems.ts'
import type { ServerSettings } from '../server-context.ts'

type HeaderSettings = Pick<ServerSettings, 'secureCookies' | 'googleMaps' | 'facebookSdk'>

/** @rule A-30 the only page that our own pages may frame */
const mayBeFramed = (url: string | undefined) => url !== undefined && /^\/address-frame\/?(?:\?|$)/.test(url)

const deny = (feature: string) => `${feature}=()`
/** Camera and passkeys are allowed. Lists only features browsers know; they warn about others on every page. */
const permissionsPolicy = [
  'camera=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  ...['accelerometer', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'].map(deny),
  ...['microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'browsing-topics'].map(deny),
].join(', ')

const noContentPolicy = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Headers for responses sent before any hook runs, as for malformed requests. */
export const fallbackHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': noContentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** Of the headers below, those that only concern documents: leaving them out saves assets 900 bytes each. */
const documentHeaders = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'x-request-id',
]

/** Headers of a built script, style, font or image, which is never shown as a document. */
export const useAssetHeaders = (reply: FastifyReply): void => {
  for (const name of documentHeaders) void reply.removeHeader(name)
  void reply.header('content-security-policy', noContentPolicy)
}

/** Security headers of every response. */
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
        // photos may be hosted elsewhere (https only)
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: [({ url }) => (mayBeFramed(url) ? "'self'" : "'none'")],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Facebook's popup must be able to reach its opener
    crossOriginOpenerPolicy: { policy: facebookSdk === null ? 'same-origin' : 'same-origin-allow-popups' },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // Google restricts keys by origin, which its script reads from the referrer
    referrerPolicy: { policy: googleMaps === null ? 'no-referrer' : 'strict-origin' },
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ 'x-request-id': request.id, 'permissions-policy': permissionsPolicy })
    if (mayBeFramed(request.url)) void reply.header('x-frame-options', 'SAMEORIGIN')
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
  })
}

/** No third party unless Google Maps or Facebook sign-in is configured. */
const thirdPartySources = ({ googleMaps, facebookSdk }: HeaderSettings) => {
  const google = googleMaps === null ? [] : [googleMaps, 'https://*.googleapis.com']
  const sdk = facebookSdk === null ? [] : [new URL(facebookSdk.sdk).origin]
  const facebook = facebookSdk === null ? [] : [...new Set([...sdk, ...facebookSdk.connectsTo])]
  return { scripts: [...google, ...sdk], connect: [...google, ...facebook], frames: facebook }
}

/**
 * Rejects writes from other origins. Browsers always send their origin; other clients carry no cookies of a user.
 * Without a configured address, it also rejects requests for any host but this machine's: a foreign page whose name
 * resolves to it could otherwise read responses (DNS rebinding).
 * @rule Q-21 same origin
 */
export const registerOriginCheck = (app: FastifyInstance, origin: string | null): void => {
  const expected = origin === null ? null : new URL(origin).origin
  app.addHook('onRequest', async (request) => {
    if (expected === null && !isLoopback(request.hostname)) throw problemError(problems.foreignHost())
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (isCrossOrigin(request, expected)) throw problemError(problems.foreignOrigin())
  })
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  hostname.endsWith('.localhost') ||
  /^127(\.\d{1,3}){3}$/.test(hostname)

const isCrossOrigin = ({ headers, host }: FastifyRequest, expected: string | null): boolean => {
  const { origin } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site'
  if (expected !== null) return origin !== expected
  return !URL.canParse(origin) || new URL(origin).host !== host
}
