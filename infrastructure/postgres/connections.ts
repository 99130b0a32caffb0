import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientBase, type ClientConfig, type Connection, DatabaseError, Pool } from 'pg'
import { withDeadline } from '../deadline.ts'

/** Limits after which a dead connection or a stuck statement is given up, in milliseconds. */
export interface DatabaseTimeouts {
  readonly connectMs: number
  /** Also limits how long a transaction may be idle; 0 is no limit. */
  readonly statementMs: number
  /** Idle time before TCP checks that the server is still there. */
  readonly keepAliveMs: number
}

export const defaultTimeouts: DatabaseTimeouts = { connectMs: 5_000, statementMs: 15_000, keepAliveMs: 10_000 }

/**
 * The server cancels a statement at its limit. A client that still has no answer after this much longer, or half the
 * limit if that is less, has lost the server.
 */
const maxAnswerGraceMs = 2_000

export const noAnswer = 'the database does not respond'

/** How long a client waits for an answer; 0 is forever. */
export const answerTimeout = ({ statementMs }: DatabaseTimeouts): number =>
  statementMs + Math.min(maxAnswerGraceMs, statementMs / 2)

/**
 * Limits of every connection, and an error listener: a lost connection makes the next statement fail. A connection to a
 * read-only server is closed, since another one may reach a server that accepts writes.
 */
export const supervised = (timeouts: DatabaseTimeouts) => ({
  connectionTimeoutMillis: timeouts.connectMs,
  statement_timeout: timeouts.statementMs,
  idle_in_transaction_session_timeout: timeouts.statementMs,
  query_timeout: answerTimeout(timeouts),
  keepAlive: true,
  keepAliveInitialDelayMillis: timeouts.keepAliveMs,
  onConnect: (client: ClientBase) => {
    client.on('error', () => undefined)
    connectionOf(client).on('errorMessage', (error: unknown) => {
      if (isReadOnly(error)) setImmediate(destroy, client)
    })
  },
})

/**
 * How long a connection stays open without a statement. Opening one costs more than a typical request, so the pauses of
 * ordinary traffic should not close any.
 */
export const idleTimeoutMs = 60_000

export const openPool = (url: string, max: number, timeouts: DatabaseTimeouts = defaultTimeouts): Pool => {
  const idle = idleConnections<ClientBase>((client) => {
    // the pool drops an idle client at once when it emits an error
    client.emit('error', new Error(noAnswer))
    destroy(client)
  })
  return new Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: idleTimeoutMs,
    application_name: 'garbo',
    ...supervised(timeouts),
  })
    .on('error', () => undefined)
    .on('acquire', idle.take)
    .on('remove', idle.delete)
    .on('release', (error: Error | undefined, client) => {
      if (!error) idle.add(client)
      else if (error.message === queryTimedOut) idle.closeSilent(client)
    })
}

/** Error message of pg. */
const queryTimedOut = 'Query read timeout'

/** The idle connections of a pool. */
export interface IdleConnections<C> {
  /** It has just answered. */
  readonly add: (connection: C) => void
  /** It is about to send a statement. */
  readonly take: (connection: C) => void
  readonly delete: (connection: C) => void
  /**
   * Call when a statement has got no answer from `unanswered`: the connections that have been silent since it was sent
   * are as lost, and closing them saves the next statements from finding out one after the other.
   */
  readonly closeSilent: (unanswered: C) => void
}

export const idleConnections = <C extends object>(close: (connection: C) => void): IdleConnections<C> => {
  const answeredAt = new Map<C, number>()
  const takenAt = new WeakMap<C, number>()
  return {
    add: (connection) => answeredAt.set(connection, performance.now()),
    take: (connection) => {
      answeredAt.delete(connection)
      takenAt.set(connection, performance.now())
    },
    delete: (connection) => answeredAt.delete(connection),
    closeSilent: (unanswered) => {
      // not derived from how long it waited: timers fire early or late
      const sentAt = takenAt.get(unanswered) ?? 0
      for (const [connection, at] of answeredAt) if (at < sentAt) close(connection)
    },
  }
}

/**
 * Runs work on a dedicated connection, without limits on its duration. It is closed afterwards, together with its
 * transaction, locks and settings, even if the work fails.
 */
export const onOwnConnection = async <T>(
  pool: Pick<Pool, 'options'>,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({
    ...pool.options,
    statement_timeout: false,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // a connection lost between two statements makes the next one fail
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const lockNotAvailable = '55P03'

/** Runs in a transaction; false if it had to wait longer than `lockMs` for a lock, and nothing was changed. */
export const withShortLocks = async (client: Client, lockMs: number, work: () => Promise<void>): Promise<boolean> => {
  await client.query(`begin; set local lock_timeout = ${lockMs}`)
  try {
    await work()
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) return false
    throw error
  }
}

/** One connection that is replaced when it is lost. There is never more than one. */
export interface SupervisedConnection {
  /** Opens the connection before its first use. */
  readonly start: () => void
  /**
   * Runs `work` on the connection, one at a time. Waits for a new connection if there is none; rejects if it cannot be
   * opened within the connection timeout, or after `close`.
   */
  readonly run: <A>(work: (client: Client) => Promise<A>) => Promise<A>
  /** Discards the current connection, which may be dead without an error. */
  readonly replace: () => void
  readonly close: () => Promise<void>
}

export interface SupervisedConnectionOptions {
  /** `connectionTimeoutMillis` and `query_timeout` limit how long a dead network can go unnoticed. */
  readonly config: ClientConfig
  /** Prepares a new connection, for instance with LISTEN; the connection is discarded if this fails. */
  readonly prepare?: (client: Client) => Promise<void>
  /** Called whenever a connection was lost or could not be opened. */
  readonly onLost?: () => void
}

const minDelayMs = 50
const maxDelayMs = 2_000
/** How long closing waits for the server to end the session. */
const closeTimeoutMs = 1_000

/** The delay before attempt `failures + 1`, with jitter, so that processes do not reconnect at the same moment. */
export const reconnectDelay = (failures: number): number =>
  Math.min(minDelayMs * 2 ** failures, maxDelayMs) * (0.5 + Math.random() / 2)

const unreachable =
  /ECONN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|timeout e|Connection terminated|Query read timeout/

/**
 * Whether there was no connection, it was lost, or its server is read-only: the same work may succeed later. Slonik wraps
 * the error of pg.
 */
export const isUnreachable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  // connection exceptions, a server that stops or starts, no free connection
  if (error instanceof DatabaseError) return isReadOnly(error) || /^(08|57P0|53300)/.test(error.code ?? '')
  if (error.message === noAnswer) return true
  return unreachable.test(`${'code' in error ? String(error.code) : ''} ${error.message}`) || isUnreachable(error.cause)
}

/** Whether the server refused to write: it is a standby, or its transactions are read-only. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof DatabaseError && error.code === readOnlyTransaction) || isReadOnly(error.cause))

const readOnlyTransaction = '25006'

/** Whether the database accepts writes, without writing anything. Rejects if it cannot be asked. */
export const isWritable = (pool: Pick<Pool, 'query'>): Promise<boolean> =>
  pool.query('select from garbo_migrations where false for update').then(
    () => true,
    (error: unknown) => (isReadOnly(error) ? false : Promise.reject(error as Error)),
  )

const noTls = 'The server does not support SSL connections'
const untrusted = /^(ERR_TLS_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|CERT_)/

/** Whether the server does not accept this user, password, database name or parameter, or is not trusted. */
export const isAccessRefused = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? error.severity === 'FATAL' || /^(28|3D000)/.test(error.code ?? '')
    : error instanceof Error && (error.message === noTls || ('code' in error && untrusted.test(String(error.code))))

/** Repeats `work` while the database is unreachable, for `timeoutMs`; then rejects with the last error. */
export const whileUnreachable = async <A>(
  work: () => Promise<A>,
  { timeoutMs, onRetry }: { readonly timeoutMs: number; readonly onRetry: (error: unknown) => void },
): Promise<A> => {
  const until = performance.now() + timeoutMs
  for (let failures = 0; ; failures++)
    try {
      return await work()
    } catch (error) {
      if (!isUnreachable(error) || performance.now() > until) throw error
      onRetry(error)
      await pause(reconnectDelay(failures))
    }
}

/** Opens the connection at the first use and keeps it open until `close`. */
export const supervisedConnection = (options: SupervisedConnectionOptions): SupervisedConnection => {
  const timeoutMs = options.config.connectionTimeoutMillis || defaultTimeouts.connectMs
  const closing = new AbortController()
  const { signal } = closing
  let opened = Promise.withResolvers<Client>()
  let current: Client | null = null
  let supervising: Promise<void> | null = null
  let previous: Promise<unknown> = Promise.resolve()

  const onOpened = (client: Client) => {
    current = client
    opened.resolve(client)
  }
  const onLost = () => {
    if (current !== null) opened = Promise.withResolvers()
    current = null
    options.onLost?.()
  }
  const supervise = async () => {
    for (let failures = 0; !signal.aborted; failures++) {
      if (await openUntilLost({ ...options, timeoutMs, onOpened, onLost }, signal)) failures = 0
      await pause(reconnectDelay(failures), undefined, { signal }).catch(() => undefined)
    }
  }
  const start = () => void (supervising ??= supervise())
  const connected = (): Promise<Client> => {
    if (signal.aborted) return Promise.reject(new Error('the connection is closed'))
    start()
    return current === null ? withDeadline(opened.promise, timeoutMs, noAnswer) : Promise.resolve(current)
  }
  const replace = () => {
    if (current !== null) destroy(current)
  }

  return {
    start,
    run: (work) => {
      const result = previous.then(async () => {
        const client = await connected()
        return work(client).catch((error: unknown) => {
          // Without an answer from the server, the state of the connection is unknown.
          const isUnknown = !(error instanceof DatabaseError)
          if ((isUnknown || isReadOnly(error)) && current === client) replace()
          throw error
        })
      })
      previous = result.catch(() => undefined)
      return result
    },
    replace,
    close: async () => {
      closing.abort()
      opened.promise.catch(() => undefined)
      opened.reject(new Error('the connection is closed'))
      await supervising
    },
  }
}

interface Opening extends SupervisedConnectionOptions {
  readonly timeoutMs: number
  readonly onOpened: (client: Client) => void
  readonly onLost: () => void
}

/** Resolves when the connection is lost or `closing` aborts; to false if it could not be opened. */
const openUntilLost = async (
  { config, timeoutMs, prepare, onOpened, onLost }: Opening,
  closing: AbortSignal,
): Promise<boolean> => {
  const client = new Client({ ...config, connectionTimeoutMillis: timeoutMs })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve()).once('end', () => resolve())
    closing.addEventListener('abort', () => resolve(), { once: true })
  })
  try {
    await client.connect()
    await Promise.race([prepare?.(client), lost.then(() => Promise.reject(new Error('the connection was lost')))])
    onOpened(client)
    await lost
    return true
  } catch {
    return false
  } finally {
    onLost()
    await discard(client, closing.aborted)
  }
}

const discard = async (client: Client, gracefully: boolean): Promise<void> => {
  if (gracefully) await Promise.race([client.end(), pause(closeTimeoutMs)]).catch(() => undefined)
  destroy(client)
}

/** Closes the socket without waiting for the server, which may be gone. */
const destroy = (client: ClientBase) => {
  connectionOf(client).stream.destroy()
}

const connectionOf = (client: ClientBase): Connection =>
  (client as ClientBase & { readonly connection: Connection }).connection
