import type { Client, Pool, QueryResultRow } from 'pg'
import { supervisedConnection } from '../postgres/postgres.ts'

/** One connection per process: receives NOTIFY, and shows the database that the process is alive. */
export interface ProcessSession {
  readonly query: <R extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>
  /**
   * Calls `wake` once listening, at every NOTIFY with its payload, and with `missed` after a reconnect, when notifications
   * and unflushed data may have been lost. Returns a function that unsubscribes.
   */
  readonly on: (channel: string, wake: Wake) => () => void
  readonly close: () => Promise<void>
}

/** The payload is empty if there was none, or no notification. */
type Wake = (missed: boolean, payload: string) => void

/** A connection that does not answer within this time is replaced, unless the pool waits less. */
const maxQueryTimeoutMs = 10_000

/** Uses the settings of `pool`, but none of its connections. Requires a direct connection or a session-mode proxy. */
export const processSession = (pool: Pick<Pool, 'options'>): ProcessSession => {
  const wakers = new Map<string, Set<Wake>>()
  let wasListening = false

  const wakeAll = (channel: string, missed: boolean, payload = '') =>
    wakers.get(channel)?.forEach((wake) => wake(missed, payload))
  const listenToAll = async (client: Client) => {
    client.on('notification', ({ channel, payload }) => wakeAll(channel, false, payload))
    const channels = [...wakers.keys()]
    if (channels.length > 0) await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
    for (const channel of channels) wakeAll(channel, wasListening)
    wasListening = true
  }
  const connection = supervisedConnection({
    config: { ...pool.options, query_timeout: Math.min(pool.options.query_timeout || Infinity, maxQueryTimeoutMs) },
    prepare: listenToAll,
  })
  const listen = (channel: string): void => {
    connection
      .run((client) => client.query(`listen ${channel}`))
      .then(
        () => wakeAll(channel, false),
        // The next connection listens to all channels.
        connection.replace,
      )
  }

  return {
    query: (text, values = []) => connection.run(async (client) => (await client.query(text, [...values])).rows),
    on: (channel, wake) => {
      const existing = wakers.get(channel)
      wakers.set(channel, (existing ?? new Set()).add(wake))
      if (existing === undefined) listen(channel)
      return () => wakers.get(channel)?.delete(wake)
    },
    close: connection.close,
  }
}
