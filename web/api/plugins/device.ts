import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieName = 'garbo_device'
/** Browsers keep nothing longer. */
const maxAge = 400 * 86_400

/** The name a browser was given when it made a passkey: it opens nothing, it only tells one device from another. */
export const deviceOf = ({ cookies }: FastifyRequest): string | null => {
  const name = cookies[cookieName]
  return name !== undefined && /^[\w-]{43}$/.test(name) ? name : null
}

export const nameDevice = (request: FastifyRequest, reply: FastifyReply, options: CookieSerializeOptions): string => {
  const name = deviceOf(request) ?? randomBytes(32).toString('base64url')
  void reply.setCookie(cookieName, name, { ...options, maxAge })
  return name
}
