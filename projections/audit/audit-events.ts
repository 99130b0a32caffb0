import { z } from 'zod'
import { aggregates, type DomainEvent } from '../../domain/all.ts'
import { concernedAccounts } from '../../domain/audit/concerned-accounts.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventCodec, EventFamily } from '../../domain/kernel/event.ts'
import type { Projection } from '../projection.ts'

const families: readonly { readonly events: EventFamily<AnyEvent> }[] = Object.values(aggregates)

export type KnownEvent = DomainEvent

/** Every event that the code knows. */
export const allEvents: EventFamily<DomainEvent> = {
  codecs: new Map(families.flatMap(({ events }): [string, EventCodec<AnyEvent>][] => [...events.codecs])),
}

const IndexedEvent = z.object({
  position: z.string(),
  id: z.string(),
  stream: z.string(),
  type: z.string(),
  at: z.string(),
  actor: z.string().nullable(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  /** Accounts and clients that the event is about. */
  accounts: z.array(z.string()),
})

const AuditEventsRowSchema = z.object({
  /** In the order of the log. */
  events: z.array(IndexedEvent),
})
export type AuditEventsRow = z.infer<typeof AuditEventsRowSchema>

/**
 * The start of a position, which about ten events share. Postgres numbers events with 20 digits; positions in EventStoreDB,
 * `<commit>:<prepare>` with 20 digits each, count bytes, and most events have about a thousand.
 */
export const segmentOf = (position: Position): string => position.slice(0, position.includes(':') ? 16 : 19)

/** Events that a segment has, about. */
export const eventsInSegment = 10

/**
 * The log without data, for auditors: a row for each segment, which is its key. A row for each event would cost several times
 * as much to write.
 * @rule D-48
 */
export const auditEvents: Projection<AuditEventsRow, DomainEvent> = {
  name: 'audit_events',
  version: 2,
  row: AuditEventsRowSchema,
  columns: { events: { type: 'json' } },
  indexes: [],
  events: allEvents,
  keys: ({ position }) => [segmentOf(position)],
  evolve: (row, { id, position, stream, event, meta }) => {
    const indexed = {
      position,
      id,
      stream,
      type: event.type,
      at: meta.occurredAt,
      actor: meta.actor.id,
      correlationId: meta.correlationId,
      causationId: meta.causationId,
      accounts: [...concernedAccounts(event)],
    }
    return { events: [...(row?.events ?? []), indexed] }
  },
}

const AuditHourRowSchema = z.object({
  /** Positions of the first and the last event of the hour, in the order of the log. */
  firstPosition: z.string(),
  lastPosition: z.string(),
  events: z.number(),
})
export type AuditHourRow = z.infer<typeof AuditHourRowSchema>

/** Where the events of each hour are in the log, which is not exactly in the order of their times. @rule D-48 */
export const auditHours: Projection<AuditHourRow, DomainEvent> = {
  name: 'audit_hours',
  version: 1,
  row: AuditHourRowSchema,
  columns: {
    firstPosition: { type: 'text' },
    lastPosition: { type: 'text' },
    events: { type: 'int' },
  },
  indexes: [],
  events: allEvents,
  keys: ({ meta }) => [hourOf(meta.occurredAt)],
  evolve: (row, { position }) => {
    const { firstPosition, events } = row ?? { firstPosition: position, events: 0 }
    return { firstPosition, lastPosition: position, events: events + 1 }
  },
}

/** `2026-03-01T09`, in UTC: the key of its row. */
export const hourOf = (instant: string): string => new Date(instant).toISOString().slice(0, 13)
