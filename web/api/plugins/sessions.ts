import { createHmac, timingSafeEqual } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.ts'
import { stranger, type Visitor } from '../visitor.ts'
import { thrown } from '../problem.ts'
import { refusalOf } from '../refusals.ts'
import { nameDevice } from './device.ts'
import { deviceSaid } from './user-agent.ts'

/** Browsers take the prefixed one over https only, for this host and no other. */
const cookieNames = { secure: '__Host-garbo_session', plain: 'garbo_session' } as const

type Deps = Pick<ApiDeps, 'sessions' | 'actorOf' | 'clock' | 'secret' | 'settings'>

export interface Doorkeeper {
  readonly recognise: (request: FastifyRequest) => Promise<Visitor>
  /** With the password that was proven, where one was: if it has been replaced meanwhile, the sign-in is refused. Strong: see `Session`. */
  readonly signIn: (
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: string,
    credential?: string,
    strong?: boolean,
  ) => Promise<void>
  readonly signOut: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The name this browser goes by from now on, also in a cookie. */
  readonly nameDevice: (request: FastifyRequest, reply: FastifyReply) => string
  readonly csrfTokenOf: (visitor: Visitor) => string | null
  readonly csrfHolds: (request: FastifyRequest) => boolean
}

/**
 * Sessions by cookie, Secure wherever the address is https (Q-26, points settled 23). Not @fastify/session: it would keep
 * the cookie's own value in the database, write on every answer and know neither absolute limits nor all sessions of an
 * account.
 */
export const sessionDoor = async (app: FastifyInstance, deps: Deps): Promise<Doorkeeper> => {
  const { sessions, actorOf, clock, secret, settings } = deps
  await app.register(cookie)
  app.decorateRequest('visitor')
  app.addHook('onRequest', async (request) => {
    request.visitor = stranger
  })
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: settings.secureCookies } as const
  const cookieName = settings.secureCookies ? cookieNames.secure : cookieNames.plain
  const tokenIn = ({ cookies }: FastifyRequest): string | null => {
    const token = cookies[cookieName]
    return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null
  }
  const csrfTokenOf = ({ session }: Visitor) =>
    session === null ? null : createHmac('sha256', secret).update(`csrf ${session.id}`).digest('base64url')

  return {
    recognise: async (request) => {
      const token = tokenIn(request)
      const session = token === null ? null : await sessions.find(token, clock())
      const person = session === null ? null : await actorOf(session.accountId)
      if (session === null || person === null) return stranger
      const due = settings.staffSecondFactor && person.roles.length > 0 && session.strong !== true
      return { token, session, person: due ? { ...person, roles: [], secondFactorDue: true } : person }
    },
    signIn: async (request, reply, accountId, credential, strong = false) => {
      const before = tokenIn(request)
      const device = deviceSaid(request.headers['user-agent'])
      const token = await sessions.begin({ accountId, device, credential, strong }, clock())
      if (token === null) throw thrown(refusalOf({ type: 'BadCredentials' }))
      if (before !== null) await sessions.end(before)
      void reply.setCookie(cookieName, token, { ...options, maxAge: settings.sessionDays * 86_400 })
    },
    signOut: async (request, reply) => {
      const token = tokenIn(request)
      if (token !== null) await sessions.end(token)
      void reply.clearCookie(cookieName, options)
    },
    nameDevice: (request, reply) => nameDevice(request, reply, options),
    csrfTokenOf,
    csrfHolds: (request) => {
      const [wanted, given] = [csrfTokenOf(request.visitor), request.headers['x-csrf-token']]
      if (wanted === null || typeof given !== 'string' || given.length !== wanted.length) return false
      return timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
    },
  }
}
