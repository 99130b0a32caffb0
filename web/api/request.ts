import type { FastifyRequest } from 'fastify'
import type { Session } from '../../application/accounts/ports.ts'
import type { Person } from '../../application/person.ts'
import type { Call } from '../contract/call.ts'

/** Identity of the caller; all fields null for visitors. */
export interface RequestIdentity {
  readonly token: string | null
  readonly session: Session | null
  readonly person: Person | null
}

export const anonymous: RequestIdentity = { token: null, session: null, person: null }

declare module 'fastify' {
  interface FastifyRequest {
    identity: RequestIdentity
  }
  interface FastifyContextConfig {
    call?: Call
  }
}

/** The call of a request; undefined for unknown routes. */
export const callOf = (request: FastifyRequest): Call | undefined => request.routeOptions.config?.call

/** Route template; the requested path may contain personal data. */
export const routePatternOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'
