import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieName = 'garbo_social'
/** As long as a sign-in may take. */
const maxAge = 600

/** The browser a sign-in was begun in; only there it can end. Null in any other. */
export const browserOf = ({ cookies }: FastifyRequest): string | null => {
  const name = cookies[cookieName]
  return name !== undefined && /^[\w-]{43}$/.test(name) ? name : null
}

/** Several tabs share one name. */
export const nameBrowser = (request: FastifyRequest, reply: FastifyReply, secure: boolean): string => {
  const name = browserOf(request) ?? randomBytes(32).toString('base64url')
  void reply.setCookie(cookieName, name, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge })
  return name
}
