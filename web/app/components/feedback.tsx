import { CloudOff, Info, Leaf } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './buttons.tsx'
import { componentTexts } from './texts.ts'

/** Placeholder while loading. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  return (
    <output className="grid gap-3">
      <span className="sr-only">{componentTexts.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} aria-hidden="true" className="block h-16 animate-pulse rounded-card bg-sunken" />
      ))}
    </output>
  )
}

interface ErrorStateProps {
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly onRetry?: (() => void) | undefined
  readonly action?: ReactNode
}

/** Loading failed: reason and retry. */
export function ErrorState({ title = componentTexts.loadFailed, text, onRetry, action }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 rounded-card bg-danger-soft px-4 py-8 text-center">
      <CloudOff aria-hidden="true" className="size-7 text-danger" />
      <p className="font-semibold">{title}</p>
      {text !== undefined && <p className="max-w-prose">{text}</p>}
      {onRetry !== undefined && (
        <Button variant="secondary" onClick={onRetry}>
          {componentTexts.retry}
        </Button>
      )}
      {action}
    </div>
  )
}

/** Empty list with a suggested action. */
export function EmptyState({ text, action }: { readonly text: string; readonly action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-line px-4 py-8 text-center">
      <Leaf aria-hidden="true" className="size-7 text-olive" />
      <p className="max-w-prose text-muted">{text}</p>
      {action}
    </div>
  )
}

interface QueryState<T> {
  readonly data: T | undefined
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface QueryViewProps<T> {
  readonly query: QueryState<T>
  readonly skeletonRows?: number
  readonly errorTitle?: string
  /** Shown instead of the children for an empty list. */
  readonly empty?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** The states of a query: loading, failed, empty, ready. */
export function QueryView<T>({ query, skeletonRows, errorTitle, empty, children }: QueryViewProps<T>) {
  if (query.data !== undefined) {
    if (empty !== undefined && Array.isArray(query.data) && query.data.length === 0) return empty
    return children(query.data)
  }
  if (query.isPending) return <Skeleton {...(skeletonRows === undefined ? {} : { rows: skeletonRows })} />
  return <ErrorState title={errorTitle} text={query.error?.message} onRetry={() => void query.refetch()} />
}

/** The part of an infinite query that loads its next page. */
interface PagedQuery {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** Loads the next page of a list, if there is one. */
export function LoadMoreButton({ query }: { readonly query: PagedQuery }) {
  if (!query.hasNextPage) return null
  return (
    <div className="mt-4 text-center">
      <Button variant="secondary" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {componentTexts.loadMore}
      </Button>
    </div>
  )
}

/** Information that is not an error. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-card bg-olive-soft p-4 text-olive">
      <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 gap-1">{children}</div>
    </div>
  )
}
