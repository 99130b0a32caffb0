// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveUpdates, subscribeToStream } from '../../../../web/app/shared/live-updates.ts'
import { newQueryClient } from '../../../../web/app/shared/queries.ts'

/** A fake EventSource controlled by the test. */
interface Connection {
  readonly url: string
  readyState: number
  readonly close: () => void
  readonly opens: () => void
  readonly says: (data: unknown) => void
  readonly breaks: (readyState: 0 | 2) => void
}
const connections: Connection[] = []
const connection = (url: string) => {
  const heard = new EventTarget()
  const one: Connection = Object.assign(heard, {
    url,
    readyState: 0,
    close: () => {
      one.readyState = 2
    },
    opens: () => {
      one.readyState = 1
      heard.dispatchEvent(new Event('open'))
    },
    says: (data: unknown) => {
      heard.dispatchEvent(new MessageEvent('message', { data: typeof data === 'string' ? data : JSON.stringify(data) }))
    },
    breaks: (readyState: 0 | 2) => {
      one.readyState = readyState
      heard.dispatchEvent(new Event('error'))
    },
  })
  connections.push(one)
  return one
}
const latest = () => {
  const last = connections.at(-1)
  if (last === undefined) throw new Error('nobody connected')
  return last
}
const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

const onChange = vi.fn()
const onCatchUp = vi.fn()
const onPoll = vi.fn()
const onState = vi.fn()
let stop = () => undefined as void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'EventSource',
    Object.assign(
      function EventSource(url: string) {
        return connection(url)
      },
      { CLOSED: 2 },
    ),
  )
  stop = subscribeToStream({
    name: 'live',
    onChange,
    onCatchUp,
    onPoll,
    onLiveChange: onState,
  })
})
afterEach(() => {
  stop()
  hide(false)
  connections.length = 0
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('following live changes', () => {
  it('delivers each change without polling', () => {
    latest().opens()
    latest().says({ topic: 'reviews' })
    vi.advanceTimersByTime(120_000)
    expect(latest().url).toBe('/api/live')
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ topic: 'reviews' })
    expect(onCatchUp).not.toHaveBeenCalled()
  })

  it('ignores unreadable messages', () => {
    latest().opens()
    latest().says('not JSON')
    latest().says(null)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('C-26: polls every 30 s while the stream is unavailable, and reconnects', () => {
    latest().breaks(2)
    vi.advanceTimersByTime(29_999)
    expect(onPoll).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onPoll).toHaveBeenCalledOnce()
    expect(onCatchUp).not.toHaveBeenCalled()
    expect(connections).toHaveLength(2)
    latest().opens()
    vi.advanceTimersByTime(60_000)
    expect(onPoll).toHaveBeenCalledOnce()
    expect(onCatchUp).toHaveBeenCalledOnce()
  })

  it('reloads once when the stream returns', () => {
    latest().opens()
    latest().breaks(0)
    expect(onState).toHaveBeenLastCalledWith(false)
    latest().opens()
    expect(onState).toHaveBeenLastCalledWith(true)
    expect(onCatchUp).toHaveBeenCalledOnce()
  })

  it('Q-94: pauses in a hidden tab and catches up when visible', () => {
    latest().opens()
    hide(true)
    expect(latest().readyState).toBe(2)
    vi.advanceTimersByTime(300_000)
    expect(onCatchUp).not.toHaveBeenCalled()
    expect(onPoll).not.toHaveBeenCalled()
    hide(false)
    latest().opens()
    expect(connections).toHaveLength(2)
    expect(onCatchUp).toHaveBeenCalledOnce()
  })

  it('Q-94: ends with its last subscriber', () => {
    latest().breaks(2)
    stop()
    vi.advanceTimersByTime(300_000)
    expect(onCatchUp).not.toHaveBeenCalled()
    expect(onPoll).not.toHaveBeenCalled()
    expect(connections).toHaveLength(1)
  })
})

describe('live updates of a user', () => {
  it('refetch what a topic concerns, and nothing for a topic that only a newer server knows', () => {
    const client = newQueryClient()
    const invalidated = vi.spyOn(client, 'invalidateQueries')
    const cancelled = vi.spyOn(client, 'cancelQueries')
    const { unmount } = render(createElement(QueryClientProvider, { client }, createElement(LiveUpdates)))
    latest().opens()
    latest().says({ topic: 'unheard of' })
    expect([cancelled.mock.calls, invalidated.mock.calls]).toEqual([[], []])
    latest().says({ topic: 'support' })
    expect(cancelled.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([['support']])
    unmount()
  })
})
