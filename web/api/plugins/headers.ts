import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { ApiSettings } from '../deps.ts'

/** The one page our own pages may show in a frame. */
const isFramed = (url: string | undefined) => url !== undefined && /^\/address-frame\/?(?:\?|$)/.test(url)

/** What every answer says to the browser beside its content. */
export const setHeaders = async (
  app: FastifyInstance,
  { secureCookies: secure, googleMaps }: Pick<ApiSettings, 'secureCookies' | 'googleMaps'>,
): Promise<void> => {
  const google = googleMaps === null ? null : ["'self'", googleMaps, 'https://*.googleapis.com']
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        ...(google === null ? {} : { scriptSrc: google, connectSrc: google }),
        // photos may lie elsewhere (https only); the screens' libraries write style elements
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: [({ url }) => (isFramed(url) ? "'self'" : "'none'")],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: secure ? { maxAge: 31_536_000 } : false,
    // a key of Google's is bound to our origin, which its script must be able to tell
    referrerPolicy: { policy: google === null ? 'no-referrer' : 'strict-origin' },
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (isFramed(request.url)) void reply.header('x-frame-options', 'SAMEORIGIN')
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
  })
}
