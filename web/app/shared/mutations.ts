import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { ApiError } from './api-error.ts'
import { type AnswerTo, call, type Input, type WriteName } from './api.ts'
import { invalidate, type QueryScope } from './queries.ts'

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export interface Intent {
  /** The same id for the same content until it is settled: a second press is the same wish. */
  readonly idFor: (content: unknown) => string
  readonly settle: () => void
}

/** One id per intent, not per click: renewed when the wish came true, or is another one. */
export const useIntent = (): Intent => {
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

/** A clear no settles an intent; after silence, a crash, “still running” or “too many” the same wish is still open. */
export const settlesIntent = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 409 && status !== 429

interface MutationOptions<N extends WriteName> {
  /** What the write makes old. */
  readonly invalidates?: readonly QueryScope[]
  readonly onSuccess?: (answer: AnswerTo<N>, input: Input<N>) => void
  readonly onError?: (error: ApiError, input: Input<N>) => void
}

/** A write of the contract: one id per intent, and what it touches is read again. */
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
