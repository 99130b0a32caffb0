import type { RecordedEvent } from '../../application/ports/event-store.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { onOwnConnection } from '../postgres/postgres.ts'
import { servingStatus } from './builds.ts'
import {
  type AnyProjection,
  describeUnreadable,
  foldInto,
  handledEvents,
  isErasure,
  type ProjectionRow,
  rowKeys,
  type RowsByKey,
} from './fold.ts'
import { loadRows, type ProjectionTable } from './projection-table.ts'
import type { ReaderRuntime } from './reader-runtime.ts'
import { loadSetAside, type SetAsideEvent } from './set-aside.ts'

export interface ExplainedColumn {
  readonly column: string
  /** Null also if the row does not exist; `(personal data)` instead of personal data. */
  readonly inTable: unknown
  readonly fromLog: unknown
  readonly differs: boolean
}

export interface ExplainedEvent {
  /** Without personal data. */
  readonly recorded: EventEnvelope
  /** Why the table does not show it, or the fold cannot apply it. */
  readonly note: string | null
}

/** A row of a read model as stored and as folded from the log, and the events that touch it. */
export interface RowExplanation {
  readonly relation: string
  /** Position of the table; both rows are as of it. */
  readonly asOf: Position | null
  readonly isStored: boolean
  /** Whether a row results from the log. */
  readonly isFolded: boolean
  readonly columns: readonly ExplainedColumn[]
  /** In the order of the log, up to its present end. */
  readonly events: readonly ExplainedEvent[]
  /** Events that cannot be read and may belong to the row. */
  readonly unreadable: readonly string[]
}

type ExplainRuntime = Pick<ReaderRuntime, 'store' | 'history' | 'pool'>

/**
 * Compares a row with the log, which it reads from the beginning. Personal data is compared but not returned. Null if no
 * table of this version is serving.
 */
export const explainRow = async (
  runtime: ExplainRuntime,
  projection: AnyProjection,
  key: string,
): Promise<RowExplanation | null> => {
  const status = await servingStatus(runtime.pool, projection)
  if (status.type !== 'Current') return null
  const tableState = await readTableState(runtime, status.table, key)
  const { folded, events, unreadable } = await foldRowFromLog(runtime, projection, key, tableState)
  return {
    relation: status.table.relation,
    asOf: tableState.asOf,
    isStored: tableState.stored !== null,
    isFolded: folded !== null,
    columns: compareColumns(projection, status.table, tableState.stored, folded),
    events: await withoutPersonalData(runtime, projection, events),
    unreadable,
  }
}

interface TableState {
  readonly stored: ProjectionRow | null
  readonly asOf: Position | null
  /** Events set aside for the row, or because they cannot be read. */
  readonly setAside: readonly SetAsideEvent[]
}

const maxSetAside = 10_000

/** Row, position of the table and events set aside, as of one moment. */
const readTableState = ({ pool }: ExplainRuntime, table: ProjectionTable, key: string): Promise<TableState> =>
  onOwnConnection(pool, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ position: string | null }>(
      'select position from ops.checkpoints where name = $1',
      [table.relation],
    )
    const stored = (await loadRows(client, table, [key])).get(key) ?? null
    const setAside = await loadSetAside(client, table.relation, { position: '', key: '' }, maxSetAside)
    return {
      stored,
      asOf: rows[0]?.position ?? null,
      setAside: setAside.filter((event) => event.key === key || event.key === ''),
    }
  })

interface TouchingEvent {
  readonly stored: RecordedEvent
  readonly note: string | null
}

interface FoldedRow {
  readonly folded: ProjectionRow | null
  readonly events: readonly TouchingEvent[]
  readonly unreadable: readonly string[]
}

const foldRowFromLog = async (
  runtime: ExplainRuntime,
  projection: AnyProjection,
  key: string,
  { asOf, setAside }: TableState,
): Promise<FoldedRow> => {
  const rows: RowsByKey = new Map()
  const keysOf = rowKeys(projection)
  const events: TouchingEvent[] = []
  const unreadable: string[] = []
  let failed = false
  const setAsideNotes = new Map(setAside.map(({ position, reason }) => [position, setAsideNote(reason)]))

  const fold = (recorded: EventEnvelope): string | null => {
    if (failed || asOf === null || recorded.position > asOf) return null
    const outcome = foldInto(projection, [recorded], rows, { isBlocked: (_, other) => other !== key })
    if (E.isRight(outcome)) return null
    failed = true
    return `cannot be applied: ${outcome.left}`
  }
  for await (const page of decodedPages(runtime, projection))
    for (const { stored, decoded } of page) {
      if (E.isLeft(decoded)) {
        unreadable.push(`${stored.position} ${stored.stream}: ${describeUnreadable(decoded.left)}`)
        continue
      }
      const [recorded, before] = [decoded.right, rows.get(key)]
      const touches = keysOf(recorded).includes(key)
      if (!touches && !isErasure(stored)) continue
      const failure = fold(recorded)
      if (!touches && rows.get(key) === before) continue
      const unread = asOf === null || stored.position > asOf ? 'not read by the table yet' : null
      events.push({ stored, note: failure ?? setAsideNotes.get(stored.position) ?? unread })
    }
  return { folded: rows.get(key) ?? null, events, unreadable }
}

const setAsideNote = (reason: string | null) =>
  reason === null ? 'set aside behind an earlier event' : `set aside: ${reason}`

/** The events that the projection handles, decoded, up to the end of the log. */
export async function* decodedPages(
  { store, history }: Pick<ReaderRuntime, 'store' | 'history'>,
  projection: AnyProjection,
  pageSize = 1_000,
) {
  const family = handledEvents(projection)
  const personalData = hasPersonalData(projection) ? 'decrypted' : 'omitted'
  let after: Position | null = null
  for (let more = true; more;) {
    const read: E.Either<{ readonly type: string }, readonly RecordedEvent[]> = await store.readAll(after, pageSize)()
    if (E.isLeft(read)) throw new Error(`the log cannot be read after ${after ?? 'its beginning'}: ${read.left.type}`)
    const handled = read.right.filter(({ type }) => family.codecs.has(type))
    const decoded = await history.decode(family, handled, personalData)()
    if (E.isLeft(decoded)) throw new Error(`events cannot be decrypted: ${decoded.left.type}`)
    yield decoded.right.flatMap((outcome, i) => {
      const stored = handled[i]
      return stored === undefined ? [] : [{ stored, decoded: outcome }]
    })
    after = read.right.at(-1)?.position ?? after
    more = read.right.length === pageSize
  }
}

const hasPersonalData = ({ columns }: AnyProjection) => Object.values(columns).some(({ pii }) => pii !== undefined)

/** Decodes the events again; all of them have been decoded before. */
const withoutPersonalData = async (
  { history }: ExplainRuntime,
  projection: AnyProjection,
  events: readonly TouchingEvent[],
): Promise<readonly ExplainedEvent[]> => {
  const stored = events.map((event) => event.stored)
  const decoded = await history.decode(handledEvents(projection), stored, 'omitted')()
  if (E.isLeft(decoded)) throw new Error(`events cannot be decrypted: ${decoded.left.type}`)
  return decoded.right.flatMap((outcome, i) =>
    E.isLeft(outcome) ? [] : [{ recorded: outcome.right, note: events[i]?.note ?? null }],
  )
}

const compareColumns = (
  projection: AnyProjection,
  { fields }: ProjectionTable,
  stored: ProjectionRow | null,
  folded: ProjectionRow | null,
): readonly ExplainedColumn[] =>
  fields.map(({ field, encode }) => {
    const [inTable, fromLog] = [stored?.[field] ?? null, folded?.[field] ?? null]
    const text = (value: unknown) => (value === null ? null : encode(value))
    const shown = (value: unknown) =>
      value !== null && projection.columns[field]?.pii !== undefined ? '(personal data)' : value
    return {
      column: field,
      inTable: shown(inTable),
      fromLog: shown(fromLog),
      differs: text(inTable) !== text(fromLog),
    }
  })
