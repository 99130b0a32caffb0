import type { FastifyInstance } from 'fastify'

/** where a sign-in begins at somebody else's. */
const starts = {
  '/api/auth/google': 'google',
  '/api/auth/facebook': 'facebook',
  '/auth/login-google/start': 'google',
} as const

/** no provider is set up, and the login page says so; nothing is faked. */
export const refuseSocialSignIn = (app: FastifyInstance): void => {
  for (const [path, provider] of Object.entries(starts))
    app.get(path, { schema: { hide: true } }, (_, reply) =>
      reply.redirect(`/login?type=client&unavailable=${provider}`),
    )
}
