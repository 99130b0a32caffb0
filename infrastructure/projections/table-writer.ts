import { setImmediate as turn } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { E } from '../../domain/kernel/fp.ts'
import {
  type AcquiredCheckpoint,
  checkpointMove,
  type CheckpointMove,
  firstExtraParameter,
  onlyIfMoved,
} from './checkpoints.ts'
import type { EncodedRows, Queryable, RowSink } from './projection-table.ts'

/** Rows per statement; larger writes use several statements in one transaction. */
const rowsPerStatement = 5_000

/** Writes rows and events set aside, and moves the checkpoint, atomically; false if another process has acquired the checkpoint. */
export type WriteRows = (
  writes: EncodedRows,
  checkpoint: AcquiredCheckpoint,
  move: Omit<CheckpointMove, 'values'>,
) => Promise<boolean>

interface TableWriterOptions {
  readonly pool: Pool
  /** How long an unresponsive process may hold the locks of a transaction. */
  readonly leaseMs: number
}

export const tableWriter = ({ pool, leaseMs }: TableWriterOptions, sink: RowSink): WriteRows => {
  const idleTimeout = `set local idle_in_transaction_session_timeout = ${leaseMs}`
  // keys to delete, keys to write and one array per column
  const moveAndWrite = checkpointMove(
    sink.write((n) => `$${firstExtraParameter + n}`, onlyIfMoved),
    2 + sink.fields.length,
  )
  const moreRows = `with ${sink.write((n) => `$${n + 1}`, 'true')} select`

  return async (writes, checkpoint, { to, setAside }) => {
    const [first, ...rest] = toChunks(sink, writes)
    const move = (db: Queryable) => moveAndWrite(db, checkpoint, { to, values: first(), setAside })
    const writeChunks = async (client: PoolClient) => {
      await client.query(idleTimeout)
      let earlier = move(client)
      for (const encode of rest) {
        // lets the statement be sent, so that Postgres executes it while the next chunk is encoded
        const [isOwner, values] = await Promise.all([earlier, turn().then(encode)])
        if (!isOwner) return false
        earlier = client.query(moreRows, [...values]).then(() => true)
      }
      return earlier
    }
    const moved = await (rest.length === 0 ? move(pool) : transaction(pool, writeChunks))
    if (moved) checkpoint.stored = checkpoint.readUpTo = to
    return moved
  }
}

/** Parameters of each statement: keys to delete, then one array per column, keys first. */
const toChunks = (sink: RowSink, { columns, gone }: EncodedRows): readonly [Chunk, ...Chunk[]] => {
  const count = columns[0]?.length ?? 0
  const slice = (from: number) =>
    columnLiterals(
      sink,
      columns.map((column) => column.slice(from, from + rowsPerStatement)),
    )
  const rest: Chunk[] = []
  for (let from = rowsPerStatement; from < count; from += rowsPerStatement) rest.push(() => [[], ...slice(from)])
  return [() => [gone, ...slice(0)], ...rest]
}
type Chunk = () => readonly [readonly string[], ...string[]]

/** Keys to delete, keys to write, and one array per column, as text. */
export const arrayLiterals = (sink: RowSink, { columns, gone }: EncodedRows): readonly string[] => [
  arrayLiteral(gone, true),
  ...columnLiterals(sink, columns),
]

const columnLiterals = ({ fields }: RowSink, columns: EncodedRows['columns']): readonly string[] =>
  columns.map((column, n) => arrayLiteral(column, n === 0 || fields[n - 1]?.quoted === true))

/** An array literal of Postgres. */
const arrayLiteral = (texts: readonly (string | null)[], quoted: boolean): string => {
  const write = (text: string | null) => (text === null ? 'NULL' : quoted ? quoteElement(text) : text)
  return `{${texts.map(write).join(',')}}`
}
const quoteElement = (text: string) => `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`

/** Commits if `work` resolves to true, otherwise rolls back. */
export const transaction = async (pool: Pool, work: (client: PoolClient) => Promise<boolean>): Promise<boolean> => {
  const client = await pool.connect()
  // a connection lost between two statements makes the next one fail
  client.on('error', ignoreError)
  let broken = true
  try {
    await client.query('begin')
    const isCommitted = await work(client)
    await client.query(isCommitted ? 'commit' : 'rollback')
    broken = false
    return isCommitted
  } catch (error) {
    broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.off('error', ignoreError)
    client.release(broken)
  }
}
const ignoreError = () => undefined

/** A left if the rows themselves were rejected and a retry would fail too; rethrows any other error. */
export const rejectedRows = (error: unknown): E.Either<string, never> => {
  const { code } = error as { readonly code?: unknown }
  if (typeof code === 'string' && /^(22|23|54)/.test(code))
    return E.left(`Postgres rejected the row (SQLSTATE ${code})`)
  throw error
}
