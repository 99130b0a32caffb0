import type { Caller, Person } from '../../application/person.ts'
import type { AppFailure } from '../../application/use-case.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Call, CallResponse, ParsedInput } from '../contract/call.ts'

type PersonOf<C extends Call> = 'anyone' extends C['access'] ? Person | null : Person

/** A request as a route meets it: checked, and from somebody who may send it. */
export interface RouteRequest<C extends Call> {
  readonly params: ParsedInput<C, 'params'>
  readonly query: ParsedInput<C, 'query'>
  readonly body: ParsedInput<C, 'body'>
  readonly person: PersonOf<C>
  /** The same for the application's use cases. */
  readonly caller: Caller
  /** An id for what this request makes: the same again when it is repeated under its `Idempotency-Key`. */
  readonly intentId: string
  /** Where the request came from: an address, or an IPv6 network. */
  readonly source: string
  /** Begins a session (a new one, whatever there was) and sends its cookie; after a password, say which. */
  readonly startSession: (accountId: string, credential?: string, strong?: boolean) => Promise<void>
  readonly endSession: () => Promise<void>
  /** This session was begun with a temporary password. */
  readonly mustChangePassword: boolean
  /** This session was begun with a passkey that counts for staff. */
  readonly strong: boolean
  /** Names the session the request came in; null without one. */
  readonly sessionId: string | null
  /** Names it to its owner; null without one. */
  readonly publicSessionId: string | null
  /** Names the browser, once it has been given a name; null before. */
  readonly deviceId: string | null
  /** The same, and gives it one. */
  readonly assignDeviceId: () => string
  /** What this session's `X-CSRF-Token` must be; null without a session. */
  readonly csrfToken: string | null
}

export interface RouteResult<C extends Call> {
  readonly body: CallResponse<C>
  /** Where the read models must have got to before they show what was done. */
  readonly position?: Position | null | undefined
  /** Of a `paged` call. */
  readonly nextCursor?: string | null | undefined
  /** Leaves instead of the answer, as a CSV file of this name. */
  readonly file?: { readonly name: string; readonly text: string } | undefined
}

export type RouteHandler<C extends Call> = (request: RouteRequest<C>) => TE.TaskEither<AppFailure, RouteResult<C>>

export interface Route {
  readonly kind: 'route'
  readonly call: Call
  readonly handler: RouteHandler<Call>
}

/** A call of the contract, answered. */
export const route = <C extends Call>(call: C, handler: RouteHandler<C>): Route => ({
  kind: 'route',
  call,
  handler: handler as unknown as RouteHandler<Call>,
})

/** A route that only reads: what its promise comes to is the answer. */
export const readRoute = <C extends Call>(
  call: C,
  read: (request: RouteRequest<C>) => TE.TaskEither<AppFailure, CallResponse<C>>,
): Route => route(call, (request) => TE.map((body: CallResponse<C>): RouteResult<C> => ({ body }))(read(request)))

export interface ServerSentEvent<C extends Call> {
  /** Where a reader who comes back goes on from. */
  readonly id?: string
  readonly data: CallResponse<C>
}

/** Pushes what happens, from after `after` on, until the returned function is called. */
export type StreamHandler<C extends Call> = (
  request: Pick<RouteRequest<C>, 'params' | 'query' | 'person' | 'caller'>,
  after: string | null,
  push: (event: ServerSentEvent<C>) => void,
) => () => void

export interface StreamRoute {
  readonly kind: 'stream'
  readonly call: Call
  readonly handler: StreamHandler<Call>
}

/** A call answered with server-sent events. */
export const streamRoute = <C extends Call>(call: C, handler: StreamHandler<C>): StreamRoute => ({
  kind: 'stream',
  call,
  handler: handler as unknown as StreamHandler<Call>,
})

/** Shows a picture; null where there is none. */
export type ImageHandler<C extends Call> = (
  request: Pick<RouteRequest<C>, 'params' | 'query'>,
) => TE.TaskEither<AppFailure, Uint8Array | null>

export interface ImageRoute {
  readonly kind: 'image'
  readonly call: Call
  readonly handler: ImageHandler<Call>
}

/** A call answered with a picture. */
export const imageRoute = <C extends Call>(call: C, handler: ImageHandler<C>): ImageRoute => ({
  kind: 'image',
  call,
  handler,
})

export interface FileResponse {
  readonly name: string
  readonly type: string
  readonly content: AsyncIterable<Uint8Array | string>
}

/** Begins a file to be kept. */
export type FileHandler<C extends Call> = (
  request: Pick<RouteRequest<C>, 'query' | 'person'>,
) => TE.TaskEither<AppFailure, FileResponse>

export interface FileRoute {
  readonly kind: 'file'
  readonly call: Call
  readonly handler: FileHandler<Call>
}

/** A call answered with a file. */
export const fileRoute = <C extends Call>(call: C, handler: FileHandler<C>): FileRoute => ({
  kind: 'file',
  call,
  handler: handler as unknown as FileHandler<Call>,
})

export const defaultPageSize = 50

/** Whatever a call of the contract can be mounted as. */
export type AnyRoute = Route | StreamRoute | ImageRoute | FileRoute
