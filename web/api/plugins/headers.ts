import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** What every answer says to the browser beside its content. */
export const setHeaders = async (app: FastifyInstance, secure: boolean): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // photos may lie elsewhere (https only)
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    void reply.header('permissions-policy', permissionsPolicy)
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
  })
}

/** What pages of ours may ask of a device: passkeys, and the camera for one's own photo. */
const permissionsPolicy = [
  'camera=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  ...['display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'].map((name) => `${name}=()`),
].join(', ')
