import type { FastifyRequest, preHandlerAsyncHookHandler, preHandlerHookHandler } from 'fastify'
import type { Person } from '../../application/person.ts'
import { accessRejection, type AccessRule } from '../../application/access.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { Access, Endpoint } from '../contract/endpoint.ts'
import { positionPattern } from '../contract/fields.ts'
import { problemOfRejection } from './errors.ts'
import type { RateLimiter } from './plugins/rate-limits.ts'
import type { SessionManager } from './plugins/sessions.ts'
import { problemError, problems } from './problems.ts'
import type { ServerContext } from './server-context.ts'

/** Sessions and rate limits of requests. */
export interface RequestServices extends SessionManager {
  readonly rateLimit: RateLimiter
}

const rulesByAccess: Readonly<Record<Access, AccessRule>> = {
  anyone: {},
  'signed-in': {},
  business: { kind: 'business' },
  client: { kind: 'client' },
  moderator: { moderator: true },
  admin: { admin: true },
  auditor: { auditor: true },
}

/** Endpoints for staff only. */
export const staffAccess: ReadonlySet<Access> = new Set(['moderator', 'admin', 'auditor'])

const ruleOf = (who: Access, whileSuspended: boolean | undefined): AccessRule =>
  whileSuspended ? { ...rulesByAccess[who], suspended: true } : rulesByAccess[who]

/** Why the person may not use the endpoint; null if they may. */
export const endpointRejection = ({ access, allowedWhileSuspended }: Endpoint, person: Person | null) =>
  access === 'anyone' && person === null ? null : accessRejection(ruleOf(access, allowedWhileSuspended), person)

/** Authenticates the caller and denies access before the body is read. */
export const authorize =
  (services: RequestServices, endpoint: Endpoint): preHandlerAsyncHookHandler =>
  async (request) => {
    request.identity = await services.identify(request)
    if (request.identity.session?.mustChangePassword && !endpoint.allowedBeforePasswordChange)
      throw problemError(problemOfRejection({ type: 'PasswordChangeDue' }))
    const reason = endpointRejection(endpoint, request.identity.person)
    if (reason !== null) throw problemError(problemOfRejection(reason))
    if (endpoint.csrf && !services.hasValidCsrfToken(request)) throw problemError(problems.invalidCsrfToken())
  }

export const isPosition = (text: string): boolean => positionPattern.test(text)

/** The position in `X-Garbo-After`; null without it. */
export const requestedPosition = ({ headers }: FastifyRequest): Position | null => {
  const after = headers['x-garbo-after']
  if (after === undefined) return null
  if (typeof after !== 'string' || !isPosition(after)) throw problemError(problems.invalidPosition())
  return after
}

/** Rejects a position that the log has not reached. */
export const checkRequestedPosition =
  ({ logPositions }: Pick<ServerContext, 'logPositions'>): preHandlerAsyncHookHandler =>
  async (request) => {
    const after = requestedPosition(request)
    if (after !== null && !(await logPositions.isReached(after))) throw problemError(problems.unknownPosition())
  }

/** Read-your-writes: what the handler reads is at least as recent as the position in `X-Garbo-After`. */
export const readAfterRequestedPosition =
  ({ readAfterOrFail }: Pick<ServerContext, 'readAfterOrFail'>): preHandlerHookHandler =>
  (request, _reply, done) => {
    const after = requestedPosition(request)
    if (after === null) done()
    else readAfterOrFail(after, done)
  }
