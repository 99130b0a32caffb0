import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { ApiSettings } from '../deps.ts'

type Settings = Pick<ApiSettings, 'secureCookies' | 'facebookSdk'>

/** What every answer says to the browser beside its content. */
export const setHeaders = async (app: FastifyInstance, { secureCookies: secure, facebookSdk }: Settings) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // photos may lie elsewhere (https only); the screens' libraries write style elements
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        ...(facebookSdk === null ? {} : facebookMay(facebookSdk)),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Facebook's own window must be able to answer the page that opened it
    crossOriginOpenerPolicy: { policy: facebookSdk === null ? 'same-origin' : 'same-origin-allow-popups' },
    hsts: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
  })
}

const facebookMay = ({ sdk, speaksTo }: NonNullable<Settings['facebookSdk']>) => {
  const places = [...new Set([new URL(sdk).origin, ...speaksTo])]
  return { scriptSrc: ["'self'", new URL(sdk).origin], connectSrc: ["'self'", ...places], frameSrc: places }
}
