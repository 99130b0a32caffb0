import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, type QueryResultRow } from 'pg'
import { eventStoreMigrations } from '../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embedded/embedded-postgres.ts'
import { migrate } from '../../infrastructure/postgres/postgres.ts'
import { projectionsMigrations } from '../../infrastructure/projections/projection-engine.ts'

/** Durable in every respect; sized so that no checkpoint falls into a run by itself. */
const postgresSettings = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'max_connections=200',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=none',
]

export interface Database {
  readonly url: string
  readonly name: string
  readonly rows: <R extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly R[]>
  /** The first row's only number. */
  readonly number: (sql: string) => Promise<number>
  /** Statements sent here since it was asked last, if it was made to count them. */
  readonly takeStatementCount: () => Promise<number>
  readonly drop: () => Promise<void>
}

type DatabaseKind = 'ours' | 'empty' | 'counted'

export interface Cluster {
  readonly url: string
  /** Where the server may write and read files. */
  readonly exchangeFolder: string
  /** `ours` has our schema, `empty` none; `counted` counts the statements sent to ours. */
  readonly database: (kind: DatabaseKind) => Promise<Database>
  /** A checkpoint, so that every run starts with the same debts. */
  readonly checkpoint: () => Promise<void>
  readonly effectiveSettings: () => Promise<Readonly<Record<string, string>>>
  readonly stop: () => Promise<void>
}

/** A Postgres of the bench's own in a temporary folder, gone afterwards. */
export const startCluster = async (): Promise<Cluster> => {
  const base = mkdtempSync(join(tmpdir(), 'garbo-bench-'))
  chmodSync(base, 0o755)
  const exchange = join(base, 'exchange')
  mkdirSync(exchange)
  chmodSync(exchange, 0o1777)
  const postgres = await startEmbeddedPostgres({ dir: join(base, 'pg'), password: 'bench', settings: postgresSettings })
  const admin = new Pool({ connectionString: postgres.url, max: 2 })
  admin.on('error', () => undefined)
  await admin.query('create extension pg_stat_statements')
  return {
    url: postgres.url,
    exchangeFolder: exchange,
    database: (kind) => createDatabase(postgres.url, admin, kind),
    checkpoint: async () => {
      await admin.query('checkpoint')
    },
    effectiveSettings: async () => {
      const names = postgresSettings.map((setting) => setting.split('=')[0])
      const { rows } = await admin.query<{ name: string; value: string }>(
        `select name, current_setting(name) as value from pg_settings where name = any($1) or name = 'server_version'`,
        [names],
      )
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    },
    stop: async () => {
      await admin.end()
      await postgres.stop()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

const createDatabase = async (server: string, admin: Pool, kind: DatabaseKind): Promise<Database> => {
  const name = `b_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  if (kind !== 'empty') await migrate(pool, [eventStoreMigrations, projectionsMigrations])
  if (kind === 'counted') await admin.query(`alter database ${name} set pg_stat_statements.track = 'top'`)
  const rows: Database['rows'] = async (sql, values = []) => (await pool.query(sql, [...values])).rows
  return {
    url,
    name,
    rows,
    number: async (sql) => Number(Object.values((await rows(sql))[0] ?? {})[0] ?? Number.NaN),
    takeStatementCount: async () => {
      const counted = await admin.query<{ calls: string }>(
        `select coalesce(sum(calls), 0) as calls from pg_stat_statements where dbid = (select oid from pg_database where datname = $1)`,
        [name],
      )
      await admin.query(`select pg_stat_statements_reset(0, (select oid from pg_database where datname = $1))`, [name])
      return Number(counted.rows[0]?.calls)
    },
    drop: async () => {
      await pool.end()
      await admin.query(`drop database ${name} with (force)`)
    },
  }
}
