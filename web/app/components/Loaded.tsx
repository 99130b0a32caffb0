import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

interface Query<T> {
  readonly data: T | undefined
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface LoadedProps<T> {
  readonly query: Query<T>
  readonly rows?: number
  readonly failed?: string
  /** Shown instead of the children when there is nothing. */
  readonly empty?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** The four states of everything that is read: loading, failed, empty, ready. */
export function Loaded<T>({ query, rows, failed, empty, children }: LoadedProps<T>) {
  if (query.data !== undefined) {
    if (empty !== undefined && Array.isArray(query.data) && query.data.length === 0) return empty
    return children(query.data)
  }
  if (query.isPending) return <Skeleton {...(rows === undefined ? {} : { rows })} />
  return <ErrorState title={failed} text={query.error?.message} onRetry={() => void query.refetch()} />
}
