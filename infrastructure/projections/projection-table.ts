import type { Pool, PoolClient } from 'pg'
import { E } from '../../domain/kernel/fp.ts'
import type { ColumnType } from '../../projections/projection.ts'
import { statementName } from '../postgres/postgres.ts'
import type { AnyProjection, ProjectionRow, RowsByKey } from './fold.ts'

/** The table `read.<relation>` of a projection and the statements that create and maintain it. */
export interface ProjectionTable extends RowStore {
  readonly relation: string
  /** Columns and indexes; tables of the same shape can hold the same rows. */
  readonly shape: string
  readonly create: string
  readonly index: string
  /** Points the view `read.<projection>` to this table. */
  readonly createView: string
  /** Selects key and columns, as text, of all rows. */
  readonly loadAll: string
  readonly drop: string
  /** Holds row states while the table is being rebuilt. */
  readonly staging: StagingTable
}

export const projectionTable = (
  projection: AnyProjection,
  relation = `${projection.name}_v${projection.version}`,
): ProjectionTable => {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(projection.name)) throw new Error(`invalid table name: ${projection.name}`)
  const fields = Object.entries(projection.columns).map(([field, { type }]): ColumnField => ({
    field,
    ...columnCodecs[type],
  }))
  const names = fields.map(({ field }) => columnName(field))
  const table = `read.${relation}`
  const body = fields.map(({ sql }, n) => `, ${names[n]} ${sql}`).join('')
  const all = ['key', ...names].join(', ')
  const change = names.map((name) => `${name} = excluded.${name}`).join(', ')

  return {
    relation,
    fields,
    shape: `key text primary key${body} | ${projection.indexes.join(' | ')}`,
    create: `create table ${table} (key text primary key${body}) with (fillfactor = 80)`,
    index: projection.indexes.map((index) => `create index on ${table} ${indexColumns(index)}`).join('; '),
    createView: `drop view if exists read.${projection.name}; create view read.${projection.name} as select ${all} from ${table}`,
    loadAll: `select ${selectList(fields)} from ${table}`,
    drop: `drop table if exists ${table}, ${table}_notes`,
    prepare: '',
    load: `select ${selectList(fields)} from ${table} where key = any($1)`,
    loadByOwner: (owners) => `select ${selectList(fields)} from ${table} where ${ownedByAny(owners)}`,
    write: (
      parameter,
      condition,
    ) => `gone as (delete from ${table} where key = any(${parameter(0)}::text[]) and ${condition}),
        kept as (insert into ${table} (${all}) select * from ${unnestedParameters(fields, parameter)} where ${condition}
          on conflict (key) do ${change === '' ? 'nothing' : `update set ${change}`})`,
    staging: stagingTable(relation, fields),
  }
}

/** `a, b desc where c is null` → `(a, b desc) where c is null`; `using …` is unchanged. */
const indexColumns = (index: string): string => {
  if (index.startsWith('using ')) return index
  const [columns, only] = index.split(' where ')
  return only === undefined ? `(${columns})` : `(${columns}) where ${only}`
}

export interface ColumnField extends ColumnCodec {
  /** Name of the field in the row. */
  readonly field: string
}

/** A destination for rows. */
export interface RowSink {
  readonly fields: readonly ColumnField[]
  /** Two parts of a `with` clause. Parameters from 0: keys to delete, keys to write, one array per column. */
  readonly write: (parameter: (n: number) => string, condition: string) => string
}

/** A destination that rows can also be read from. */
export interface RowStore extends RowSink {
  /** Name of a table that can be written together with others. */
  readonly relation?: string
  /** Selects key and columns, as text, of the rows with keys in $1. */
  readonly load: string
  /** Selects the rows in which one of these fields is in $1. */
  readonly loadByOwner: (owners: readonly string[]) => string
  /** Executed once before the first read. */
  readonly prepare: string
}

const columnName = (field: string) => `"${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`
/** Key and columns as text. */
const selectList = (fields: readonly ColumnField[]) =>
  ['key', ...fields.map(({ field, select }) => select(columnName(field)))].join(', ')
const ownedByAny = (owners: readonly string[]) => owners.map((owner) => `${columnName(owner)} = any($1)`).join(' or ')
/**
 * Rows from one array per column, keys first. `unnest` in the select list streams; in the from clause it would
 * materialise all rows.
 */
const unnestedParameters = (fields: readonly ColumnField[], parameter: (n: number) => string) =>
  `(select ${['text', ...fields.map(({ sql }) => sql)].map((sql, n) => `unnest(${parameter(n + 1)}::${sql}[])`).join(', ')}) as rows`

/** An append-only table of copies of rows, the latest of which counts: writing needs no lookup. */
export interface StagingTable extends RowStore {
  /** Creates the staging table and drops the primary key of the target until `promote`. */
  readonly create: string
  /** Writes directly to the target, for rows that are complete. */
  readonly table: RowSink
  /** Deletes all states. */
  readonly clear: string
  /** Copies the last state of each row to the target, restores its key and drops the staging table. */
  readonly promote: string
}

const stagingTable = (relation: string, fields: readonly ColumnField[]): StagingTable => {
  // `_notes` is a stored name: an interrupted rebuild leaves the table for the next version to drop
  const [table, staging] = [`read.${relation}`, `read.${relation}_notes`]
  const all = ['key', ...fields.map(({ field }) => columnName(field))].join(', ')
  const columns = fields.map(({ field, sql }) => `, ${columnName(field)} ${sql}`).join('')
  /** One number per statement, which contains each key once. The subselect keeps it from being evaluated per row. */
  const next = `(select nextval(pg_get_serial_sequence('${staging}', '_nth')))`
  const last = (which = '') =>
    `(select distinct on (key) * from ${staging} ${which} order by key, _nth desc) as last where not _gone`
  return {
    fields,
    create: `create table ${staging}
        (_nth bigint generated by default as identity, _gone boolean not null, key text not null${columns});
      alter table ${table} drop constraint ${relation}_pkey`,
    table: {
      fields,
      write: (parameter, condition) => `gone as (select ${parameter(0)}::text[]),
        kept as (insert into ${table} (${all}) select * from ${unnestedParameters(fields, parameter)} where ${condition})`,
    },
    prepare: `create index on ${staging} (key)`,
    load: `select ${selectList(fields)} from ${last('where key = any($1)')}`,
    loadByOwner: (owners) => `select ${selectList(fields)} from ${last()} and (${ownedByAny(owners)})`,
    write: (parameter, condition) => `gone as (insert into ${staging} (_nth, key, _gone)
          select ${next}, key, true from unnest(${parameter(0)}::text[]) as g (key) where ${condition}),
        kept as (insert into ${staging} (_nth, _gone, ${all}) select ${next}, false, * from ${unnestedParameters(fields, parameter)} where ${condition})`,
    clear: `truncate ${staging}`,
    promote: `insert into ${table} (${all}) select ${all} from ${staging}
        where (key, _nth) in (select key, max(_nth) from ${staging} group by key) and not _gone;
      alter table ${table} add primary key (key);
      drop table ${staging}`,
  }
}

export interface ColumnCodec {
  readonly sql: string
  /** The value in Postgres' text format; undefined if the column could not return the same value. */
  readonly encode: (value: unknown) => string | undefined
  /** The column as text, independent of session settings. */
  readonly select: (column: string) => string
  readonly decode: (text: string) => unknown
  /** Texts need quoting inside an array. */
  readonly quoted?: true
}

const validInAnyMonth = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const isInstant = (text: string) => {
  if (validInAnyMonth.test(text)) return true
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text
}
const asIs = (column: string) => column
const encodeInteger = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : undefined)
const matching = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

/** Encoding of each column type. `bigint` is a safe integer, `numeric` a plain decimal text. */
const columnCodecs: Readonly<Record<ColumnType, ColumnCodec>> = {
  text: {
    sql: 'text',
    encode: (v) => (typeof v === 'string' ? v : undefined),
    select: asIs,
    decode: (v) => v,
    quoted: true,
  },
  int: { sql: 'integer', encode: encodeInteger, select: asIs, decode: Number },
  bigint: { sql: 'bigint', encode: encodeInteger, select: asIs, decode: Number },
  numeric: {
    sql: 'numeric',
    encode: matching(/^(-(?!0*\.?0*$))?(0|[1-9]\d*)(\.\d+)?$/),
    select: asIs,
    decode: (v) => v,
  },
  bool: {
    sql: 'boolean',
    encode: (v) => (typeof v === 'boolean' ? String(v) : undefined),
    select: asIs,
    decode: (v) => v === 't',
  },
  instant: {
    sql: 'timestamptz',
    encode: (v) => (typeof v === 'string' && isInstant(v) ? v : undefined),
    select: (column) => `(extract(epoch from ${column}) * 1000)::bigint`,
    decode: (v) => new Date(Number(v)).toISOString(),
  },
  day: {
    sql: 'date',
    encode: matching(/^\d{4}-\d\d-\d\d$/),
    select: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
    decode: (v) => v,
  },
  // json, not jsonb, to keep the order of members
  json: {
    sql: 'json',
    encode: (v) => JSON.stringify(v),
    select: asIs,
    decode: (v) => JSON.parse(v) as unknown,
    quoted: true,
  },
}

export type Queryable = Pick<Pool | PoolClient, 'query'>

/** Rows to write, as keys followed by one array per column, and keys to delete. */
export interface EncodedRows {
  readonly columns: readonly (readonly (string | null)[])[]
  readonly gone: readonly string[]
}

/** Rows of `after` that differ from `before` (null: unknown), encoded; a left explains why a value cannot be stored. */
export const encodeRows = (
  { fields }: RowSink,
  after: RowsByKey,
  before: RowsByKey | null,
): E.Either<string, EncodedRows> => {
  const gone: string[] = []
  const keys: string[] = []
  const rows: ProjectionRow[] = []
  for (const [key, row] of after) {
    if (before && row === (before.get(key) ?? null)) continue
    if (row === null) {
      gone.push(key)
      continue
    }
    keys.push(key)
    rows.push(row)
  }
  const columns: (string | null)[][] = [keys]
  for (const { field, encode, sql } of fields) {
    const texts: (string | null)[] = []
    for (const { [field]: value } of rows) {
      const text = value === null ? null : encode(value)
      if (text === undefined) return E.left(`${field}: ${sql} cannot store ${describeType(value)}`)
      texts.push(text)
    }
    columns.push(texts)
  }
  return E.right({ columns, gone })
}

/** Existing rows among `keys`, exactly as encoded. */
export const loadRows = (db: Queryable, store: RowStore, keys: readonly string[]): Promise<RowsByKey> =>
  selectRows(db, store, store.load, keys)

/** All rows of a table in pages, read within the client's transaction. */
export async function* pagesOfRows(
  client: Queryable,
  { fields, loadAll }: ProjectionTable,
  limit: number,
): AsyncGenerator<RowsByKey> {
  await client.query(`declare all_rows no scroll cursor for ${loadAll}`)
  for (;;) {
    const { rows } = await client.query<TextRow>({ ...textMode, text: `fetch ${limit} from all_rows` })
    if (rows.length === 0) return
    yield decodeRows(fields, rows)
  }
}

/** Rows owned by any of these subjects. */
export const loadRowsByOwner = (
  db: Queryable,
  store: RowStore,
  owners: readonly string[],
  subjects: readonly string[],
): Promise<RowsByKey> => selectRows(db, store, store.loadByOwner(owners), subjects)

const selectRows = async (
  db: Queryable,
  { fields }: RowStore,
  text: string,
  wanted: readonly string[],
): Promise<RowsByKey> => {
  const { rows } = await db.query<TextRow>({ ...textMode, text, name: statementName(text), values: [wanted] })
  return decodeRows(fields, rows)
}

/** Key and columns. */
type TextRow = (string | null)[]

const decodeRows = (fields: readonly ColumnField[], rows: readonly TextRow[]): RowsByKey =>
  new Map(
    rows.map(([key, ...texts]) => [
      key ?? '',
      Object.fromEntries(fields.map(({ field, decode }, n) => [field, decodeValue(texts[n], decode)])),
    ]),
  )

/** Bypasses the type parsers of the pool. */
const textMode = { rowMode: 'array' as const, types: { getTypeParser: () => (text: string) => text } }

const decodeValue = (text: string | null | undefined, up: (text: string) => unknown) =>
  typeof text === 'string' ? up(text) : null
const describeType = (value: unknown) => (value === undefined ? 'a missing value' : `this ${typeof value}`)
