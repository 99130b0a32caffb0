import { randomBytes } from 'node:crypto'
import { Client, Pool, type PoolConfig } from 'pg'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { inject } from 'vitest'
import { z } from 'zod'
import { openQueries } from '../../infrastructure/postgres/postgres.ts'

export interface TestDatabase {
  readonly url: string
  readonly pool: Pool
  readonly queries: DatabasePool
  readonly drop: () => Promise<void>
}

/** A pool that ignores connection errors: `drop` may cut connections off before `end` has closed them. */
export const createPool = (url: string, config: PoolConfig = {}): Pool =>
  new Pool({ connectionString: url, ...config }).on('error', () => undefined)

/** Creates a database in the cluster of the test run: empty, or a copy of another one. */
export const testDatabase = async (template = 'template1'): Promise<TestDatabase> => {
  const name = `t_${randomBytes(6).toString('hex')}`
  await onCluster((client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  const url = databaseUrl(name)
  const pool = createPool(url, { max: 20 })
  const queries = await openQueries(url, 20)
  return {
    url,
    pool,
    queries,
    drop: async () => {
      await queries.end()
      await pool.end()
      await onCluster((client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/** The address of a database in the cluster of the test run. */
const databaseUrl = (name: string): string => Object.assign(new URL(inject('postgres')), { pathname: `/${name}` }).href

const onCluster = async (work: (client: Client) => Promise<unknown>): Promise<void> => {
  const client = new Client({ connectionString: inject('postgres') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Fills a database of this name with `fill`, once in a test run, for `testDatabase` to copy. */
export const createTemplate = (name: string, fill: (url: string) => Promise<void>): Promise<void> =>
  onCluster(async (client) => {
    await client.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    await client.query(`create database ${name}_unfinished`)
    await fill(databaseUrl(`${name}_unfinished`))
    await client.query(`alter database ${name}_unfinished rename to ${name}`)
  })

/** Columns, as `schema.table.column`, in which a cell contains one of the secrets as text or bytes. */
export const cellsContaining = async (
  pool: Pick<Pool, 'query'>,
  secrets: readonly string[],
): Promise<readonly string[]> => {
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found = new Set<string>()
  for (const { schema, name } of tables) {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from "${schema}"."${name}"`)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = Buffer.isBuffer(value)
          ? value.toString('utf8')
          : typeof value === 'string'
            ? value
            : JSON.stringify(value)
        if (secrets.some((secret) => text?.includes(secret))) found.add(`${schema}.${name}.${column}`)
      }
  }
  return [...found]
}

/** How often Postgres planned the statements of `ask`, which is repeated twenty times on one connection. */
export const plansOfRepeated = async (
  url: string,
  ask: (db: CommonQueryMethods) => Promise<unknown>,
): Promise<readonly number[]> => {
  const db = await openQueries(url, 1)
  for (let n = 0; n < 20; n++) await ask(db)
  const plans = await db.anyFirst(sql.type(z.object({ plans: z.number() }))`
    select custom_plans::int + least(generic_plans, 1)::int as plans from pg_prepared_statements`)
  await db.end()
  return plans
}
/** Postgres compares five plans for given parameters with one for all. */
export const keptPlan = 6

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Function Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

/** Steps of the query plans of the statements issued by `ask`, with their actual row counts. */
export const explainQuery = async (
  pool: Pool,
  ask: (db: CommonQueryMethods) => Promise<unknown>,
): Promise<readonly PlanNode[]> => {
  const steps: PlanNode[] = []
  const explain = async ({ sql, values }: { readonly sql: string; readonly values: readonly unknown[] }) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${sql.replaceAll('$slonik_', '$')}`,
      [...values],
    )
    const walk = (step: PlanNode): readonly PlanNode[] => [step, ...(step.Plans ?? []).flatMap(walk)]
    steps.push(...rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => walk(Plan))))
    return []
  }
  await ask({ any: explain, maybeOne: explain, oneFirst: explain } as unknown as CommonQueryMethods)
  return steps
}
