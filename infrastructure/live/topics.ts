import { liveTopics } from '../../application/all.ts'
import type { DomainEvent } from '../../application/event-registry.ts'
import type { LiveTopic } from '../../domain/kernel/vocabulary.ts'
import { notificationsOf, notifyingTypes } from '../../domain/notifications.ts'

/** Whether open screens refetch because of events of this type. */
export const hasTopic = (type: string): boolean =>
  ((liveTopics as Readonly<Record<string, unknown>>)[type] ?? null) !== null || notifyingTypes.has(type)

/** The accounts and clients whose open screens refetch because of an event, each with the topic. */
export const topicsOf = (event: DomainEvent): readonly (readonly [id: string, topic: LiveTopic])[] => [
  ...dataTopics(event),
  ...notificationsOf(event).map(({ to }) => [to, 'notifications'] as const),
]

const dataTopics = ({ type, data }: DomainEvent): readonly (readonly [id: string, topic: LiveTopic])[] => {
  const rule = liveTopics[type]
  const audience = typeof rule === 'function' ? rule(data as never) : rule
  if (audience === null) return []
  const [topic, ...fields] = audience
  return fields.flatMap((field) =>
    idsIn((data as Readonly<Record<string, unknown>>)[field]).map((id) => [id, topic] as const),
  )
}

/** A field holds an id, several ids, or null. */
const idsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
