import type { z } from 'zod'
import type { EventEnvelope } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventFamily } from '../domain/kernel/event.ts'

/** Column types. `instant` is ISO text in the row and timestamptz in the database; `json` holds any JSON value. */
export type ColumnType = 'text' | 'int' | 'bigint' | 'numeric' | 'bool' | 'instant' | 'day' | 'json'

export interface Column<Field extends string = string, Value = unknown> {
  readonly type: ColumnType
  /**
   * Personal data, stored in plain text in read models only. `of` is the field with the subject's id, `erased` the
   * value after erasure; null stays null. Must equal what the erased events decode to.
   */
  readonly pii?: { readonly of: Field; readonly erased: Value }
}

/**
 * A read model: a pure fold from events to rows. The same fold serves Postgres, memory (tests, case replay, previews)
 * and rebuilds. Increase `version` whenever rows would differ.
 */
export interface Projection<Row extends object, Event extends AnyEvent = AnyEvent> {
  /** Also the table name: lower case and `_`. */
  readonly name: string
  readonly version: number
  readonly row: z.ZodType<Row>
  /** Every field of the row in table order; the key is an additional column `key text primary key`. */
  readonly columns: { readonly [K in keyof Row]-?: Column<keyof Row & string, Row[K]> }
  /** Field with the account or client a row belongs to; the row is deleted on their erasure. */
  readonly erasedWith?: keyof Row & string
  /**
   * Indexes as column lists: `['client_id, created_at desc']`; `… where closed_at is null` for a partial index, `using
   * gin (…)` for another method. Columns are the row's fields in snake case.
   */
  readonly indexes: readonly string[]
  /**
   * Default: an event that cannot be applied to a row is set aside, with all later events of that row, and the others go
   * on. `stop`: the whole read model stops at it.
   */
  readonly onFailedEvent?: 'stop'
  readonly events: EventFamily<Event>
  /**
   * Events before which none of their rows can exist, such as those whose id is the key; the engine does
   * not look for these rows. `all`: that is so for every event. Default: none.
   */
  readonly createdBy?: readonly Event['type'][] | 'all'
  /** Keys of the rows this event changes. */
  readonly keys: (recorded: EventEnvelope<Event>) => readonly string[]
  /** The row after the event; null deletes it. Pure and total. */
  readonly evolve: (row: Row | null, recorded: EventEnvelope<Event>, key: string) => Row | null
}
