import { createHash } from 'node:crypto'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { servingStatus } from './builds.ts'
import { decodedPages } from './explain-row.ts'
import { type AnyProjection, foldInto, type ProjectionRow, type RowsByKey } from './fold.ts'
import { pagesOfRows, type ProjectionTable } from './projection-table.ts'
import type { ReaderRuntime } from './reader-runtime.ts'
import { transaction } from './table-writer.ts'

/** A table compared with the log. */
export interface TableCheck {
  /** The position both are at; null if the table has read nothing. */
  readonly position: Position | null
  readonly rows: number
  /** Of all rows of the table, whatever their order; 32 bytes. */
  readonly hash: Buffer
  readonly equal: boolean
}

export interface TableCheckOptions {
  readonly signal: AbortSignal
  /** Called after each page of the log, with the milliseconds it took. */
  readonly rest?: (workedMs: number) => Promise<void>
  /** Rows in memory at once. */
  readonly maxRows?: number
}

type CheckRuntime = Pick<ReaderRuntime, 'store' | 'history' | 'pool'>

const pageSize = 200

/**
 * Folds the log anew and compares the rows with those of the serving table at the same position. A large table is compared
 * in parts, each with a fold of the whole log that keeps the rows of this part only. Null if no table of this version is
 * serving, or the signal aborts.
 */
export const checkTable = async (
  runtime: CheckRuntime,
  projection: AnyProjection,
  options: TableCheckOptions,
): Promise<TableCheck | null> => {
  const status = await servingStatus(runtime.pool, projection)
  if (status.type !== 'Current') return null
  const { position, parts } = await hashTable(runtime, status.table, options)
  let equal = true
  for (const [part, stored] of parts.entries()) {
    const isInPart = (key: string) => partOf(key, parts.length) === part
    const folded = await foldPart(runtime, projection, { table: status.table, upTo: position, isInPart }, options)
    if (options.signal.aborted) return null
    equal = folded?.rows === stored.rows && folded.sum === stored.sum
    if (!equal) break
  }
  return {
    position,
    rows: parts.reduce((total, { rows }) => total + rows, 0),
    hash: toBytes(parts.reduce((total, { sum }) => total + sum, 0n)),
    equal,
  }
}

/** Number of rows and the sum of their hashes, which does not depend on their order. */
interface RowSum {
  rows: number
  sum: bigint
}

const modulus = 2n ** 256n
const toBytes = (sum: bigint): Buffer => Buffer.from((sum % modulus).toString(16).padStart(64, '0'), 'hex')

const addRow = (to: RowSum, { fields }: ProjectionTable, key: string, row: ProjectionRow): void => {
  const texts = fields.map(({ field, encode }) => {
    const value = row[field] ?? null
    return value === null ? null : encode(value)
  })
  const hash = createHash('sha256').update(JSON.stringify([key, ...texts]))
  to.rows++
  to.sum = (to.sum + BigInt(`0x${hash.digest('hex')}`)) % modulus
}

const partOf = (key: string, parts: number): number =>
  parts === 1 ? 0 : createHash('sha256').update(key).digest().readUInt32BE() % parts

interface HashedTable {
  readonly position: Position | null
  readonly parts: readonly RowSum[]
}

/** The sums of the parts of a table, and its position, as of one moment. */
const hashTable = async (
  { pool }: CheckRuntime,
  table: ProjectionTable,
  { maxRows = 50_000 }: TableCheckOptions,
): Promise<HashedTable> => {
  let hashed: HashedTable = { position: null, parts: [] }
  await transaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only')
    const { rows } = await client.query<{ position: string | null; rows: number }>(
      `select position, (select count(*)::float8 from read.${table.relation}) as rows from ops.checkpoints where name = $1`,
      [table.relation],
    )
    const count = Math.max(1, Math.ceil((rows[0]?.rows ?? 0) / maxRows))
    const parts = Array.from({ length: count }, (): RowSum => ({ rows: 0, sum: 0n }))
    for await (const page of pagesOfRows(client, table, pageSize))
      for (const [key, row] of page) {
        const part = parts[partOf(key, count)]
        if (part !== undefined && row !== null) addRow(part, table, key, row)
      }
    hashed = { position: rows[0]?.position ?? null, parts }
    return false
  })
  return hashed
}

interface Part {
  readonly table: ProjectionTable
  readonly upTo: Position | null
  readonly isInPart: (key: string) => boolean
}

/** The sum of the rows of a part according to the log; null if an event cannot be applied. */
const foldPart = async (
  runtime: CheckRuntime,
  projection: AnyProjection,
  { table, upTo, isInPart }: Part,
  { signal, rest = () => Promise.resolve() }: TableCheckOptions,
): Promise<RowSum | null> => {
  const rows: RowsByKey = new Map()
  let startedAt = performance.now()
  for await (const page of upTo === null ? [] : decodedPages(runtime, projection, pageSize)) {
    // the table does not show events that cannot be read either
    const events = page.flatMap(({ decoded }) => (E.isRight(decoded) ? [decoded.right] : []))
    const known = events.filter(({ position }) => upTo !== null && position <= upTo)
    const changed: RowsByKey = new Map()
    const folded = foldInto(projection, known, rows, { changed, isBlocked: (_, key) => !isInPart(key) })
    if (E.isLeft(folded)) return null
    for (const [key, row] of changed) if (row === null) rows.delete(key)
    if (signal.aborted || known.length < events.length) break
    await rest(performance.now() - startedAt)
    startedAt = performance.now()
  }
  const sum: RowSum = { rows: 0, sum: 0n }
  for (const [key, row] of rows) if (row !== null) addRow(sum, table, key, row)
  return sum
}
