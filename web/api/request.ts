import type { FastifyRequest } from 'fastify'
import type { Session } from '../../application/accounts/ports.ts'
import type { Person } from '../../application/person.ts'
import type { Call } from '../contract/call.ts'

/** Who stands at the guards; all null for a stranger. */
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

/** The call a request was meant for; undefined where nothing answers. */
export const callOf = (request: FastifyRequest): Call | undefined => request.routeOptions.config?.call

/** The route as it is written, never what was asked: that may hold personal data. */
export const routePatternOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'
