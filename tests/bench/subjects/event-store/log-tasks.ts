import { handle } from '../../../../application/handle.ts'
import { historyOf } from '../../../../application/history.ts'
import type { Sealing } from '../../../../application/ports/sealing.ts'
import type { Aggregate } from '../../../../domain/kernel/decider.ts'
import type { EventMetadata } from '../../../../domain/kernel/event-envelope.ts'
import { E, TE } from '../../../../domain/kernel/fp.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
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
  /** Of one append. */
  readonly events: number
  /** `own`: a new stream each append; `hot`: one stream for all, and no version named. */
  readonly streams: 'own' | 'hot'
  readonly extent: Extent
}

export const appendTasks = (ours: StoreSession) => ({
  append: ({ callers, events, streams, extent }: AppendOrder) =>
    preparedLoop(callers, extent, (nth) => {
      const all = Array.from({ length: events }, () => newEvent(docOf(nth, 1_000)))
      const stream = newStream()
      return () =>
        streams === 'own' ? appendEvents(ours, stream, 'none', all) : appendEvents(ours, 'review-hot', 'any', all)
    }),

  /** So many events of so many documents, their events mixed. */
  fill: async ({ events, docs }: { readonly events: number; readonly docs: number }) => {
    const size = Math.min(100, events)
    const filled = await closedLoop(8, { operations: Math.ceil(events / size) }, (nth) => {
      const count = Math.min(size, events - nth * size)
      const all = Array.from({ length: count }, (_, n) => newEvent(docOf(nth * size + n, docs)))
      return appendEvents(ours, newStream(), 'none', all)
    })
    if (filled.failed > 0) throw new Error(filled.complaint ?? 'the log could not be filled')
    return filled.operations
  },
})

/** Personal data stays as it is: what sealing costs is another goal. */
export const plainSealing: Sealing = {
  seal: (events) => TE.right(events.map(({ event }) => event.data)),
  open: (events) => TE.right(events.map(({ data }) => data)),
  blank: (events) => events.map(({ data }) => data),
}

const reviewAggregate: Aggregate<ReviewGiven, ReviewGiven, Doc | null, 'TooMany'> = {
  category: 'review',
  events: benchEvents,
  initial: null,
  evolve: evolveDoc,
  decide: (command, doc) => ((doc?.reviews ?? 0) < 1_000 ? E.right([command]) : E.left('TooMany')),
}

/** What a request carries; emmett's events carry the same. */
export const requestMeta = (): EventMetadata => ({
  correlationId: newId(),
  causationId: null,
  actor: { id: 'account-0000001', role: 'client' },
  occurredAt: '2026-11-20T10:00:00.000Z' as Instant,
})

export interface CommandOrder {
  readonly callers: number
  readonly commands: number
  /** Events in a command's stream before it. */
  readonly past: number
}

export const commandTasks = (ours: StoreSession) => ({
  /** Each command meets a stream that no other touches. */
  command: async ({ callers, commands, past }: CommandOrder) => {
    const ids = Array.from({ length: commands }, newId)
    const events = () => Array.from({ length: past }, () => newEvent('doc-0000001'))
    const filled = await closedLoop(16, { operations: commands }, (nth) =>
      appendEvents(ours, `review-${ids[nth]}`, 'none', events()),
    )
    if (filled.failed > 0) throw new Error(filled.complaint ?? 'the streams could not be filled')
    const ask = handle({ history: historyOf(ours.store, plainSealing, benchEvents), newId })
    const measured = await closedLoop(callers, { operations: commands }, async (nth) => {
      const { version } = unwrap(await ask(reviewAggregate, ids[nth] ?? '', reviewOf('doc-0000001'), requestMeta())())
      if (version !== past + 1) throw new Error(`version ${version} instead of ${past + 1}`)
    })
    ours.acknowledged.events += measured.operations
    return measured
  },
})

export interface DeliveryOrder {
  readonly subscribers: number
  readonly perSecond: number
  readonly events: number
}

export const subscriptionTasks = (ours: StoreSession) => ({
  /** How long after an append began each subscriber's handler had its event. */
  see: async ({ subscribers, perSecond, events }: DeliveryOrder) => {
    const leaving = new AbortController()
    const sight = deliveryTimer(subscribers)
    const head = unwrap(await ours.store.head()())
    const follow = async () => {
      for await (const page of ours.store.subscribe(head, leaving.signal))
        for (const { id } of page) sight.delivered(id)
    }
    const following = Promise.all(Array.from({ length: subscribers }, follow))
    const give = async () => {
      const event = newEvent('doc-0000001')
      const seen = sight.start(event.id)
      await appendEvents(ours, newStream(), 'none', [event])
      await seen
    }
    const latency = await sight.measure(perSecond, events, give)
    leaving.abort()
    await following
    return latency
  },

  /** From the start of the log to its end by a handler that does nothing. */
  catchUp: async () => {
    const end = unwrap(await ours.store.head()())
    const leaving = new AbortController()
    let events = 0
    const from = performance.now()
    for await (const page of ours.store.subscribe(null, leaving.signal)) {
      events += page.length
      if (page.at(-1)?.position === end) break
    }
    const seconds = (performance.now() - from) / 1_000
    leaving.abort()
    return { events, rate: events / seconds }
  },
})

const eventsPerAppend = 10
/** What the garbage collector leaves and takes from second to second must not count. */
const samples = 2_000

export const memoryTasks = (ours: StoreSession) => ({
  /** So many events appended and, at the same time, consumed: how much memory rises meanwhile, in MB. */
  endure: async ({ events }: { readonly events: number }) => {
    const leaving = new AbortController()
    const points: [number, number][] = []
    const head = unwrap(await ours.store.head()())
    const consume = async () => {
      let consumed = 0
      for await (const page of ours.store.subscribe(head, leaving.signal)) {
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
        ours,
        newStream(),
        'none',
        Array.from({ length: eventsPerAppend }, (_, n) => newEvent(docOf(nth * eventsPerAppend + n, 1_000))),
      ),
    )
    const consumed = await consuming
    leaving.abort()
    return { consumed, failed: appended.failed, riseMb: linearRise(points), lastMb: points.at(-1)?.[1] ?? 0 }
  },
})
