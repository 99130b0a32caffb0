import type { AppFailure } from '../../application/use-case.ts'
import type { Asker, Person } from '../../application/person.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { Answer, Call, Received } from '../contract/call.ts'

type Known<C extends Call> = 'anyone' extends C['who'] ? Person | null : Person

/** A request as a route meets it: checked, and from somebody who may send it. */
export interface Asked<C extends Call> {
  readonly params: Received<C, 'params'>
  readonly query: Received<C, 'query'>
  readonly body: Received<C, 'body'>
  readonly person: Known<C>
  /** The same for the application's use cases. */
  readonly asker: Asker
  /** An id for what this request makes: the same again when it is repeated under its `Idempotency-Key`. */
  readonly intentId: string
  /** Where the request came from: an address, or an IPv6 network. */
  readonly source: string
  /** Begins a session (a new one, whatever there was) and sends its cookie; after a password, say which. */
  readonly signIn: (accountId: string, credential?: string, strong?: boolean) => Promise<void>
  readonly signOut: () => Promise<void>
  /** This session was begun with a temporary password. */
  readonly mustChangePassword: boolean
  /** This session was begun with a passkey that counts for staff. */
  readonly strong: boolean
  /** Names the session the request came in; null without one. */
  readonly session: string | null
  /** Names it to its owner; null without one. */
  readonly sessionShownAs: string | null
  /** Names the browser, once it has been given a name; null before. */
  readonly device: string | null
  /** The same, and gives it one. */
  readonly nameDevice: () => string
  /** What this session's `X-CSRF-Token` must be; null without a session. */
  readonly csrfToken: string | null
}

export interface Said<C extends Call> {
  readonly answer: Answer<C>
  /** Where the read models must have got to before they show what was done. */
  readonly position?: Position | null | undefined
  /** Of a `paged` call. */
  readonly nextCursor?: string | null | undefined
  /** Leaves instead of the answer, as a CSV file of this name. */
  readonly file?: { readonly name: string; readonly text: string } | undefined
}

export type Handler<C extends Call> = (asked: Asked<C>) => TE.TaskEither<AppFailure, Said<C>>

export interface Route {
  readonly kind: 'route'
  readonly call: Call
  readonly handler: Handler<Call>
}

/** A call of the contract, answered. */
export const route = <C extends Call>(call: C, handler: Handler<C>): Route => ({
  kind: 'route',
  call,
  handler: handler as unknown as Handler<Call>,
})

/** A route that only reads: what its promise comes to is the answer. */
export const reading = <C extends Call>(
  call: C,
  read: (asked: Asked<C>) => TE.TaskEither<AppFailure, Answer<C>>,
): Route => route(call, (asked) => TE.map((answer: Answer<C>): Said<C> => ({ answer }))(read(asked)))

export interface Happening<C extends Call> {
  /** Where a reader who comes back goes on from. */
  readonly id?: string
  readonly data: Answer<C>
}

/** Pushes what happens, from after `after` on, until the returned function is called. */
export type Source<C extends Call> = (
  asked: Pick<Asked<C>, 'params' | 'query' | 'person' | 'asker'>,
  after: string | null,
  push: (happening: Happening<C>) => void,
) => () => void

export interface Stream {
  readonly kind: 'stream'
  readonly call: Call
  readonly source: Source<Call>
}

/** A call answered with server-sent events. */
export const stream = <C extends Call>(call: C, source: Source<C>): Stream => ({
  kind: 'stream',
  call,
  source: source as unknown as Source<Call>,
})

/** Shows a picture; null where there is none. */
export type Shows<C extends Call> = (
  asked: Pick<Asked<C>, 'params' | 'query'>,
) => TE.TaskEither<AppFailure, Uint8Array | null>

export interface Picture {
  readonly kind: 'picture'
  readonly call: Call
  readonly shows: Shows<Call>
}

/** A call answered with a picture. */
export const picture = <C extends Call>(call: C, shows: Shows<C>): Picture => ({
  kind: 'picture',
  call,
  shows,
})

export interface FileBegun {
  readonly name: string
  readonly type: string
  readonly content: AsyncIterable<Uint8Array | string>
}

/** Begins a file to be kept. */
export type Begins<C extends Call> = (asked: Pick<Asked<C>, 'query' | 'person'>) => TE.TaskEither<AppFailure, FileBegun>

export interface Download {
  readonly kind: 'download'
  readonly call: Call
  readonly begins: Begins<Call>
}

/** A call answered with a file. */
export const download = <C extends Call>(call: C, begins: Begins<C>): Download => ({
  kind: 'download',
  call,
  begins: begins as unknown as Begins<Call>,
})
