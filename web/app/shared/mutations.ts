import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { ApiError } from './api-error.ts'
import { type ResponseOf, call, type Input, type WriteName } from './api.ts'
import { invalidate, type QueryScope } from './queries.ts'

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export interface IdempotencyKey {
  /** The same key for the same content until renewed, so that a second click repeats the request. */
  readonly keyFor: (content: unknown) => string
  readonly renew: () => void
}

/** One key per request rather than per click; renewed after success and for other content. */
const useIdempotencyKey = (): IdempotencyKey => {
  const current = useRef<{ readonly content: string; readonly key: string } | null>(null)
  return useMemo(
    () => ({
      keyFor: (content) => {
        const serialized = JSON.stringify(content)
        if (current.current?.content !== serialized) current.current = { content: serialized, key: newId() }
        return current.current.key
      },
      renew: () => {
        current.current = null
      },
    }),
    [],
  )
}

/** Problems of requests that were not decided: the first attempt is still running, or a rate limit was exceeded. */
const undecided: ReadonlySet<string> = new Set(['StillRunning', 'TooManyRequests'])

/**
 * Whether the request was decided, so that the next one gets a new key. After a network or server error the outcome is
 * unknown, so the same key is sent again.
 */
const isDefinite = ({ status, code }: ApiError) => status >= 400 && status < 500 && !undecided.has(code)

interface MutationOptions<N extends WriteName> {
  /** Queries to invalidate. */
  readonly invalidates?: readonly QueryScope[]
  readonly onSuccess?: (response: ResponseOf<N>, input: Input<N>) => void
  readonly onError?: (error: ApiError, input: Input<N>) => void
}

/** Mutation with an idempotency key; invalidates the affected queries. */
export const useApiMutation = <N extends WriteName>(
  name: N,
  { invalidates = [], onSuccess, onError }: MutationOptions<N> = {},
) => {
  const client = useQueryClient()
  const idempotencyKey = useIdempotencyKey()
  return useMutation({
    mutationFn: (input: Input<N>) => call(name, input, { idempotencyKey: idempotencyKey.keyFor(input) }),
    onSuccess: (response, input) => {
      idempotencyKey.renew()
      void invalidate(client, invalidates)
      onSuccess?.(response, input)
    },
    onError: (error, input) => {
      if (isDefinite(error)) idempotencyKey.renew()
      onError?.(error, input)
    },
  })
}
