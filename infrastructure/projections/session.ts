import type { Pool, PoolClient, QueryResultRow } from 'pg'

/** One connection a process keeps: it hears NOTIFY, and the database can tell by it that the process lives. */
export interface Session {
  readonly query: <R extends QueryResultRow>(text: string, values: readonly unknown[]) => Promise<readonly R[]>
  /**
   * `wake` is called once listening, at every NOTIFY, and with `missed` once a lost connection is back: what happened meanwhile was not
   * heard, and the database may have forgotten what it had not yet put on disk. Answers how to stop it.
   */
  readonly on: (channel: string, wake: (missed: boolean) => void) => () => void
  readonly close: () => Promise<void>
}

const reconnectMs = 500

/** Needs a pool that talks to Postgres itself or to a session-mode proxy. */
export const processSession = (pool: Pool): Session => {
  const wakers = new Map<string, Set<(missed: boolean) => void>>()
  let connection: Promise<PoolClient> | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let closed = false

  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    let usable = true
    const lost = () => {
      if (!usable || closed) return
      usable = false
      connection = null
      client.release(true)
      reconnect()
    }
    client.once('error', lost)
    client.once('end', lost)
    client.on('error', () => undefined)
    client.on('notification', ({ channel }) => ring(channel, false))
    for (const channel of wakers.keys()) await client.query(`listen ${channel}`)
    for (const channel of wakers.keys()) ring(channel, true)
    return client
  }
  const ring = (channel: string, missed: boolean) => {
    for (const wake of wakers.get(channel) ?? []) wake(missed)
  }
  const connected = (): Promise<PoolClient> => {
    if (closed) return Promise.reject(new Error('the session is closed'))
    connection ??= connect().catch((error: unknown) => {
      connection = null
      throw error
    })
    return connection
  }
  /** One after the other: a connection does one thing at a time. */
  const ask = <R extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly R[]> => {
    const answer = turn.then(async () => (await (await connected()).query<R>(text, [...values])).rows)
    turn = answer.catch(() => undefined)
    return answer
  }
  const reconnect = () => {
    if (!closed && wakers.size > 0) connected().catch(() => setTimeout(reconnect, reconnectMs).unref())
  }

  return {
    query: ask,
    on: (channel, wake) => {
      const listening = wakers.get(channel)
      if (listening) listening.add(wake)
      else {
        wakers.set(channel, new Set([wake]))
        ask(`listen ${channel}`).then(
          () => ring(channel, false),
          () => setTimeout(reconnect, reconnectMs).unref(),
        )
      }
      return () => wakers.get(channel)?.delete(wake)
    },
    close: async () => {
      closed = true
      const client = await connection?.catch(() => undefined)
      client?.release(true)
    },
  }
}
