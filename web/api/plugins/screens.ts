import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The built screens. What carries a hash in its name never changes; the rest is asked for again each time. */
export const serveScreens = async (app: FastifyInstance, root: string): Promise<void> => {
  await app.register(files, {
    root,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = /[\\/]assets[\\/]/.test(path)
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
