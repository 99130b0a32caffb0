import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, type QueryResultRow } from 'pg'
import { auditMigrations } from '../../infrastructure/audit/access-log.ts'
import { eventStoreMigrations } from '../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { snapshotsMigrations } from '../../infrastructure/event-store/snapshots/state-snapshots.ts'
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embedded/embedded-postgres.ts'
import { keyringMigrations } from '../../infrastructure/keyring/keyring.ts'
import { migrate } from '../../infrastructure/postgres/postgres.ts'
import { projectionsMigrations } from '../../infrastructure/projections/projection-engine.ts'

/** Fully durable; sized so that no checkpoint starts during a run. */
const postgresSettings = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'max_connections=600',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=none',
]

export interface Database {
  readonly url: string
  readonly name: string
  readonly rows: <R extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly R[]>
  /** The single number of the first row. */
  readonly number: (sql: string) => Promise<number>
  /** Statements executed since the previous call; requires the kind `counted`. */
  readonly takeStatementCount: () => Promise<number>
  readonly drop: () => Promise<void>
}

type DatabaseKind = 'migrated' | 'empty' | 'counted' | 'audited'

export interface Cluster {
  readonly url: string
  /** Folder that the server can read and write. */
  readonly exchangeFolder: string
  /** `migrated` has Garbo's schema, `counted` also counts statements, `audited` can have a tree, `empty` has no tables. */
  readonly database: (kind: DatabaseKind) => Promise<Database>
  /** Forces a checkpoint, so that every run starts from the same state. */
  readonly checkpoint: () => Promise<void>
  readonly effectiveSettings: () => Promise<Readonly<Record<string, string>>>
  /** Processor time of the server and all its processes so far, in milliseconds. */
  readonly processorMs: () => number
  readonly stop: () => Promise<void>
}

/** Starts a Postgres in a temporary folder, removed by `stop`. */
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
    processorMs: () => processorMsOf(postgres.pid),
    stop: async () => {
      await admin.end()
      await postgres.stop()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** Of a process, its children and those that have ended. Linux counts in hundredths of a second. */
const processorMsOf = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const [own = 0, ended = 0] = processorTicks(pid)
  const running = children.map((child) => processorTicks(Number(child))[0] ?? 0)
  return 10 * running.reduce((sum, ticks) => sum + ticks, own + ended)
}

/** Of the process itself and of its children that have ended; 0 if it has ended. */
const processorTicks = (pid: number): readonly number[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in parentheses may contain spaces
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
    return [user + system, endedUser + endedSystem]
  } catch {
    return [0, 0]
  }
}

const createDatabase = async (server: string, admin: Pool, kind: DatabaseKind): Promise<Database> => {
  const name = `b_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  if (kind !== 'empty')
    await migrate(pool, [eventStoreMigrations, keyringMigrations, projectionsMigrations, snapshotsMigrations])
  if (kind === 'audited') await migrate(pool, [auditMigrations])
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
