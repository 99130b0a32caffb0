import { type DomainEvent, eventRegistry } from '../../application/event-registry.ts'
import type { History } from '../../application/history.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { type CaseEvent, CaseEvents } from '../../domain/moderation/case.ts'
import { type Topic, topicsOf } from './topics.ts'

export { topicsOf } from './topics.ts'

export interface QueueChange {
  readonly caseId: string
  readonly kind: CaseEvent['data']['kind']
  readonly targetId: string
  readonly change: (typeof queueChanges)[CaseEvent['type']]
}

export interface LiveUpdates {
  readonly subscribeToAccount: (
    whose: { readonly accountId: string; readonly clientId: string | null },
    heard: (topic: Topic) => void,
  ) => () => void
  readonly subscribeToQueue: (
    after: Position | null,
    heard: (change: QueueChange, position: Position) => void,
  ) => () => void
  readonly close: () => Promise<void>
}

export interface LiveOptions {
  readonly store: Pick<EventStore, 'subscribe' | 'head'>
  readonly history: Pick<History, 'decode'>
  readonly projections: Projections
  /** All projections that screens read; updates are sent once all of them show the events. */
  readonly names: readonly string[]
}

/** Updates are sent after this time even if the read models lag; screens then refresh by themselves. */
const readModelTimeoutMs = 5_000
const queueChanges = {
  CaseOpened: 'opened',
  CaseEscalated: 'escalated',
  CaseReprioritised: 'reprioritised',
  CaseDueSoon: 'due-soon',
  CaseBecameOverdue: 'overdue',
  CaseClaimed: 'claimed',
  ClaimReleased: 'released',
  ClaimExpired: 'expired',
  CaseClosed: 'closed',
} as const

/** Notifies screens of changes once the read models show them. */
export const liveUpdates = ({ store, history, projections, names }: LiveOptions): LiveUpdates => {
  const closing = new AbortController()
  const listeners = new Map<string, Set<(topic: Topic) => void>>()

  async function* happenings(
    after: Position | null,
    signal: AbortSignal,
  ): AsyncGenerator<readonly EventEnvelope<DomainEvent>[]> {
    for await (const page of store.subscribe(after, signal)) {
      const decoded = await history.decode(eventRegistry, page, 'blank')()
      if (E.isLeft(decoded)) continue
      const last = page.at(-1)
      if (last !== undefined) await projections.waitFor(names, last.position, readModelTimeoutMs)
      yield decoded.right.flatMap((one) => (E.isRight(one) ? [one.right] : []))
    }
  }

  const tellAccounts = async () => {
    for await (const page of happenings(await headOf(store), closing.signal)) {
      const told = new Set<string>()
      for (const [id, topic] of page.flatMap(({ event }) => topicsOf(event))) {
        if (told.has(`${id} ${topic}`)) continue
        told.add(`${id} ${topic}`)
        for (const heard of listeners.get(id) ?? []) heard(topic)
      }
    }
  }
  const telling = tellAccounts()

  const tellQueue = async (
    after: Position | null,
    heard: (change: QueueChange, position: Position) => void,
    signal: AbortSignal,
  ) => {
    for await (const page of happenings(after ?? (await headOf(store)), signal))
      for (const { event, position } of page) {
        if (!isCaseEvent(event)) continue
        const { caseId, kind, targetId } = event.data
        heard({ caseId, kind, targetId, change: queueChanges[event.type] }, position)
      }
  }

  return {
    subscribeToAccount: ({ accountId, clientId }, heard) => {
      const ids = clientId === null ? [accountId] : [accountId, clientId]
      for (const id of ids) listeners.set(id, (listeners.get(id) ?? new Set()).add(heard))
      return () => {
        for (const id of ids) {
          listeners.get(id)?.delete(heard)
          if (listeners.get(id)?.size === 0) listeners.delete(id)
        }
      }
    },
    subscribeToQueue: (after, heard) => {
      const gone = new AbortController()
      void tellQueue(after, heard, AbortSignal.any([gone.signal, closing.signal]))
      return () => gone.abort()
    },
    close: async () => {
      closing.abort()
      await telling
    },
  }
}

const headOf = async (store: Pick<EventStore, 'head'>): Promise<Position | null> => {
  const head = await store.head()()
  return E.isRight(head) ? head.right : null
}

const isCaseEvent = (event: DomainEvent): event is CaseEvent => CaseEvents.codecs.has(event.type)
