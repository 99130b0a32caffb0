import type { Client, ClientConfig, QueryResultRow } from 'pg'
import { supervisedConnection } from './connections.ts'

/**
 * The one connection of a process that receives notifications, holds session locks and shows the database that the
 * process is alive. One, because every `NOTIFY` wakes every connection that listens, whatever its channels.
 */
export interface ProcessSession {
  readonly query: <R extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>
  /**
   * Calls `wake` once listening, at every NOTIFY with its payload, and with `missed` after a reconnect, when notifications
   * and unflushed data may have been lost. Returns a function that unsubscribes.
   */
  readonly on: (channel: string, wake: Wake) => () => void
  /** Returns a function that detaches the part; what it prepared stays until the connection ends. */
  readonly attach: (part: SessionPart) => () => void
  readonly close: () => Promise<void>
}

/** The payload is empty if there was none, or no notification. */
type Wake = (missed: boolean, payload: string) => void

export interface SessionPart {
  /**
   * Run on every new connection before it listens, possibly more than once. A connection for which it fails is replaced
   * until it succeeds.
   */
  readonly prepare: (client: Client) => Promise<void>
  /** Called whenever the connection was lost or could not be opened. */
  readonly onLost: () => void
}

/** A connection that does not answer within this time is replaced, unless the pool waits less. */
const maxQueryTimeoutMs = 10_000

/**
 * Uses the settings of `pool`, but none of its connections. Opened at the first use. Requires a direct connection or a
 * session-mode proxy.
 */
export const processSession = ({ options }: { readonly options: ClientConfig }): ProcessSession => {
  const wakers = new Map<string, Set<Wake>>()
  const parts = new Set<SessionPart>()
  let wasListening = false

  const wakeAll = (channel: string, missed: boolean, payload = '') =>
    wakers.get(channel)?.forEach((wake) => wake(missed, payload))
  const prepareAll = async (client: Client) => {
    for (const { prepare } of parts) await prepare(client)
    client.on('notification', ({ channel, payload }) => wakeAll(channel, false, payload))
    const channels = [...wakers.keys()]
    if (channels.length > 0) await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
    for (const channel of channels) wakeAll(channel, wasListening)
    wasListening = true
  }
  const connection = supervisedConnection({
    config: { ...options, query_timeout: Math.min(options.query_timeout || Infinity, maxQueryTimeoutMs) },
    prepare: prepareAll,
    onLost: () => parts.forEach(({ onLost }) => onLost()),
  })
  /** Runs on the current connection and replaces it after an error; a new connection is prepared from scratch. */
  const runOrReplace = (work: (client: Client) => Promise<unknown>): void => {
    connection.run(work).catch(connection.replace)
  }

  return {
    query: (text, values = []) => connection.run(async (client) => (await client.query(text, [...values])).rows),
    on: (channel, wake) => {
      const existing = wakers.get(channel)
      wakers.set(channel, (existing ?? new Set()).add(wake))
      if (existing === undefined)
        runOrReplace(async (client) => {
          await client.query(`listen ${channel}`)
          wakeAll(channel, false)
        })
      return () => {
        const others = wakers.get(channel)
        if (others?.delete(wake) !== true || others.size > 0) return
        wakers.delete(channel)
        connection.run((client) => client.query(`unlisten ${channel}`)).catch(() => undefined)
      }
    },
    attach: (part) => {
      parts.add(part)
      runOrReplace(part.prepare)
      return () => void parts.delete(part)
    },
    close: connection.close,
  }
}

/** The session of the process, or else a new one, which `release` closes. */
export const sharedOrOwnSession = (shared: ProcessSession | undefined, pool: { readonly options: ClientConfig }) => {
  const session = shared ?? processSession(pool)
  return { session, release: () => (shared === undefined ? session.close() : Promise.resolve()) }
}
