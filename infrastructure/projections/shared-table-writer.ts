import type { Pool, PoolClient } from 'pg'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { statementName } from '../postgres/postgres.ts'
import {
  type AcquiredCheckpoint,
  announce,
  asyncCommit,
  type CheckpointMoves,
  moveMany,
  moveParameters,
} from './checkpoints.ts'
import type { EncodedRows, RowSink } from './projection-table.ts'
import { arrayLiterals } from './table-writer.ts'

/** A table that is written together with others. */
export interface SharedTable extends RowSink {
  readonly relation: string
}

/** Rows of a table and the position of its checkpoint that they show. */
export interface SharedWrite {
  readonly table: SharedTable
  readonly rows: EncodedRows
  readonly checkpoint: AcquiredCheckpoint
  readonly to: Position
}

/** Writes tables, moves their checkpoints and announces positions, in one statement; resolves to the names that moved. */
export type WriteTables = (
  writes: readonly SharedWrite[],
  announced: CheckpointMoves['announced'],
) => Promise<ReadonlySet<string>>

/**
 * Writes with a function of the connection (`pg_temp`), which knows the tables and whose statements Postgres plans once.
 * A statement that names the tables it writes would be another one for each combination of tables.
 */
export const sharedTableWriter = (pool: Pool): WriteTables => {
  const writeOf = new Map<string, string>()
  let definition = ''

  const connect = async () => {
    const client = await pool.connect()
    if (definedOn.get(client) === definition) return client
    try {
      await client.query(definition)
      definedOn.set(client, definition)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return async (writes, announced) => {
    const added = writes.filter(({ table: { relation } }) => !writeOf.has(relation))
    for (const { table } of added) writeOf.set(table.relation, writeStatement(table))
    if (added.length > 0) definition = functionWith([...writeOf.values()])
    const moves = writes.map(({ checkpoint, to }) => ({ checkpoint, readUpTo: to }))
    const given = writes.flatMap(({ table, rows }) => [table.relation, ...arrayLiterals(table, rows)])
    const client = await connect()
    let isBroken = true
    try {
      const values = [...moveParameters({ moves, announced }), given]
      const { rows } = await client.query<{ moved: readonly string[] }>({ ...callFunction, values })
      isBroken = false
      return new Set(rows[0]?.moved)
    } finally {
      client.release(isBroken)
    }
  }
}

/** The function of each connection. */
const definedOn = new WeakMap<PoolClient, string>()

const callText = `select pg_temp.write_tables($1::text[], $2::text[], $3::text[], $4::bigint[], $5, $6::text[]) as moved`
const callFunction = { name: statementName(callText), text: callText }

/**
 * `_given` has the name of each table, followed by its keys to delete, its keys to write and one array per column. A
 * checkpoint that is locked, for example while its table is being replaced, is passed over. No column begins with `_`.
 * Postgres would plan for the lengths of the arrays each time.
 */
const functionWith = (statements: readonly string[]): string => `create or replace function
    pg_temp.write_tables(_names text[], _stored text[], _to text[], _fences bigint[], _lines text, _given text[])
    returns text[] language plpgsql set plan_cache_mode = force_generic_plan as $function$
  declare
    _moved text[];
    _at int;
  begin
    perform ${asyncCommit};
    with unlocked as (
      select c.name from ops.checkpoints c where c.name = any(_names) for update skip locked
    ), moved as (
      ${moveMany(['_names', '_stored', '_to', '_fences'])} and c.name in (select name from unlocked) returning c.name
    )
    select coalesce(array_agg(name), '{}') into _moved from moved;
    ${statements.join('\n    ')}
    if _lines <> '' then
      perform ${announce('_lines')};
    end if;
    return _moved;
  end
  $function$`

const writeStatement = (table: SharedTable): string => `_at := array_position(_given, '${table.relation}');
    if _at is not null and '${table.relation}' = any(_moved) then
      with ${table.write((n) => `_given[_at + ${n + 1}]`, 'true')} select 0 into _at;
    end if;`
