import type { Pool, PoolClient, QueryResultRow } from 'pg'

/** One connection per process: receives NOTIFY, and shows the database that the process is alive. */
export interface ProcessSession {
  readonly query: <R extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>
  /**
   * Calls `wake` once listening, at every NOTIFY, and with `missed` after a reconnect, when notifications and unflushed
   * data may have been lost. Returns a function that unsubscribes.
   */
  readonly on: (channel: string, wake: (missed: boolean) => void) => () => void
  readonly close: () => Promise<void>
}

const reconnectDelayMs = 500
/** A connection that does not answer within this time is closed. */
const queryTimeoutMs = 10_000

interface SessionConnection {
  readonly client: PoolClient
  readonly disconnect: () => void
}

/** Requires a direct connection or a session-mode proxy. */
export const processSession = (pool: Pool): ProcessSession => {
  const wakers = new Map<string, Set<(missed: boolean) => void>>()
  let connection: Promise<SessionConnection> | null = null
  let previous: Promise<unknown> = Promise.resolve()
  let closed = false

  const wakeAll = (channel: string, missed: boolean) => wakers.get(channel)?.forEach((wake) => wake(missed))
  const onLost = () => {
    connection = null
    if (!closed && wakers.size > 0) connected().catch(() => setTimeout(onLost, reconnectDelayMs).unref())
  }
  const connected = (): Promise<SessionConnection> => {
    if (closed) return Promise.reject(new Error('the session is closed'))
    connection ??= openConnection(pool, [...wakers.keys()], wakeAll, onLost).catch((error: unknown) => {
      connection = null
      throw error
    })
    return connection
  }
  /** Statements run one at a time. */
  const query: ProcessSession['query'] = <R extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    const answer = previous.then(async () => {
      const { client, disconnect } = await connected()
      const timer = setTimeout(disconnect, queryTimeoutMs)
      const { rows } = await client.query<R>(text, [...values]).finally(() => clearTimeout(timer))
      return rows
    })
    previous = answer.catch(() => undefined)
    return answer
  }
  const listen = (channel: string): void => {
    const retry = () => setTimeout(() => closed || listen(channel), reconnectDelayMs).unref()
    query(`listen ${channel}`).then(() => wakeAll(channel, false), retry)
  }

  return {
    query,
    on: (channel, wake) => {
      const existing = wakers.get(channel)
      wakers.set(channel, (existing ?? new Set()).add(wake))
      if (existing === undefined) listen(channel)
      return () => wakers.get(channel)?.delete(wake)
    },
    close: async () => {
      closed = true
      await previous
      const last = await connection?.catch(() => undefined)
      last?.disconnect()
    },
  }
}

const openConnection = async (
  pool: Pool,
  channels: readonly string[],
  wakeAll: (channel: string, missed: boolean) => void,
  onLost: () => void,
): Promise<SessionConnection> => {
  const client = await pool.connect()
  let usable = true
  const disconnect = () => {
    if (!usable) return
    usable = false
    client.release(true)
    onLost()
  }
  client.on('error', disconnect).once('end', disconnect)
  client.on('notification', ({ channel }) => wakeAll(channel, false))
  for (const channel of channels) await client.query(`listen ${channel}`)
  for (const channel of channels) wakeAll(channel, true)
  return { client, disconnect }
}
