import { type Metadata, status } from '@grpc/grpc-js'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStoreFailure } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'

/** Milliseconds before each next try: long enough for a node to be found again, short enough for a waiting person. */
const retryDelaysMs: readonly number[] = [50, 100, 200, 400, 800]
/** Milliseconds after which there is no next try. */
export const retryWindowMs = 10_000

export type Outcome<A> = E.Either<EventStoreFailure, A>

/**
 * Tries again while the outcome is unknown. Only for what may be done twice: reads, and appends on a version, which the
 * server knows again by their ids.
 */
export const retry = async <A>(closing: AbortSignal, attempt: () => Promise<Outcome<A>>): Promise<Outcome<A>> => {
  const started = performance.now()
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const failure = knownFailure(error)
      if (failure) return E.left(failure)
      const wait = performance.now() - started < retryWindowMs ? retryDelaysMs[tries] : undefined
      if (wait === undefined || closing.aborted || isPermanent(error)) return E.left(unavailable(error))
      await pause(wait, undefined, { signal: closing }).catch(() => undefined)
    }
  }
}

interface RpcError extends Error {
  readonly code: number
  readonly details?: string
  readonly metadata?: Metadata
}

/** Came from a server or the way to it; anything else came from the client, which may have broken. */
export const isRpcError = (error: unknown): error is RpcError =>
  error instanceof Error && 'code' in error && typeof error.code === 'number'

/** As if a server had said it. */
export const rpcError = (code: status, message: string): RpcError => Object.assign(new Error(message), { code })

/** The server names the kind of an error in its trailing metadata. */
const exceptionKind = (error: unknown): string =>
  (isRpcError(error) && error.metadata?.get('exception')[0]?.toString()) || ''

const permanentCodes: ReadonlySet<number> = new Set([
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.INVALID_ARGUMENT,
  status.UNIMPLEMENTED,
])

/** Asking again will not help. */
export const isPermanent = (error: unknown): boolean =>
  exceptionKind(error) === 'access-denied' || (isRpcError(error) && permanentCodes.has(error.code))

/** Garbo itself deletes no stream; an operator may. */
export const deletedForGood: EventStoreFailure = { type: 'Malformed', why: 'the stream was deleted for good' }
export const reservedName: EventStoreFailure = { type: 'Malformed', why: 'names beginning with $ belong to the server' }
export const tooBig: EventStoreFailure = { type: 'Malformed', why: 'more than the server takes in one append' }

/** An error that is an answer all the same; null when it leaves the outcome unknown. */
export const knownFailure = (error: unknown): EventStoreFailure | null => {
  switch (exceptionKind(error)) {
    case 'stream-deleted':
      return deletedForGood
    case 'maximum-append-size-exceeded':
      return tooBig
    default:
      return null
  }
}

export const unavailable = (cause: unknown): EventStoreFailure => ({ type: 'Unavailable', cause })
