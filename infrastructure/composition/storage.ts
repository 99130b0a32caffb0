import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { Pool } from 'pg'
import { createPool, SchemaValidationError, type DatabasePool, type Interceptor, type QueryResultRow } from 'slonik'
import { accessMigrations } from '../access/migrations.ts'
import { eventStoreMigrations } from '../event-store/postgres/migrations.ts'
import { httpMigrations } from '../http/migrations.ts'
import { keyringMigrations } from '../keyring/migrations.ts'
import { photosMigrations } from '../photos/migrations.ts'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { migrate } from '../postgres/migrate.ts'
import { projectionsMigrations } from '../projections/migrations.ts'
import { reactionsMigrations } from '../reactions/migrations.ts'
import { secretFile } from '../secret-file.ts'
import type { Config } from './config.ts'

export interface Storage {
  readonly url: string
  readonly pool: Pool
  /** For queries: every row is checked against its type. */
  readonly queries: DatabasePool
  /** Resolves when the embedded Postgres is gone, asked or not; never for one of your own. */
  readonly ended: Promise<unknown>
  readonly close: () => Promise<void>
}

const connections = 16

/** The database: one's own when `DATABASE_URL` is set, otherwise the embedded one; brought up to date. */
export const openStorage = async (config: Config): Promise<Storage> => {
  const embedded = config.DATABASE_URL === undefined ? await startOwn(resolve(config.GARBO_HOME)) : null
  const url = config.DATABASE_URL ?? embedded?.url ?? ''
  const pool = new Pool({ connectionString: url, max: connections, application_name: 'garbo' })
  pool.on('error', () => undefined)
  try {
    await migrate(pool, modules(config))
    const queries = await createPool(url, {
      interceptors: [checkRows],
      maximumPoolSize: connections,
      // Our queries only read and leave nothing behind in a session: no statement to clean up after each.
      resetConnection: () => Promise.resolve(),
    })
    return {
      url,
      pool,
      queries,
      ended: embedded?.ended ?? new Promise(() => undefined),
      close: async () => {
        await queries.end()
        await pool.end()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await pool.end()
    await embedded?.stop()
    throw error
  }
}

const modules = ({ ESDB_URL }: Config) => [
  ...(ESDB_URL === undefined ? [eventStoreMigrations] : []),
  keyringMigrations,
  projectionsMigrations,
  reactionsMigrations,
  accessMigrations,
  httpMigrations,
  photosMigrations,
]

const startOwn = (home: string) =>
  startEmbeddedPostgres({
    dir: join(home, 'postgres'),
    password: secretFile(join(home, 'postgres.password'), () => randomBytes(24).toString('base64url')),
    settings: ['shared_buffers=128MB', 'max_connections=100', 'idle_in_transaction_session_timeout=30s'],
  })

/** A row that is not what its query says is a defect here, not three components later. */
const checkRows: Interceptor = {
  name: 'check-rows',
  transformRow: (context, query, row) => {
    const { resultParser } = context
    if (!resultParser) return row
    const checked = resultParser['~standard'].validate(row)
    if (checked instanceof Promise) throw new Error('Row types must be synchronous')
    if (checked.issues) throw new SchemaValidationError(query, row, checked.issues)
    return checked.value as QueryResultRow
  },
}
