import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type AnswerTo, type Input, type WriteName } from './api.ts'
import { refresh, type Family } from './families.ts'
import { isSettledBy, useIntent } from './intent.ts'
import type { Refused } from './refused.ts'

interface Outcome<N extends WriteName> {
  /** What the write makes old. */
  readonly refreshes?: readonly Family[]
  readonly onDone?: (answer: AnswerTo<N>, input: Input<N>) => void
  readonly onRefused?: (error: Refused, input: Input<N>) => void
}

/** A write of the contract: one id per intent, and what it touches is read again. */
export const useWrite = <N extends WriteName>(name: N, { refreshes = [], onDone, onRefused }: Outcome<N> = {}) => {
  const client = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (input: Input<N>) => call(name, input, { intent: intent.idFor(input) }),
    onSuccess: (answer, input) => {
      intent.settle()
      void refresh(client, refreshes)
      onDone?.(answer, input)
    },
    onError: (error, input) => {
      if (isSettledBy(error)) intent.settle()
      onRefused?.(error, input)
    },
  })
}
