import { z } from 'zod'
import { concernedAccounts } from '../../domain/audit/concerned-accounts.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import type { Projection } from '../projection.ts'
import { allEvents, eventsInSegment, type KnownEvent, segmentOf } from './audit-events.ts'

/** What events can be found by. */
type TermKind = 'account' | 'actor' | 'category' | 'correlation' | 'event' | 'stream' | 'type'

/** A value that events have, for example the id of their actor. */
export interface Term {
  readonly kind: TermKind
  readonly value: string
}

/** Ids of events begin with their time; those of four seconds have the same start, and share postings. */
const startOfId = (id: string) => id.slice(0, 10)

/** `account:8c1f…`: the start of the keys of the term's postings. */
export const termKey = ({ kind, value }: Term): string => `${kind}:${kind === 'event' ? startOfId(value) : value}`

/** Most parts of the log have events of most of these terms, so their postings name parts of ten segments. */
const isFrequent = ({ kind }: Pick<Term, 'kind'>) => kind === 'category' || kind === 'type'

/** The part of the log that the term's posting of an event names: the start of its position. */
export const postedPart = (term: Pick<Term, 'kind'>, position: Position): string =>
  isFrequent(term) ? segmentOf(position).slice(0, -1) : segmentOf(position)

/** Events that a posted part has, about. */
export const eventsInPart = (term: Pick<Term, 'kind'>): number =>
  isFrequent(term) ? 10 * eventsInSegment : eventsInSegment

/** The segments of a part that a term's posting names. */
export const segmentsInPart = (term: Pick<Term, 'kind'>, part: string): readonly string[] =>
  isFrequent(term) ? Array.from({ length: 10 }, (_, digit) => `${part}${digit}`) : [part]

/** Digits at the end of a posted part that its row holds. */
const offsetDigits = 2

/** The digits of a posted part that the key of its row holds. */
export const blockOf = (part: string): string => part.slice(0, -offsetDigits)

const termsOf = ({ id, stream, event, meta }: EventEnvelope<KnownEvent>): readonly Term[] => [
  { kind: 'event', value: id },
  { kind: 'stream', value: stream },
  { kind: 'category', value: stream.split('-', 1)[0] ?? '' },
  { kind: 'type', value: event.type },
  { kind: 'correlation', value: meta.correlationId },
  ...(meta.actor.id === null ? [] : [{ kind: 'actor', value: meta.actor.id } as const]),
  ...concernedAccounts(event).map((value) => ({ kind: 'account', value }) as const),
]

const AuditPostingsRowSchema = z.object({
  /** The last digits of parts of the log, whose first ones are in the key; separated by spaces, the latest first. */
  offsets: z.string(),
})
export type AuditPostingsRow = z.infer<typeof AuditPostingsRowSchema>

/**
 * An inverted index of the log, for auditors: which parts of it have events of a term. The key is `<term> <block>`.
 * @rule D-48
 */
export const auditPostings: Projection<AuditPostingsRow, KnownEvent> = {
  name: 'audit_postings',
  version: 1,
  row: AuditPostingsRowSchema,
  columns: { offsets: { type: 'text' } },
  indexes: [],
  events: allEvents,
  keys: (recorded) =>
    termsOf(recorded).map((term) => `${termKey(term)} ${blockOf(postedPart(term, recorded.position))}`),
  evolve: (row, { position }, key) => {
    const { length } = key.slice(key.lastIndexOf(' ') + 1)
    const offset = position.slice(length, length + offsetDigits)
    if (row === null) return { offsets: offset }
    return row.offsets.startsWith(offset) ? row : { offsets: `${offset} ${row.offsets}` }
  },
}
