import type { FastifyRequest } from 'fastify'
import type { Session } from '../../application/accounts/ports.ts'
import type { Person } from '../../application/person.ts'
import type { Endpoint, Recorded } from '../contract/endpoint.ts'

/** Identity of the caller; all fields null for visitors. */
export interface RequestIdentity {
  readonly token: string | null
  readonly session: Session | null
  readonly person: Person | null
  /** The account for which the request has started a session. */
  readonly signedIn: string | null
}

export const anonymous: RequestIdentity = { token: null, session: null, person: null, signedIn: null }

/** What the handler of a request tells the access log. */
export interface AccessNotes {
  readonly correlationId: string
  /** Accounts whose data the request is about; null if the handler named none. */
  readonly subjects: ReadonlySet<string> | null
  /** Type of the rejection, which the response may hide. */
  readonly rejection: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: RequestIdentity
    accessNotes: AccessNotes | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** What the access log records of requests that are not in the contract. */
    recorded?: Recorded
  }
}

/** The endpoint of a request; undefined for unknown routes. */
export const endpointOf = (request: FastifyRequest): Endpoint | undefined => request.routeOptions.config?.endpoint

/** Route template; the requested path may contain personal data. */
export const routePatternOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'
