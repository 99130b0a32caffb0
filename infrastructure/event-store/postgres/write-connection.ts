import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Connection, Query, type QueryResult } from 'pg'
import {
  answerTimeout,
  type DatabaseTimeouts,
  isPermanentError,
  isUniqueViolation,
  reconnectDelay,
} from '../../postgres/postgres.ts'
import { queryOn, type RunQuery, type Statement } from './statements.ts'

/** A connection opened on first use and reopened after a failure. */
export interface WriteConnection {
  /**
   * Null if connected, otherwise resolves when connected. Statements sent in the same turn use that connection or fail
   * with it.
   */
  readonly open: () => Promise<void> | null
  /** Statements are pipelined and answered in order. */
  readonly query: RunQuery
  readonly insert: RunInsert
  /** For statements of which one copies `rows` from stdin. */
  readonly copyIn: (statements: string, rows: string) => Promise<void>
  readonly close: () => Promise<void>
}

interface ConnectionSlot {
  readonly opening: Promise<Client>
  /** Set once connected, so that statements can be sent without waiting for a turn. */
  client: Client | null
}

/** How long closing waits for the server to end the session. */
const closeTimeoutMs = 2_000

export interface WriteConnectionOptions {
  readonly connectionString: string
  /** Attempts to connect continue for `connectMs`, because the database may be restarting. */
  readonly timeouts: DatabaseTimeouts
  /** Called for each new connection before its first statement: the database may be a restored backup. */
  readonly onOpened?: () => void
}

export const writeConnection = (options: WriteConnectionOptions): WriteConnection => {
  let current: ConnectionSlot | null = null
  const closing = new AbortController()

  const connect = (): Promise<Client> => {
    if (current) return current.opening
    const slot: ConnectionSlot = { opening: connectWithRetry(options, closing.signal), client: null }
    const release = () => {
      if (current === slot) current = null
    }
    const keep = (client: Client) => {
      slot.client = client.once('error', release).once('end', release)
    }
    slot.opening.then(keep, release)
    current = slot
    return slot.opening
  }

  const runOn = <A>(client: Client, run: (client: Client) => Promise<A>): Promise<A> => {
    const result = run(client)
    result.catch((error: unknown) => {
      if (isPermanentError(error) || isUniqueViolation(error)) return
      if (current?.client === client) current = null
      closeQuietly(client)
    })
    return result
  }

  const withConnection = <A>(run: (client: Client) => Promise<A>): Promise<A> =>
    current?.client ? runOn(current.client, run) : connect().then((client) => runOn(client, run))

  return {
    open: () => (current?.client ? null : connect().then(() => undefined)),
    query: (statement, values) => withConnection((client) => queryOn(client)(statement, values)),
    insert: (statement, values) => withConnection((client) => insertOn(client)(statement, values)),
    copyIn: (statements, rows) => withConnection((client) => copyIn(client, statements, rows)),
    close: async () => {
      closing.abort()
      const ended = current?.opening.then((client) => client.end())
      current = null
      await Promise.race([ended, pause(closeTimeoutMs, undefined, { ref: false })]).catch(() => undefined)
    },
  }
}

/** Generic plans without sequential scans; read committed regardless of the database's default. */
const sessionSettings = ({ statementMs }: DatabaseTimeouts) => ({
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
  default_transaction_isolation: 'read\\ committed',
  lock_timeout: `${statementMs / 2}`,
})

/** Resolves to an open connection; rejects with the last error after `timeouts.connectMs`, or when `closing` aborts. */
const connectWithRetry = async (options: WriteConnectionOptions, closing: AbortSignal): Promise<Client> => {
  const until = performance.now() + options.timeouts.connectMs
  for (let failures = 0; ; failures++) {
    const client = createClient(options, until - performance.now())
    try {
      await client.connect()
      options.onOpened?.()
      return client
    } catch (error) {
      closeQuietly(client)
      const delayMs = reconnectDelay(failures)
      if (closing.aborted || performance.now() + delayMs >= until) throw error
      await pause(delayMs, undefined, { signal: closing }).catch(() => Promise.reject(error as Error))
    }
  }
}

const createClient = ({ connectionString, timeouts }: WriteConnectionOptions, connectMs: number): Client =>
  new Client({
    connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: timeouts.keepAliveMs,
    pipeline: true,
    // 0 would be no limit
    connectionTimeoutMillis: Math.max(1, connectMs),
    statement_timeout: timeouts.statementMs,
    query_timeout: answerTimeout(timeouts),
    options: Object.entries(sessionSettings(timeouts))
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }).on('error', () => undefined)

const closeQuietly = (client: Client) => {
  client.end().catch(() => undefined)
}

type ParameterValue = string | number | Buffer | null

/** Resolves to the number of rows written. */
export type RunInsert = (statement: Statement, values: readonly ParameterValue[]) => Promise<number>

/**
 * Binds and executes without the describe step `pg` would add. An insert returns no rows, and for a single append that
 * step would take longer than building the statement.
 */
export const insertOn =
  (client: Client): RunInsert =>
  ({ name, text }, values) =>
    new Promise((resolve, reject) => {
      const query = new Query(text, (error: Error | null | undefined, result: Pick<QueryResult, 'rowCount'>) => {
        if (error) reject(error)
        else resolve(result.rowCount ?? 0)
      })
      const submit = (connection: PreparedConnection) => {
        const { stream, parsedStatements, submittedNamedStatements } = connection
        stream.cork()
        if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
          connection.parse({ name, text, types: [] }, true)
          submittedNamedStatements[name] = text
        }
        connection.bind({ statement: name, values: values.map(toWire) }, true)
        connection.execute(null, true)
        connection.sync()
        stream.uncork()
      }
      client.query(Object.assign(query, { name, submit }))
    })

/** `pg`'s bookkeeping of prepared statements: submitted and parsed. */
interface PreparedConnection extends Connection {
  readonly submittedNamedStatements: Record<string, string | undefined>
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
}

const toWire = (value: ParameterValue) => (typeof value === 'number' ? String(value) : value)

/**
 * Sends the statements and the rows together, without waiting for the server's copy response: one round trip and one
 * transaction. If an earlier statement fails, the server discards the rows.
 */
const copyIn = (client: Client, statements: string, rows: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const query = new Query(statements, (error: Error | null | undefined) => {
      if (error) reject(error)
      else resolve()
    })
    const submit = (connection: Connection) => {
      const framedRows = copyMessages(rows)
      connection.stream.cork()
      connection.query(statements)
      connection.stream.write(framedRows)
      connection.stream.uncork()
    }
    client.query(Object.assign(query, { submit, handleCopyInResponse: () => undefined }))
  })

const copyDoneMessage = Buffer.from('c\0\0\0\x04', 'latin1')

/** Frames rows as CopyData and CopyDone messages. */
const copyMessages = (rows: string): Buffer => {
  const size = Buffer.byteLength(rows)
  const frame = Buffer.allocUnsafe(5 + size + copyDoneMessage.length)
  frame.write('d', 'latin1')
  frame.writeInt32BE(4 + size, 1)
  frame.write(rows, 5)
  copyDoneMessage.copy(frame, 5 + size)
  return frame
}
