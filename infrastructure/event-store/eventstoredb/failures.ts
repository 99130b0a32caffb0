import { type Metadata, status } from '@grpc/grpc-js'
import type { EventStoreFailure } from '../../../application/ports/event-store.ts'

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
const kindOf = (error: unknown): string => (isRpcError(error) && error.metadata?.get('exception')[0]?.toString()) || ''

const refusals: ReadonlySet<number> = new Set([
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.INVALID_ARGUMENT,
  status.UNIMPLEMENTED,
])

/** Asking again will not help. */
export const isRefusal = (error: unknown): boolean =>
  kindOf(error) === 'access-denied' || (isRpcError(error) && refusals.has(error.code))

/** Garbo itself deletes no stream; an operator may. */
export const deletedForGood: EventStoreFailure = { type: 'Malformed', why: 'the stream was deleted for good' }
export const reserved: EventStoreFailure = { type: 'Malformed', why: 'names beginning with $ belong to the server' }
export const tooBig: EventStoreFailure = { type: 'Malformed', why: 'more than the server takes in one append' }

/** An error that is an answer all the same; null when it leaves the outcome unknown. */
export const failureIn = (error: unknown): EventStoreFailure | null => {
  switch (kindOf(error)) {
    case 'stream-deleted':
      return deletedForGood
    case 'maximum-append-size-exceeded':
      return tooBig
    default:
      return null
  }
}

export const unavailable = (cause: unknown): EventStoreFailure => ({ type: 'Unavailable', cause })
