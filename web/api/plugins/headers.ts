import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** What every answer says to the browser beside its content. */
export const setHeaders = async (app: FastifyInstance, secure: boolean): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // photos may lie elsewhere (https only); the screens' libraries write style elements
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
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
    // photos are taken in our own pages; nothing here listens
    void reply.header('permissions-policy', 'camera=(self), microphone=()')
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
  })
}
