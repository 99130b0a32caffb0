import type { Pool, PoolClient } from 'pg'
import type { AnyProjection } from './fold.ts'
import { projectionTable, type ProjectionTable, type Queryable } from './projection-table.ts'
import { transaction } from './table-writer.ts'

/** The serving table compared with the projection in the code. */
export type ServingStatus =
  | { readonly type: 'Current'; readonly table: ProjectionTable }
  /** An earlier version or a different shape; must be rebuilt. */
  | { readonly type: 'Outdated' }
  /** A later version than this code; must not be touched. */
  | { readonly type: 'Ahead' }

interface Build {
  readonly relation: string
  readonly version: number
  readonly shape: string
}

const findServingBuild = async (db: Queryable, { name }: AnyProjection): Promise<Build | undefined> => {
  const { rows } = await db.query<Build>(
    `select relation, version, shape from ops.builds where projection = $1 and state = 'serving'`,
    [name],
  )
  return rows[0]
}

/** Inspects the serving table; creates it, with the view that queries read, if there is none. */
export const servingStatus = async (pool: Pool, projection: AnyProjection): Promise<ServingStatus> => {
  const serving = (await findServingBuild(pool, projection)) ?? (await createFirstBuild(pool, projection))
  if (serving.version > projection.version) return { type: 'Ahead' }
  const table = projectionTable(projection, serving.relation)
  return serving.version === projection.version && serving.shape === table.shape
    ? { type: 'Current', table }
    : { type: 'Outdated' }
}

const createFirstBuild = async (pool: Pool, projection: AnyProjection): Promise<Build> => {
  const table = projectionTable(projection)
  await transaction(pool, async (client) => {
    await lockBuilds(client, projection)
    if (await findServingBuild(client, projection)) return false
    await createBuild(client, projection, table, 'serving')
    for (const statement of [table.index, table.createView]) await client.query(statement)
    return true
  })
  return (await findServingBuild(pool, projection)) ?? { ...table, version: projection.version }
}

/** Serialises creating and dropping a projection's tables. */
const lockBuilds = (client: PoolClient, { name }: AnyProjection) =>
  client.query(`select pg_advisory_xact_lock(hashtextextended($1, 7))`, [`builds of ${name}`])

const createBuild = async (
  client: PoolClient,
  { name, version }: AnyProjection,
  table: ProjectionTable,
  state: string,
) => {
  await client.query(table.create)
  await client.query(`insert into ops.checkpoints (name) values ($1)`, [table.relation])
  await client.query(
    `insert into ops.builds (relation, projection, version, shape, state) values ($1, $2, $3, $4, $5)`,
    [table.relation, name, version, table.shape, state],
  )
}

/** Creates a table next to the serving one and drops any left by an interrupted rebuild. */
export const createRebuildTable = async (pool: Pool, projection: AnyProjection): Promise<ProjectionTable> => {
  let table = projectionTable(projection)
  await transaction(pool, async (client) => {
    await lockBuilds(client, projection)
    await dropBuilds(
      client,
      projection,
      `select relation from ops.builds where projection = $1 and state = 'filling'`,
      [projection.name],
    )
    const { rows } = await client.query<{ relation: string }>(
      'select relation from ops.builds where projection = $1 and version = $2',
      [projection.name, projection.version],
    )
    const attempts = rows.map(({ relation }) => Number(/_r(\d+)$/.exec(relation)?.[1] ?? 1))
    if (attempts.length > 0) table = projectionTable(projection, `${table.relation}_r${Math.max(...attempts) + 1}`)
    await createBuild(client, projection, table, 'filling')
    return true
  })
  return table
}

/** Name of the lease a rebuild holds. */
export const rebuildLeaseName = ({ name }: AnyProjection): string => `rebuild:${name}`

const unusedBuilds = `
  select relation from ops.builds where projection = $1 and (state = 'retired' or state = 'filling' and not exists (
    select from ops.leases l where l.name = $2 and l.until > clock_timestamp()))`

/**
 * Drops retired tables and those of abandoned rebuilds, which erasures do not reach. A table that is still being read
 * is left for the next time.
 */
export const dropUnusedBuilds = (pool: Pool, projection: AnyProjection): Promise<unknown> =>
  transaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '500ms'`)
    await lockBuilds(client, projection)
    await dropBuilds(client, projection, unusedBuilds, [projection.name, rebuildLeaseName(projection)])
    return true
  }).catch(() => undefined)

const dropBuilds = async (
  client: PoolClient,
  projection: AnyProjection,
  selection: string,
  values: readonly string[],
) => {
  const { rows } = await client.query<{ relation: string }>(
    `with gone as (delete from ops.builds where relation in (${selection}) returning relation),
       entries as (delete from ops.set_aside s using gone where s.reader = gone.relation)
     delete from ops.checkpoints c using gone where c.name = gone.relation returning relation`,
    [...values],
  )
  for (const { relation } of rows) await client.query(projectionTable(projection, relation).drop)
}
