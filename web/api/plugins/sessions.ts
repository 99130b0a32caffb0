import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { problemOfRejection } from '../errors.ts'
import { problemError } from '../problems.ts'
import { anonymous, type RequestIdentity } from '../request.ts'
import type { ServerContext } from '../server-context.ts'

const deviceCookieName = 'garbo_device'
/** Browsers limit cookies to 400 days. */
const deviceCookieMaxAge = 400 * 86_400

/** Random device id set at sign-in; distinguishes browsers and grants nothing. */
export const deviceIdOf = ({ cookies }: FastifyRequest): string | null => {
  const name = cookies[deviceCookieName]
  return name !== undefined && /^[\w-]{43}$/.test(name) ? name : null
}

const assignDeviceId = (request: FastifyRequest, reply: FastifyReply, options: CookieSerializeOptions): string => {
  const name = deviceIdOf(request) ?? randomBytes(32).toString('base64url')
  void reply.setCookie(deviceCookieName, name, { ...options, maxAge: deviceCookieMaxAge })
  return name
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** `Firefox su Windows`: the only part of the user agent that is kept; null if unknown. */
export const describeDevice = (userAgent: string | undefined): string | null => {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser === undefined && system === undefined) return null
  return system === undefined ? (browser ?? null) : `${browser ?? 'Browser'} su ${system}`
}

/** Browsers accept the `__Host-` prefix only over https and for this host alone. */
const sessionCookieNames = { secure: '__Host-garbo_session', plain: 'garbo_session' } as const

/**
 * Tells the pages that there may be a session, so that visitors do not ask for it in vain. Readable by scripts; contains no
 * secret and grants nothing.
 */
const markerCookieName = 'garbo_signed_in'

/** Whether the browser has the marker of a session, which may have ended. */
export const mayHaveSession = ({ cookies }: FastifyRequest): boolean => cookies[markerCookieName] !== undefined

type SessionServices = Pick<
  ServerContext,
  'sessions' | 'findPerson' | 'clock' | 'secret' | 'settings' | 'recordDevice' | 'newId'
>

export interface SessionManager {
  readonly identify: (request: FastifyRequest) => Promise<RequestIdentity>
  /**
   * With the verified password of a password login: if it has been replaced since, the login is rejected. See `Session`
   * for `secondFactorConfirmed`.
   */
  readonly startSession: (
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: string,
    credential?: string,
    secondFactorConfirmed?: boolean,
    deviceToken?: string,
  ) => Promise<void>
  readonly endSession: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The browser's device id, created if missing and stored in a cookie. */
  readonly assignDeviceId: (request: FastifyRequest, reply: FastifyReply) => string
  readonly csrfTokenOf: (identity: RequestIdentity) => string | null
  readonly hasValidCsrfToken: (request: FastifyRequest) => boolean
}

/**
 * Cookie sessions, Secure on https. Not @fastify/session: it stores the cookie's value in the
 * database, writes on every response and supports neither absolute lifetimes nor listing an account's sessions.
 * @rule Q-26 sessions
 * @rule D-23
 */
export const registerSessions = async (app: FastifyInstance, context: SessionServices): Promise<SessionManager> => {
  const { sessions, findPerson, clock, secret, settings, recordDevice, newId } = context
  await app.register(cookie)
  app.decorateRequest('identity')
  app.addHook('onRequest', async (request) => {
    request.identity = anonymous
  })
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: settings.secureCookies } as const
  const marker = { ...options, httpOnly: false }
  const cookieName = settings.secureCookies ? sessionCookieNames.secure : sessionCookieNames.plain
  const tokenIn = ({ cookies }: FastifyRequest): string | null => {
    const token = cookies[cookieName]
    return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null
  }
  const csrfTokenOf = ({ session }: RequestIdentity) =>
    session === null ? null : createHmac('sha256', secret).update(`csrf ${session.id}`).digest('base64url')

  return {
    identify: async (request) => {
      const token = tokenIn(request)
      const session = token === null ? null : await sessions.find(token, clock())
      const person = session === null ? null : await findPerson(session.accountId)
      if (session === null || person === null) return anonymous
      const needsSecondFactor =
        settings.staffSecondFactor && person.roles.length > 0 && session.secondFactorConfirmed !== true
      const identified = needsSecondFactor ? ({ ...person, roles: [], secondFactorDue: true } as const) : person
      return { token, session, person: identified, signedIn: null }
    },
    startSession: async (request, reply, accountId, credential, secondFactorConfirmed = false, deviceToken) => {
      const previousToken = tokenIn(request)
      const device = describeDevice(request.headers['user-agent'])
      const token = await sessions.begin({ accountId, device, credential, secondFactorConfirmed, deviceToken }, clock())
      if (token === null) throw problemError(problemOfRejection({ type: 'BadCredentials' }))
      request.identity = { ...request.identity, signedIn: accountId }
      if (previousToken !== null) await sessions.end(previousToken)
      const maxAge = settings.sessionDays * 86_400
      void reply.setCookie(cookieName, token, { ...options, maxAge })
      void reply.setCookie(markerCookieName, '1', { ...marker, maxAge })
      await recordDevice({ accountId, deviceId: assignDeviceId(request, reply, options), device }, newId())
    },
    endSession: async (request, reply) => {
      const token = tokenIn(request)
      if (token !== null) await sessions.end(token)
      void reply.clearCookie(cookieName, options)
      void reply.clearCookie(markerCookieName, marker)
    },
    assignDeviceId: (request, reply) => assignDeviceId(request, reply, options),
    csrfTokenOf,
    hasValidCsrfToken: (request) => {
      const [expected, actual] = [csrfTokenOf(request.identity), request.headers['x-csrf-token']]
      if (expected === null || typeof actual !== 'string' || actual.length !== expected.length) return false
      return timingSafeEqual(Buffer.from(actual), Buffer.from(expected))
    },
  }
}
