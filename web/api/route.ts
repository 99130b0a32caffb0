import type { FastifyInstance } from 'fastify'
import type { Caller, Person } from '../../application/person.ts'
import type { AppFailure } from '../../application/use-case.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Endpoint, EndpointResponse, ParsedInput } from '../contract/endpoint.ts'
import type { RequestServices } from './request-guards.ts'
import type { ServerContext } from './server-context.ts'

type PersonOf<C extends Endpoint> = 'anyone' extends C['access'] ? Person | null : Person

/** A validated request of an authorised caller. */
export interface RouteRequest<C extends Endpoint> {
  readonly params: ParsedInput<C, 'params'>
  readonly query: ParsedInput<C, 'query'>
  readonly body: ParsedInput<C, 'body'>
  readonly person: PersonOf<C>
  /** Caller for use cases. */
  readonly caller: Caller
  /** Id of the entity the request creates; the same for repeated requests with the same `Idempotency-Key`. */
  readonly newEntityId: string
  /** Position of a change that the response must show; null if any state will do. */
  readonly after: Position | null
  /** Network address of the client, or its IPv6 network. */
  readonly source: string
  /** Starts a new session and sends its cookie; pass the verified password of a password login. */
  readonly startSession: (
    accountId: string,
    credential?: string,
    secondFactorConfirmed?: boolean,
    deviceToken?: string,
  ) => Promise<void>
  readonly endSession: () => Promise<void>
  /** @rule Q-04 the session was started with a temporary password */
  readonly mustChangePassword: boolean
  /** The session was started with a passkey trusted for staff roles. */
  readonly secondFactorConfirmed: boolean
  /** Internal id of the session; null without one. */
  readonly sessionId: string | null
  /** Id of the session as shown to its owner; null without one. */
  readonly publicSessionId: string | null
  /** Device id of the browser; null if it has none. */
  readonly deviceId: string | null
  /** Returns the device id, creating one if missing. */
  readonly assignDeviceId: () => string
  /** Display name of browser and system; null if unknown. */
  readonly describeDevice: () => string | null
  /** Expected `X-CSRF-Token`; null without a session. */
  readonly csrfToken: string | null
  /** The caller's password as the header `X-Garbo-Password` has it. */
  readonly enteredPassword: string | undefined
  /** Names accounts whose data the request is about, for the access log; null stands for an unknown one. */
  readonly recordSubjects: (...accountIds: readonly (string | null)[]) => void
}

export interface RouteResult<C extends Endpoint> {
  readonly body: EndpointResponse<C>
  /** Position the read models must reach to show the change. */
  readonly position?: Position | null | undefined
  /** Of paginated endpoints. */
  readonly nextCursor?: string | null | undefined
  /** CSV file sent instead of the body. */
  readonly file?: { readonly name: string; readonly text: string } | undefined
}

export type RouteHandler<C extends Endpoint> = (request: RouteRequest<C>) => TE.TaskEither<AppFailure, RouteResult<C>>

export interface Route {
  readonly kind: 'route'
  readonly endpoint: Endpoint
  readonly handler: RouteHandler<Endpoint>
}

/** A route whose result can have a position, a cursor or a file. */
export const route = <C extends Endpoint>(endpoint: C, handler: RouteHandler<C>): Route => ({
  kind: 'route',
  endpoint,
  handler: handler as unknown as RouteHandler<Endpoint>,
})

/** A read-only route. */
export const readRoute = <C extends Endpoint>(
  endpoint: C,
  read: (request: RouteRequest<C>) => TE.TaskEither<AppFailure, EndpointResponse<C>>,
): Route =>
  route(endpoint, (request) => TE.map((body: EndpointResponse<C>): RouteResult<C> => ({ body }))(read(request)))

export interface ServerSentEvent<C extends Endpoint> {
  /** Position from which a reconnecting client continues. */
  readonly id?: string
  readonly data: EndpointResponse<C>
}

/**
 * Pushes events after `after` until the returned function is called. `push` resolves once the client can take more; a
 * sender that does not wait for it may be cut off.
 */
export type StreamHandler<C extends Endpoint> = (
  request: Pick<RouteRequest<C>, 'params' | 'query' | 'person' | 'caller'>,
  after: string | null,
  push: (event: ServerSentEvent<C>) => Promise<void>,
) => () => void

export interface StreamRoute {
  readonly kind: 'stream'
  readonly endpoint: Endpoint
  readonly handler: StreamHandler<Endpoint>
}

/** A route that responds with server-sent events. */
export const streamRoute = <C extends Endpoint>(endpoint: C, handler: StreamHandler<C>): StreamRoute => ({
  kind: 'stream',
  endpoint,
  handler: handler as unknown as StreamHandler<Endpoint>,
})

type RecordSubjects = RouteRequest<Endpoint>['recordSubjects']

/** Names the accounts in a result for the access log. */
export const recordingSubjects = <A>(
  recordSubjects: RecordSubjects,
  accountsIn: (result: A) => readonly (string | null)[],
): (<F>(result: TE.TaskEither<F, A>) => TE.TaskEither<F, A>) =>
  TE.tapIO((result: A) => () => recordSubjects(...accountsIn(result)))

/** Loads an image; null if there is none. */
export type ImageHandler<C extends Endpoint> = (
  request: Pick<RouteRequest<C>, 'params' | 'query'>,
) => TE.TaskEither<AppFailure, Uint8Array | null>

export interface ImageRoute {
  readonly kind: 'image'
  readonly endpoint: Endpoint
  readonly handler: ImageHandler<Endpoint>
}

/** A route that responds with an image. */
export const imageRoute = <C extends Endpoint>(endpoint: C, handler: ImageHandler<C>): ImageRoute => ({
  kind: 'image',
  endpoint,
  handler,
})

export interface FileResponse {
  readonly name: string
  readonly type: string
  readonly content: AsyncIterable<Uint8Array | string>
}

/** Starts a file download. */
export type FileHandler<C extends Endpoint> = (request: RouteRequest<C>) => TE.TaskEither<AppFailure, FileResponse>

export interface FileRoute {
  readonly kind: 'file'
  readonly endpoint: Endpoint
  readonly handler: FileHandler<Endpoint>
}

/** A route that responds with a file. */
export const fileRoute = <C extends Endpoint>(endpoint: C, handler: FileHandler<C>): FileRoute => ({
  kind: 'file',
  endpoint,
  handler: handler as unknown as FileHandler<Endpoint>,
})

export const defaultPageSize = 50

/** All kinds of routes. */
export type AnyRoute = Route | StreamRoute | ImageRoute | FileRoute

/** Adds to the server what is not an endpoint of the contract, such as redirects to a provider. */
export type ServerExtension = (
  app: FastifyInstance,
  context: ServerContext,
  services: RequestServices,
) => void | Promise<void>
