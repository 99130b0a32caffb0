import type { FastifyRequest } from 'fastify'
import type { Person } from '../../application/person.ts'
import type { Session } from '../../application/ports/sessions.ts'
import type { Call } from '../contract/call.ts'

/** Who stands at the door; all null for a stranger. */
export interface Visitor {
  readonly token: string | null
  readonly session: Session | null
  readonly person: Person | null
}

export const stranger: Visitor = { token: null, session: null, person: null }

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor
  }
  interface FastifyContextConfig {
    call?: Call
  }
}

/** The call a request was meant for; undefined where nothing answers. */
export const callOf = (request: FastifyRequest): Call | undefined => request.routeOptions.config?.call

/** The route as it is written, never what was asked: that may hold personal data. */
export const templateOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'
