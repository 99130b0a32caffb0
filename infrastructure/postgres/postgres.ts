import { createPgDriverFactory } from '@slonik/pg-driver'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { ClientBase, Pool } from 'pg'
import {
  createPool,
  type DatabasePool,
  type DriverFactory,
  type Interceptor,
  InvalidInputError,
  type QueryResultRow,
  SchemaValidationError,
  SlonikError,
  sql,
} from 'slonik'
import { z } from 'zod'
import { withDeadline } from '../deadline.ts'
import {
  answerTimeout,
  type DatabaseTimeouts,
  defaultTimeouts,
  idleConnections,
  idleTimeoutMs,
  noAnswer,
  onOwnConnection,
} from './connections.ts'
import { limitedWaits } from './limited-waits.ts'

export {
  answerTimeout,
  type DatabaseTimeouts,
  defaultTimeouts,
  isAccessRefused,
  isReadOnly,
  isUnreachable,
  isWritable,
  onOwnConnection,
  openPool,
  reconnectDelay,
  supervised,
  supervisedConnection,
  withShortLocks,
  whileUnreachable,
} from './connections.ts'
export { databaseClock, type DatabaseClock } from './database-clock.ts'
export { processSession, type ProcessSession, sharedOrOwnSession } from './process-session.ts'

/** A folder of `0001-description.sql` files. Each runs once, in order, in its own transaction. */
export interface Migrations {
  readonly module: string
  readonly folder: URL
}

/** Migrates the database; safe to call concurrently. Rejects if a file was changed after it ran. */
export const migrate = (pool: Pool, all: readonly Migrations[]): Promise<void> =>
  onOwnConnection(pool, async (client) => {
    await client.query('select pg_advisory_lock(72617262)')
    await client.query(`create table if not exists garbo_migrations (
      module text, name text, checksum text not null, at timestamptz not null default now(), primary key (module, name))`)
    for (const { module, folder } of all)
      for (const name of readdirSync(folder)
        .filter((file) => file.endsWith('.sql'))
        .sort())
        await runOnce(client, module, name, readFileSync(new URL(name, folder), 'utf8'))
  })

const runOnce = async (client: ClientBase, module: string, name: string, sql: string): Promise<void> => {
  const checksum = createHash('sha256').update(sql).digest('hex')
  const applied = await client.query<{ checksum: string }>(
    'select checksum from garbo_migrations where module = $1 and name = $2',
    [module, name],
  )
  if (applied.rows[0]?.checksum === checksum) return
  if (applied.rows[0]) throw new Error(`Migration ${module}/${name} has been changed since it ran`)
  await client.query('begin')
  await client.query(sql)
  await client.query('insert into garbo_migrations values ($1, $2, $3)', [module, name, checksum])
  await client.query('commit')
}

/** Opens the slonik pool for all queries outside the engines; it validates every row against the type of its query. */
export const openQueries = async (
  url: string,
  maxPoolSize = 10,
  timeouts: DatabaseTimeouts = defaultTimeouts,
  interceptors: readonly Interceptor[] = [],
): Promise<DatabasePool> => {
  const waits = limitedWaits(maxPoolSize, timeouts.connectMs)
  const { url: addressOnly, ...encryption } = forSlonik(url)
  const pool = await createPool(addressOnly, {
    ...encryption,
    driverFactory: preparingDriver(answerTimeout(timeouts)),
    interceptors: [...interceptors, checkRows, waits.interceptor],
    maxPoolSize,
    idleTimeout: idleTimeoutMs,
    // how long a failed query waits for its connection, which may have lost the server, to close
    gracefulTerminationTimeout: 500,
    connectionTimeout: timeouts.connectMs,
    statementTimeout: timeouts.statementMs || 'DISABLE_TIMEOUT',
    idleInTransactionSessionTimeout: timeouts.statementMs || 'DISABLE_TIMEOUT',
    // statements leave no session state, so there is nothing to reset
    resetConnection: () => Promise.resolve(),
  })
  return waits.limit(pool)
}

/** Slonik knows neither `sslmode=verify-full` nor private authorities; with these options it encrypts as pg does. */
const forSlonik = (connectionString: string) => {
  const address = new URL(connectionString)
  const [mode, ca, cert, key] = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'].map((name) => {
    const value = address.searchParams.get(name)
    address.searchParams.delete(name)
    return value
  })
  const files = Object.entries({ ca, cert, key }).flatMap(([name, path]) =>
    path ? [[name, readFileSync(path, 'utf8')] as const] : [],
  )
  const isEncrypted = mode !== 'disable' && (mode !== null || files.length > 0)
  const ssl = { ...Object.fromEntries(files), rejectUnauthorized: mode !== 'no-verify' }
  return { url: address.href, ...(isEncrypted && { ssl }) }
}

type DriverClient = Awaited<ReturnType<Awaited<ReturnType<DriverFactory>>['createClient']>>

/**
 * Prepares statements. The driver also waits for an answer without limit; this one fails the query, and slonik then
 * discards the connection.
 */
const preparingDriver =
  (timeoutMs: number): DriverFactory =>
  async (setup) => {
    const driver = await createPgDriverFactory()(setup)
    const prepared = preparedStatements()
    const idle = idleConnections<DriverClient>((client) => void client.destroy().catch(() => undefined))
    return {
      createClient: async () => {
        const client = await driver.createClient()
        client.on('release', () => idle.add(client))
        for (const end of ['acquire', 'destroy'] as const) client.on(end, () => idle.delete(client))
        const query: DriverClient['query'] = async (...statement) => {
          idle.take(client)
          try {
            const answer = client.query(...statement)
            return await (timeoutMs === 0 ? answer : withDeadline(answer, timeoutMs, noAnswer))
          } catch (error) {
            if (error instanceof Error && error.message === noAnswer) idle.closeSilent(client)
            throw error
          }
        }
        return { ...client, query: prepared(query) }
      },
    }
  }

/** Derives the name of a prepared statement from its text. */
export const statementName = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40)

/** The product has fewer; a text that is built from data must not fill the memory of the server. */
const maxPreparedStatements = 1_000

/**
 * Prepares a statement when its text is used again: Postgres then parses and plans it once per connection, which costs
 * more than executing most of them.
 */
const preparedStatements = () => {
  const names = new Map<string, string | null>()
  let renewals = 0
  const nameOf = (text: string): string | null => {
    const known = names.get(text)
    if (typeof known === 'string') return known
    const name = known === null ? statementName(text) : null
    if (known === null || names.size < maxPreparedStatements) names.set(text, name)
    return name
  }
  return (query: DriverClient['query']): DriverClient['query'] =>
    async (text, values) => {
      const name = nameOf(text)
      if (name === null) return query(text, values)
      try {
        return await query(text, values, { name })
      } catch (error) {
        if (sqlStateOf(error) !== featureNotSupported) throw error
        // a table was replaced by one whose columns have other types, and the connections hold the old plan by this name
        names.set(text, statementName(`${text} ${++renewals}`))
        return query(text, values)
      }
    }
}

/** Tag for a statement that returns no rows. */
export const statement = sql.type(z.never())

/** Reports a row that does not match its query's type here, rather than in the code that uses it. */
const checkRows: Interceptor = {
  name: 'check-rows',
  transformRow: ({ resultParser }, query, row) => {
    if (!resultParser) return row
    const checked = resultParser['~standard'].validate(row)
    if (checked instanceof Promise) throw new Error('Row types must be synchronous')
    if (checked.issues) throw new SchemaValidationError(query, row, checked.issues)
    return checked.value as QueryResultRow
  },
}

/** Invalid data, violated constraints, exceeded limits, raised exceptions: a retry cannot succeed. */
const permanentSqlStates = /^(22|23|44|54|P0)/
const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const invalidText = '22P02'
const featureNotSupported = '0A000'

/** True if the database rejected the statement, rather than failing to execute it. */
export const isPermanentError = (error: unknown): error is Error =>
  permanentSqlStates.test(sqlStateOf(error)) && sqlStateOf(error) !== uniqueViolation

export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === uniqueViolation

/** A row that this one refers to does not exist, or no longer. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlStateOf(error) === foreignKeyViolation

/** slonik wraps some errors of the driver, without their code. */
const sqlStateOf = (error: unknown): string => {
  if (error instanceof InvalidInputError) return invalidText
  if (error instanceof SlonikError) return sqlStateOf(error.cause)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code.length === 5 ? code : ''
}

const maxPerStatement = 100
/** Statements in flight, so that some are processed while others are sent. */
const maxConcurrentStatements = 3

interface PendingQuery<Q, A> {
  readonly query: Q
  readonly resolve: (result: A) => void
  readonly reject: (error: unknown) => void
}

/**
 * Combines queries into one statement without a timer: those issued in the same turn go together, and those issued
 * while statements are in flight form the next one. A query is always sent after it was issued, so results are never
 * older. If a combined statement is rejected, its queries are repeated individually, so `runAll` may write in one statement
 * only.
 */
export const batchQueries = <Q, A>(
  runAll: (queries: readonly Q[]) => Promise<readonly A[]>,
): ((query: Q) => Promise<A>) => {
  const waiting: PendingQuery<Q, A>[] = []
  let inFlight = 0
  let isScheduled = false

  const runBatch = async (batch: readonly PendingQuery<Q, A>[]): Promise<void> => {
    try {
      const results = await runAll(batch.map(({ query }) => query))
      for (const [n, { resolve, reject }] of batch.entries()) {
        const result = results[n]
        if (result === undefined) reject(new Error('a query has no result'))
        else resolve(result)
      }
    } catch (error) {
      if (batch.length > 1 && isPermanentError(error)) await Promise.all(batch.map((one) => runBatch([one])))
      else for (const { reject } of batch) reject(error)
    }
  }

  const send = () => {
    isScheduled = false
    for (; inFlight < maxConcurrentStatements && waiting.length > 0; inFlight++)
      void runBatch(waiting.splice(0, maxPerStatement)).finally(() => {
        inFlight--
        send()
      })
  }

  return (query) =>
    new Promise((resolve, reject) => {
      waiting.push({ query, resolve, reject })
      if (isScheduled || inFlight >= maxConcurrentStatements) return
      isScheduled = true
      setImmediate(send)
    })
}
