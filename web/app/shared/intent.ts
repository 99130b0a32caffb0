import { useMemo, useRef } from 'react'
import type { Refused } from './refused.ts'

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
export const isSettledBy = ({ status }: Refused) => status >= 400 && status < 500 && status !== 409 && status !== 429
