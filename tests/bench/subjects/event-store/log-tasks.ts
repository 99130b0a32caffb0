import { decideAndAppend } from '../../../../application/command-handler.ts'
import { historyOf } from '../../../../application/history.ts'
import type { Aggregate } from '../../../../domain/kernel/decider.ts'
import type { EventMetadata } from '../../../../domain/kernel/event-envelope.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { plainSealing } from '../../../support/plain-sealing.ts'
import { closedLoop, deliveryTimer, type Extent, preparedLoop } from '../../load.ts'
import { linearRise } from '../../statistics.ts'
import {
  benchEvents,
  type Doc,
  docOf,
  evolveDoc,
  newId,
  newStream,
  type ReviewGiven,
  reviewOf,
} from '../../workload.ts'
import { appendEvents, newEvent, type StoreSession, unwrap } from './session.ts'

export interface AppendOrder {
  readonly callers: number
  /** Events per append. */
  readonly events: number
  /** `own`: a new stream for each append; `hot`: one stream for all, without an expected version. */
  readonly streams: 'own' | 'hot'
  readonly extent: Extent
}

export const appendTasks = (session: StoreSession) => ({
  append: ({ callers, events, streams, extent }: AppendOrder) =>
    preparedLoop(callers, extent, (nth) => {
      const all = Array.from({ length: events }, () => newEvent(docOf(nth, 1_000)))
      const stream = newStream()
      return () =>
        streams === 'own' ? appendEvents(session, stream, 'none', all) : appendEvents(session, 'review-hot', 'any', all)
    }),

  /** Fills the log with interleaved events of `docs` documents. */
  fill: async ({ events, docs }: { readonly events: number; readonly docs: number }) => {
    const size = Math.min(100, events)
    const filled = await closedLoop(8, { operations: Math.ceil(events / size) }, (nth) => {
      const count = Math.min(size, events - nth * size)
      const all = Array.from({ length: count }, (_, n) => newEvent(docOf(nth * size + n, docs)))
      return appendEvents(session, newStream(), 'none', all)
    })
    if (filled.failed > 0) throw new Error(filled.firstError ?? 'the log could not be filled')
    return filled.operations
  },
})

const reviewAggregate: Aggregate<ReviewGiven, ReviewGiven, Doc | null, 'TooMany'> = {
  category: 'review',
  events: benchEvents,
  initial: null,
  evolve: evolveDoc,
  decide: (command, doc) => ((doc?.reviews ?? 0) < 1_000 ? E.right([command]) : E.left('TooMany')),
}

/** Metadata of a request; emmett's events carry the same fields. */
export const requestMeta = (): EventMetadata => ({
  correlationId: newId(),
  causationId: null,
  actor: { id: 'account-0000001', role: 'client' },
  occurredAt: '2026-11-20T10:00:00.000Z' as Instant,
})

export interface CommandOrder {
  readonly callers: number
  readonly commands: number
  /** Events in the stream before the command. */
  readonly past: number
}

export const commandTasks = (session: StoreSession) => ({
  /** Executes each command against its own stream. */
  command: async ({ callers, commands, past }: CommandOrder) => {
    const ids = Array.from({ length: commands }, newId)
    const events = () => Array.from({ length: past }, () => newEvent('doc-0000001'))
    const filled = await closedLoop(16, { operations: commands }, (nth) =>
      appendEvents(session, `review-${ids[nth]}`, 'none', events()),
    )
    if (filled.failed > 0) throw new Error(filled.firstError ?? 'the streams could not be filled')
    const execute = decideAndAppend({ history: historyOf(session.store, plainSealing, benchEvents), newId })
    const measured = await closedLoop(callers, { operations: commands }, async (nth) => {
      const { version } = unwrap(
        await execute(reviewAggregate, ids[nth] ?? '', reviewOf('doc-0000001'), requestMeta())(),
      )
      if (version !== past + 1) throw new Error(`version ${version} instead of ${past + 1}`)
    })
    session.acknowledged.events += measured.operations
    return measured
  },
})

export interface DeliveryOrder {
  readonly subscribers: number
  readonly perSecond: number
  readonly events: number
}

export const subscriptionTasks = (session: StoreSession) => ({
  /** Measures the time from an append until each subscriber's handler has received the event. */
  measureDelivery: async ({ subscribers, perSecond, events }: DeliveryOrder) => {
    const stopping = new AbortController()
    const timer = deliveryTimer(subscribers)
    const head = unwrap(await session.store.head()())
    const follow = async () => {
      for await (const page of session.store.subscribe(head, stopping.signal))
        for (const { id } of page) timer.delivered(id)
    }
    const following = Promise.all(Array.from({ length: subscribers }, follow))
    const appendOne = async () => {
      const event = newEvent('doc-0000001')
      const received = timer.start(event.id)
      await appendEvents(session, newStream(), 'none', [event])
      await received
    }
    const latency = await timer.measure(perSecond, events, appendOne)
    stopping.abort()
    await following
    return latency
  },

  /** Reads the log from start to end with a handler that does nothing. */
  catchUp: async () => {
    const end = unwrap(await session.store.head()())
    const stopping = new AbortController()
    let events = 0
    const from = performance.now()
    for await (const page of session.store.subscribe(null, stopping.signal)) {
      events += page.length
      if (page.at(-1)?.position === end) break
    }
    const seconds = (performance.now() - from) / 1_000
    stopping.abort()
    return { events, rate: events / seconds }
  },
})

const eventsPerAppend = 10
/** Enough memory samples to average out garbage collection. */
const samples = 2_000

export const memoryTasks = (session: StoreSession) => ({
  /** Appends and consumes events concurrently; returns the rise of memory in the meantime, in MB. */
  appendAndConsume: async ({ events }: { readonly events: number }) => {
    const stopping = new AbortController()
    const points: [number, number][] = []
    const head = unwrap(await session.store.head()())
    const consume = async () => {
      let consumed = 0
      for await (const page of session.store.subscribe(head, stopping.signal)) {
        consumed += page.length
        if (consumed >= (events * points.length) / samples)
          points.push([consumed, process.memoryUsage().rss / 1_048_576])
        if (consumed >= events) return consumed
      }
      return consumed
    }
    const consuming = consume()
    const appended = await closedLoop(16, { operations: events / eventsPerAppend }, (nth) =>
      appendEvents(
        session,
        newStream(),
        'none',
        Array.from({ length: eventsPerAppend }, (_, n) => newEvent(docOf(nth * eventsPerAppend + n, 1_000))),
      ),
    )
    const consumed = await consuming
    stopping.abort()
    return { consumed, failed: appended.failed, riseMb: linearRise(points), lastMb: points.at(-1)?.[1] ?? 0 }
  },
})
