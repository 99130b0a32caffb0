import type { FastifyRequest } from 'fastify'
import type { Session } from '../../application/accounts/ports.ts'
import type { Person } from '../../application/person.ts'
import type { Endpoint } from '../contract/endpoint.ts'

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
    endpoint?: Endpoint
  }
}

/** The endpoint of a request; undefined for unknown routes. */
export const endpointOf = (request: FastifyRequest): Endpoint | undefined => request.routeOptions.config?.endpoint

/** Route template; the requested path may contain personal data. */
export const routePatternOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'
