import type { z } from 'zod'
import type { EventEnvelope } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventFamily } from '../domain/kernel/event.ts'

/** How a column is kept. `instant` is an ISO text in the row and a timestamptz on disk; `json` holds any JSON value. */
export type ColumnType = 'text' | 'int' | 'bigint' | 'numeric' | 'bool' | 'instant' | 'day' | 'json'

export interface Column<Field extends string = string, Value = unknown> {
  readonly type: ColumnType
  /**
   * Personal data in clear, the only places of the whole database where it may stand so: whose it is, by which other field
   * of the row, and what it reads as once they have been erased, unless it is null. The same as the events then say.
   */
  readonly pii?: { readonly of: Field; readonly erased: Value }
}

/**
 * One question's answer, kept up to date: a pure fold from events to rows. The same fold serves Postgres, memory (tests,
 * time travel, what-if) and rebuild. Raise `version` whenever rows would come out differently.
 */
export interface Projection<Row extends object, Event extends AnyEvent = AnyEvent> {
  /** Also the table's name: lower case and `_`. */
  readonly name: string
  readonly version: number
  readonly row: z.ZodType<Row>
  /** Every field of the row, in table order; the key stands in a further column `key text primary key`. */
  readonly columns: { readonly [K in keyof Row]-?: Column<keyof Row & string, Row[K]> }
  /** A row is this account's or client's alone, and goes when they are erased. */
  readonly erasedWith?: keyof Row & string
  /**
   * Column lists, each an index: `['client_id, created_at desc']`; `… where closed_at is null` keeps it to some rows, and
   * `using gin (…)` is one of another kind. Column names are the row's in snake case.
   */
  readonly indexes: readonly string[]
  readonly events: EventFamily<Event>
  /** Which rows this event touches. */
  readonly keys: (recorded: EventEnvelope<Event>) => readonly string[]
  /** The row after the event; null deletes it. Never throws, never looks elsewhere. */
  readonly evolve: (row: Row | null, recorded: EventEnvelope<Event>, key: string) => Row | null
}
