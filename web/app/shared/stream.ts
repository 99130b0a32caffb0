import type { z } from 'zod'

const pollEveryMs = 30_000

interface Followed<S extends z.ZodType> {
  readonly url: string
  readonly schema: S
  readonly onChange: (change: z.output<S>) => void
  /** Changes may have been missed: read again. */
  readonly onCatchUp: () => void
  readonly onState?: (live: boolean) => void
}

/** Follows a server-sent stream while the page is seen, and reads every 30 s while it cannot (Q-94, C-26). */
export const follow = <S extends z.ZodType>({ url, schema, onChange, onCatchUp, onState }: Followed<S>) => {
  let source: EventSource | null = null
  let live = false
  let missed = false

  const become = (next: boolean) => {
    if (live !== next) onState?.(next)
    live = next
  }
  const close = () => {
    source?.close()
    source = null
    become(false)
  }
  const open = () => {
    if (typeof EventSource === 'undefined') return
    source = new EventSource(url, { withCredentials: true })
    source.addEventListener('open', () => {
      become(true)
      if (missed) onCatchUp()
      missed = false
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const change = schema.safeParse(parsed(data))
      if (change.success) onChange(change.data)
    })
    source.addEventListener('error', () => {
      missed = true
      if (source?.readyState === EventSource.CLOSED) close()
      else become(false)
    })
  }
  const tick = () => {
    if (document.hidden) return
    if (!live) onCatchUp()
    if (source === null) open()
  }
  // a hidden tab holds no connection: browsers allow few to one server
  const look = () => {
    if (document.hidden) {
      missed = true
      close()
    } else if (source === null) open()
  }

  if (!document.hidden) open()
  const timer = setInterval(tick, pollEveryMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    close()
  }
}

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
