import { z } from 'zod'
import { openingReasonLengths } from '../../../domain/audit/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, enteredInstant, id, instant, pageLimit, positionPattern, text } from '../fields.ts'

const position = z.string().regex(positionPattern)
const invalidMark = 'Indica un istante o una posizione del registro'
/** A moment in the life of a stream. */
const mark = z
  .union([position, enteredInstant], invalidMark)
  .meta({ description: 'An instant (ISO 8601), or a position of the log: what was recorded up to then' })

const invalidVersion = 'Indica un numero intero positivo'
const version = z.coerce
  .number(invalidVersion)
  .int(invalidVersion)
  .min(1, invalidVersion)
  .max(Number.MAX_SAFE_INTEGER, invalidVersion)

const sealedFields =
  'A field that is encrypted for a person and not opened is {"sealed": true, "subject": id of the account or client}'

const auditedEvent = z
  .object({
    id,
    type: z.string(),
    version: z.int().min(1),
    position,
    at: instant,
    actor: z.object({ id: z.string().nullable(), role: z.string() }),
    data: z.record(z.string(), z.unknown()).meta({ description: sealedFields }),
    causationId: z.string().nullable(),
    correlationId: z.string(),
    leafIndex: z.int().min(0).nullable().meta({ description: 'In the Merkle tree; null until it is there' }),
  })
  .meta({ id: 'AuditedEvent' })

const shownState = {
  state: z.unknown().meta({
    description: `The aggregate’s state. ${sealedFields}; sealed numbers have their value after erasure. Maps are objects, sets are objects of true`,
  }),
  omitted: z.int().min(0).meta({ description: 'Entries of large collections that the state leaves out' }),
}

const stateAt = z
  .object({ at: instant.nullable(), position: position.nullable(), ...shownState })
  .meta({ id: 'StateAt' })

const change = z
  .object({
    path: z.string().meta({ description: 'JSON Pointer (RFC 6901) into the state' }),
    before: z.unknown(),
    after: z.unknown(),
    eventId: id,
    type: z.string(),
  })
  .meta({ id: 'StateChange' })

const streamName = z.object({ stream: z.string() })

/** Streams of the log as auditors read them, and the opening of their personal fields. */
export const streams = {
  auditedStream: endpoint({
    method: 'GET',
    path: '/api/audit/streams/:stream',
    summary: 'Shows the events of a stream, oldest first, and its state at any moment; personal fields stay sealed',
    access: 'auditor',
    params: streamName,
    query: z.object({
      at: mark.optional(),
      version: version.optional().meta({ description: 'Shows the stream as it was after this event, instead of `at`' }),
      from: version.optional(),
      limit: pageLimit(200),
      cursor,
    }),
    response: z.object({
      stream: z.string(),
      events: z.array(auditedEvent),
      lastVersion: z.int().min(0).meta({ description: 'Of the last event up to the moment; 0 before the first one' }),
      ...shownState,
      nextCursor: z.string().nullable(),
    }),
    rateLimit: 'audit',
    respondsWithSecret: true,
    recorded: { what: 'staff-read', why: 'stream' },
  }),
  streamChanges: endpoint({
    method: 'GET',
    path: '/api/audit/streams/:stream/diff',
    summary: 'Compares the states of a stream at two moments: what changed, and by which event',
    access: 'auditor',
    params: streamName,
    query: z.object({ from: mark, to: mark }),
    response: z.object({
      from: stateAt,
      to: stateAt,
      changes: z.array(change),
      continuesAfter: position
        .nullable()
        .meta({ description: 'Position of the last event whose changes are listed, to go on from; null if all are' }),
    }),
    rateLimit: 'audit',
    respondsWithSecret: true,
    recorded: { what: 'staff-read', why: 'stream' },
  }),
  openStream: endpoint({
    method: 'POST',
    path: '/api/audit/openings',
    summary:
      'Opens the personal fields of a stream for the caller and one hour; each person concerned receives the reason by letter',
    access: 'admin',
    body: z.strictObject({ stream: text(1, 200), reason: text(openingReasonLengths.min, openingReasonLengths.max) }),
    response: z.object({ openingId: id, until: instant }),
    status: 201,
    rateLimit: 'opening',
    idempotent: true,
    recorded: { what: 'opening', why: 'stream' },
  }),
}
