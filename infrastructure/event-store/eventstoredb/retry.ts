import { isCommandError } from '@eventstore/db-client'
import { type Metadata, status } from '@grpc/grpc-js'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStoreFailure } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'

/**
 * Delays before the retries, in milliseconds: long enough to discover another node, short enough for a waiting user.
 */
const retryDelaysMs: readonly number[] = [50, 100, 200, 400, 800]
/** No retries after this time, in milliseconds. */
export const retryWindowMs = 10_000

export type Outcome<A> = E.Either<EventStoreFailure, A>

/**
 * Retries while the outcome is unknown. Only for idempotent work: reads, and appends at a version, which the server
 * recognises by their event ids.
 */
export const retry = async <A>(closing: AbortSignal, attempt: () => Promise<Outcome<A>>): Promise<Outcome<A>> => {
  const started = performance.now()
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const failure = knownFailure(error)
      if (failure) return E.left(failure)
      const delayMs = performance.now() - started < retryWindowMs ? retryDelaysMs[tries] : undefined
      if (delayMs === undefined || closing.aborted || isPermanent(error)) return E.left(unavailable(error))
      await pause(delayMs, undefined, { signal: closing }).catch(() => undefined)
    }
  }
}

interface RpcError extends Error {
  readonly code: number
  readonly details?: string
  readonly metadata?: Metadata
}

/**
 * True for errors from the server or the transport. Any other error comes from the client itself, which may be
 * unusable.
 */
export const isRpcError = (error: unknown): error is RpcError =>
  error instanceof Error && 'code' in error && typeof error.code === 'number'

/** Creates an error that looks like one from a server. */
export const rpcError = (code: status, message: string): RpcError => Object.assign(new Error(message), { code })

/**
 * True if another node, or another connection to the same one, may respond: this one has lost its leader, is starting or
 * stopping, or was silent for the whole deadline. The client would notice a dead connection only after 20 seconds, and a
 * refusal within a batch call never.
 */
export const isNodeUnusable = (error: unknown): boolean =>
  (isRpcError(error) && silentCodes.has(error.code)) ||
  (error instanceof Error && leaderlessTexts.some((text) => error.message.includes(text)))

/** What a node without a leader responds; in a batch call, without a code. */
const leaderlessTexts = ['Server Is Not Ready', 'No leader info available']

const silentCodes: ReadonlySet<number> = new Set([status.DEADLINE_EXCEEDED])

/** The server sends the kind of an error in its trailing metadata; the client's public API names errors after it. */
const exceptionKind = (error: unknown): string => {
  if (error instanceof Error && isCommandError(error)) return error.type
  return (isRpcError(error) && error.metadata?.get('exception')[0]?.toString()) || ''
}

const permanentCodes: ReadonlySet<number> = new Set([
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.INVALID_ARGUMENT,
  status.UNIMPLEMENTED,
])

/** An error that only an operator can end. */
export const brokenLog = (why: string): Error => Object.assign(new Error(why), { name: 'BrokenLog' })
export const isBrokenLog = (error: unknown): boolean => error instanceof Error && error.name === 'BrokenLog'

/** True if a retry cannot succeed. */
const isPermanent = (error: unknown): boolean =>
  isBrokenLog(error) ||
  exceptionKind(error) === 'access-denied' ||
  (isRpcError(error) && permanentCodes.has(error.code))

/** Garbo never deletes streams, but an operator can. */
export const deletedForGood: EventStoreFailure = { type: 'Malformed', why: 'the stream has been deleted permanently' }
export const reservedName: EventStoreFailure = {
  type: 'Malformed',
  why: 'names starting with $ are reserved for the server',
}
export const tooBig: EventStoreFailure = { type: 'Malformed', why: 'the append exceeds the maximum size of the server' }

/** Errors with a known outcome; null if the outcome is unknown. */
const knownFailure = (error: unknown): EventStoreFailure | null => {
  switch (exceptionKind(error)) {
    case 'stream-deleted':
      return deletedForGood
    case 'maximum-append-size-exceeded':
    case 'maximum-append-event-size-exceeded':
      return tooBig
    default:
      return null
  }
}

export const unavailable = (cause: unknown): EventStoreFailure => ({ type: 'Unavailable', cause })
