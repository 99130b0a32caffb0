import { z } from 'zod'
import { nameCategories } from '../../domain/accounts/vocabulary.ts'
import { aggregates, type DomainEvent } from '../../domain/all.ts'
import { concernedAccounts } from '../../domain/audit/concerned-accounts.ts'
import type { AnyEvent, EventCodec, EventFamily } from '../../domain/kernel/event.ts'
import type { Projection } from '../projection.ts'

interface Family {
  readonly category: string
  readonly events: EventFamily<AnyEvent>
}
const families: readonly Family[] = Object.values(aggregates)

const allEvents: EventFamily<DomainEvent> = {
  codecs: new Map(families.flatMap(({ events }): [string, EventCodec<AnyEvent>][] => [...events.codecs])),
}

/** Whether streams of a category reserve names, as those of other categories do. */
export const isNameCategory = (category: string): boolean => nameCategories.some((name) => name === category)

/** Types of the events in streams of a category; empty for an unknown one. */
export const eventTypesOf = (category: string): readonly string[] => {
  const named = isNameCategory(category) ? aggregates.reservation.category : category
  return [...(families.find((family) => family.category === named)?.events.codecs.keys() ?? [])]
}

const AuditEventRowSchema = z.object({
  position: z.string(),
  /** The account or client by which this row finds the event; null in the row of the event itself. */
  account: z.string().nullable(),
  /** The other fields are null in rows that have an account. */
  stream: z.string().nullable(),
  type: z.string().nullable(),
  at: z.string().nullable(),
  actor: z.string().nullable(),
  correlationId: z.string().nullable(),
  causationId: z.string().nullable(),
  accounts: z.array(z.string()).nullable(),
})
export type AuditEventRow = z.infer<typeof AuditEventRowSchema>

/**
 * The log without data, for auditors: a row for each event, with the event's id as its key, and a narrow one for each
 * account or client that the event is about.
 * @rule D-48
 */
export const auditEvents: Projection<AuditEventRow, DomainEvent> = {
  name: 'audit_events',
  version: 1,
  row: AuditEventRowSchema,
  columns: {
    position: { type: 'text' },
    account: { type: 'text' },
    stream: { type: 'text' },
    type: { type: 'text' },
    at: { type: 'instant' },
    actor: { type: 'text' },
    correlationId: { type: 'text' },
    causationId: { type: 'text' },
    accounts: { type: 'json' },
  },
  indexes: [
    'position where account is null',
    'stream, position where account is null',
    'type, position where account is null',
    'actor, position where account is null and actor is not null',
    'correlation_id, position where account is null',
    'account, position where account is not null',
  ],
  events: allEvents,
  keys: ({ id, position, event }) => [id, ...concernedAccounts(event).map((_, n) => `${position} ${n}`)],
  evolve: (_row, { id, position, stream, event, meta }, key) => {
    const accounts = concernedAccounts(event)
    if (key !== id) return { ...withoutEvent, position, account: accounts[Number(key.split(' ')[1])] ?? null }
    return {
      position,
      account: null,
      stream,
      type: event.type,
      at: meta.occurredAt,
      actor: meta.actor.id,
      correlationId: meta.correlationId,
      causationId: meta.causationId,
      accounts: [...accounts],
    }
  },
}

const withoutEvent = {
  stream: null,
  type: null,
  at: null,
  actor: null,
  correlationId: null,
  causationId: null,
  accounts: null,
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
