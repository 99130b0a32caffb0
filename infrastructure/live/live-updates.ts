import { setTimeout as pause } from 'node:timers/promises'
import { type DomainEvent, eventRegistry } from '../../application/event-registry.ts'
import type { History } from '../../application/history.ts'
import type { LiveTopic } from '../../domain/kernel/vocabulary.ts'
import { affectsQueue, queueChangeOf } from '../../application/moderation/queue-changes.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import type { LiveUpdates } from '../../application/moderation/ports.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { whileInUse } from '../while-in-use.ts'
import { hasTopic, topicsOf } from './topics.ts'

export { topicsOf } from './topics.ts'

interface ClosableLiveUpdates extends LiveUpdates {
  readonly close: () => Promise<void>
}

export interface LiveOptions {
  readonly store: Pick<EventStore, 'subscribe' | 'head'>
  readonly history: Pick<History, 'decode'>
  readonly projections: Projections
  /** All projections that screens read; updates are sent once all of them show the events. */
  readonly projectionNames: readonly string[]
  /** Called when the log cannot be followed from where it was; updates continue at its end. */
  readonly onFailure: (error: unknown) => void
}

/** Updates are sent after this time even if the read models lag; screens then refresh by themselves. */
const readModelTimeoutMs = 5_000
const retryMs = 1_000

type EventPage = readonly EventEnvelope<DomainEvent>[]

/** Notifies screens of changes once the read models show them. Without listeners it does not follow the log. */
export const liveUpdates = (options: LiveOptions): ClosableLiveUpdates => {
  const closing = new AbortController()
  const listeners = accountListeners()

  const notifyAccounts = (page: EventPage) => {
    const notified = new Set<string>()
    for (const [id, topic] of page.flatMap(({ event }) => topicsOf(event))) {
      if (notified.has(`${id} ${topic}`)) continue
      notified.add(`${id} ${topic}`)
      listeners.notify(id, topic)
    }
  }
  const accounts = whileInUse((signal) => follow(options, null, hasTopic, notifyAccounts, signal), closing.signal)

  return {
    subscribeToAccount: ({ accountId, clientId }, listener) => {
      const remove = listeners.add(clientId === null ? [accountId] : [accountId, clientId], listener)
      const leave = accounts.enter()
      return () => {
        leave()
        remove()
      }
    },
    subscribeToQueue: (after, listener) => {
      const unsubscribed = new AbortController()
      const notify = async (page: EventPage) => {
        for (const { event, position } of page) {
          const change = queueChangeOf(event)
          if (change !== null) await listener(change, position)
          if (unsubscribed.signal.aborted) return
        }
      }
      void follow(options, after, affectsQueue, notify, AbortSignal.any([unsubscribed.signal, closing.signal]))
      return () => unsubscribed.abort()
    },
    close: async () => {
      closing.abort()
      await accounts.ended()
    },
  }
}

/** Decoded pages of the events that `concerns` selects; others are neither decoded nor waited for. */
async function* decodedPages(
  { store, history, projections, projectionNames }: LiveOptions,
  after: Position | null,
  concerns: (eventType: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<EventPage> {
  for await (const page of store.subscribe(after, signal)) {
    const concerned = page.filter(({ type }) => concerns(type))
    const last = concerned.at(-1)
    if (last === undefined) continue
    const decoded = await history.decode(eventRegistry, concerned, 'omitted')()
    if (E.isLeft(decoded)) continue
    await projections.waitFor(projectionNames, last.position, readModelTimeoutMs)
    yield decoded.right.flatMap((outcome) => (E.isRight(outcome) ? [outcome.right] : []))
  }
}

/**
 * Passes on the events after a position until the signal aborts; those from now on if the position is null, forged or
 * from before a backup was restored. Never rejects: if the log cannot be read from there, it continues at the end, and
 * screens miss changes until they refresh.
 */
const follow = async (
  options: LiveOptions,
  after: Position | null,
  concerns: (eventType: string) => boolean,
  take: (page: EventPage) => Promise<void> | void,
  signal: AbortSignal,
) => {
  for (let from = after; !signal.aborted; from = null)
    try {
      for await (const page of decodedPages(options, await startAt(options.store, from), concerns, signal))
        await take(page)
    } catch (error) {
      options.onFailure(error)
      await pause(retryMs, undefined, { signal }).catch(() => undefined)
    }
}

type TopicListener = (topic: LiveTopic) => void

/** Listeners by the id of an account or client. */
const accountListeners = () => {
  const listeners = new Map<string, Set<TopicListener>>()
  return {
    notify: (id: string, topic: LiveTopic) => listeners.get(id)?.forEach((listener) => listener(topic)),
    /** Returns how to remove it. */
    add: (ids: readonly string[], listener: TopicListener) => {
      for (const id of ids) listeners.set(id, (listeners.get(id) ?? new Set()).add(listener))
      return () => {
        for (const id of ids) {
          listeners.get(id)?.delete(listener)
          if (listeners.get(id)?.size === 0) listeners.delete(id)
        }
      }
    },
  }
}

/** The position, or the end of the log if it is null or not reached yet. */
const startAt = async (store: Pick<EventStore, 'head'>, after: Position | null): Promise<Position | null> => {
  const head = await store.head()()
  if (E.isLeft(head)) throw new Error('The event log is unavailable', { cause: head.left })
  return after !== null && head.right !== null && after <= head.right ? after : head.right
}
