import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { ApiError } from './api-error.ts'
import { type AnswerTo, call, type Input, type WriteName } from './api.ts'
import { invalidate, type QueryScope } from './queries.ts'

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export interface Intent {
  /** The same id for the same content until settled, so that a second click repeats the request. */
  readonly idFor: (content: unknown) => string
  readonly settle: () => void
}

/** One id per intent rather than per click; renewed after success and for other content. */
const useIntent = (): Intent => {
  const current = useRef<{ readonly content: string; readonly id: string } | null>(null)
  return useMemo(
    () => ({
      idFor: (content) => {
        const words = JSON.stringify(content)
        if (current.current?.content !== words) current.current = { content: words, id: newId() }
        return current.current.id
      },
      settle: () => {
        current.current = null
      },
    }),
    [],
  )
}

/** A definite refusal settles an intent. After a connection error, a server error, 409 or 429 it stays open. */
const settlesIntent = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 409 && status !== 429

interface MutationOptions<N extends WriteName> {
  /** Queries to invalidate. */
  readonly invalidates?: readonly QueryScope[]
  readonly onSuccess?: (answer: AnswerTo<N>, input: Input<N>) => void
  readonly onError?: (error: ApiError, input: Input<N>) => void
}

/** Mutation with an intent id; invalidates the affected queries. */
export const useApiMutation = <N extends WriteName>(
  name: N,
  { invalidates = [], onSuccess: onDone, onError: onRefused }: MutationOptions<N> = {},
) => {
  const client = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (input: Input<N>) => call(name, input, { intent: intent.idFor(input) }),
    onSuccess: (answer, input) => {
      intent.settle()
      void invalidate(client, invalidates)
      onDone?.(answer, input)
    },
    onError: (error, input) => {
      if (settlesIntent(error)) intent.settle()
      onRefused?.(error, input)
    },
  })
}
