import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReadName, ResponseOf } from './api.ts'
import { endpointOutlines } from './outlines.ts'
import { invalidate, refetchReads, scopesByTopic } from './queries.ts'

const pollIntervalMs = 30_000

type StreamName = 'live' | 'queueEvents'

interface StreamOptions<N extends StreamName> {
  readonly name: N
  readonly onChange: (change: ResponseOf<N>) => void
  /** Called when the stream returns, as events may have been missed; reloads everything. */
  readonly onCatchUp: () => void
  /** Called every 30 s without the stream. */
  readonly onPoll: () => void
  readonly onLiveChange?: (live: boolean) => void
}

/**
 * Follows a server-sent event stream while the page is visible; polls every 30 s while it is disconnected.
 * @rule Q-94 C-26 live updates
 */
export const subscribeToStream = <N extends StreamName>({
  name,
  onChange,
  onCatchUp,
  onPoll,
  onLiveChange,
}: StreamOptions<N>) => {
  let source: EventSource | null = null
  let live = false
  let missed = false

  const setLive = (next: boolean) => {
    if (live !== next) onLiveChange?.(next)
    live = next
  }
  const close = () => {
    source?.close()
    source = null
    setLive(false)
  }
  const open = () => {
    if (typeof EventSource === 'undefined') return
    source = new EventSource(endpointOutlines[name].path, { withCredentials: true })
    source.addEventListener('open', () => {
      setLive(true)
      if (missed) onCatchUp()
      missed = false
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const change = parseJson(data)
      if (change !== null) onChange(change as ResponseOf<N>)
    })
    source.addEventListener('error', () => {
      missed = true
      if (source?.readyState === EventSource.CLOSED) close()
      else setLive(false)
    })
  }
  const tick = () => {
    if (document.hidden) return
    if (!live) onPoll()
    if (source === null) open()
  }
  // hidden tabs close their connection, as browsers allow only a few per server
  const onVisibilityChange = () => {
    if (document.hidden) {
      missed = true
      close()
    } else if (source === null) open()
  }

  if (!document.hidden) open()
  const timer = setInterval(tick, pollIntervalMs)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    close()
  }
}

const parseJson = (data: string): unknown => {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}

/** Of the reads that repeat without the stream; received ratings and the company wallet repeat by themselves. */
const polledReads: readonly ReadName[] = ['avaProfile', 'standing']

const allScopes = [...new Set(Object.values(scopesByTopic).flat())]

/** Invalidates queries as the server reports changes that concern the signed-in user. */
export function LiveUpdates() {
  const client = useQueryClient()
  useEffect(
    () =>
      subscribeToStream({
        name: 'live',
        // none for a topic that a newer server knows
        onChange: ({ topic }) => void invalidate(client, scopesByTopic[topic] ?? []),
        onCatchUp: () => void invalidate(client, allScopes),
        onPoll: () => void refetchReads(client, polledReads),
      }),
    [client],
  )
  return null
}
