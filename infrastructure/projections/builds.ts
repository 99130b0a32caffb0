import type { Pool, PoolClient } from 'pg'
import type { AnyProjection } from './any-projection.ts'
import type { Database } from './rows.ts'
import { transaction } from './table-writer.ts'
import { tableOf, type Table } from './table.ts'

/** How the serving table stands to the projection in the code. */
export type Standing =
  | { readonly type: 'Current'; readonly table: Table }
  /** Of an earlier version or another shape: to be rebuilt. */
  | { readonly type: 'Outdated' }
  /** Of a later version than this code knows: not ours to touch. */
  | { readonly type: 'Ahead' }

interface Build {
  readonly relation: string
  readonly version: number
  readonly shape: string
}

const servingOf = async (db: Database, { name }: AnyProjection): Promise<Build | undefined> => {
  const { rows } = await db.query<Build>(
    `select relation, version, shape from ops.builds where projection = $1 and state = 'serving'`,
    [name],
  )
  return rows[0]
}

/** Looks at the serving table; makes it, and the view queries read, when there is none. */
export const standingOf = async (pool: Pool, projection: AnyProjection): Promise<Standing> => {
  const serving = (await servingOf(pool, projection)) ?? (await makeFirst(pool, projection))
  if (serving.version > projection.version) return { type: 'Ahead' }
  const table = tableOf(projection, serving.relation)
  return serving.version === projection.version && serving.shape === table.shape
    ? { type: 'Current', table }
    : { type: 'Outdated' }
}

const makeFirst = async (pool: Pool, projection: AnyProjection): Promise<Build> => {
  const table = tableOf(projection)
  await transaction(pool, async (client) => {
    await lockBuilds(client, projection)
    if (await servingOf(client, projection)) return false
    await make(client, projection, table, 'serving')
    for (const statement of [table.index, table.show]) await client.query(statement)
    return true
  })
  return (await servingOf(pool, projection)) ?? { ...table, version: projection.version }
}

/** One at a time may make and drop a projection's tables. */
const lockBuilds = (client: PoolClient, { name }: AnyProjection) =>
  client.query(`select pg_advisory_xact_lock(hashtextextended($1, 7))`, [`builds of ${name}`])

const make = async (client: PoolClient, { name, version }: AnyProjection, table: Table, state: string) => {
  await client.query(table.create)
  await client.query(`insert into ops.checkpoints (name) values ($1)`, [table.relation])
  await client.query(
    `insert into ops.builds (relation, projection, version, shape, state) values ($1, $2, $3, $4, $5)`,
    [table.relation, name, version, table.shape, state],
  )
}

/** A fresh table beside the serving one; what an interrupted rebuild left behind goes. */
export const makeBeside = async (pool: Pool, projection: AnyProjection): Promise<Table> => {
  let made = tableOf(projection)
  await transaction(pool, async (client) => {
    await lockBuilds(client, projection)
    await drop(client, projection, `select relation from ops.builds where projection = $1 and state = 'filling'`, [
      projection.name,
    ])
    const { rows } = await client.query<{ relation: string }>(
      'select relation from ops.builds where projection = $1 and version = $2',
      [projection.name, projection.version],
    )
    const runs = rows.map(({ relation }) => Number(/_r(\d+)$/.exec(relation)?.[1] ?? 1))
    if (runs.length > 0) made = tableOf(projection, `${made.relation}_r${Math.max(...runs) + 1}`)
    await make(client, projection, made, 'filling')
    return true
  })
  return made
}

/** What a rebuild is leased under. */
export const rebuildOf = ({ name }: AnyProjection): string => `rebuild:${name}`

const unused = `
  select relation from ops.builds where projection = $1 and (state = 'retired' or state = 'filling' and not exists (
    select from ops.leases l where l.name = $2 and l.until > clock_timestamp()))`

/**
 * Drops the tables that serve no more, and what a rebuild nobody works on left behind: no erasure reaches them. One that is
 * still being read is left to the next time.
 */
export const dropUnused = (pool: Pool, projection: AnyProjection): Promise<unknown> =>
  transaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '500ms'`)
    await lockBuilds(client, projection)
    await drop(client, projection, unused, [projection.name, rebuildOf(projection)])
    return true
  }).catch(() => undefined)

const drop = async (client: PoolClient, projection: AnyProjection, which: string, values: readonly string[]) => {
  const { rows } = await client.query<{ relation: string }>(
    `with gone as (delete from ops.builds where relation in (${which}) returning relation)
     delete from ops.checkpoints c using gone where c.name = gone.relation returning relation`,
    [...values],
  )
  for (const { relation } of rows) await client.query(tableOf(projection, relation).drop)
}
