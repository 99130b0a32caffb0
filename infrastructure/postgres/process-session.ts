import type { Client, ClientConfig, QueryResultRow } from 'pg'
import { supervisedConnection } from './connections.ts'

/**
 * The one connection of a process that receives notifications, holds session locks and shows the database that the
 * process is alive. One, because every `NOTIFY` wakes every connection that listens, whatever its channels.
 */
export interface ProcessSession {
  readonly query: <R extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>
  /**
   * Calls `listener` once listening, at every NOTIFY with its payload, and with `missed` after a reconnect, when
   * notifications and unflushed data may have been lost. Returns a function that unsubscribes.
   */
  readonly on: (channel: string, listener: NotificationListener) => () => void
  /** Returns a function that detaches the extension; what it prepared stays until the connection ends. */
  readonly attach: (extension: SessionExtension) => () => void
  readonly close: () => Promise<void>
}

/** The payload is empty if there was none, or no notification. */
type NotificationListener = (missed: boolean, payload: string) => void

export interface SessionExtension {
  /**
   * Run on every new connection before it listens, possibly more than once. A connection for which it fails is replaced
   * until it succeeds.
   */
  readonly prepare?: (client: Client) => Promise<void>
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
  const listeners = new Map<string, Set<NotificationListener>>()
  const extensions = new Set<SessionExtension>()
  let wasListening = false

  const notifyListeners = (channel: string, missed: boolean, payload = '') =>
    listeners.get(channel)?.forEach((listener) => listener(missed, payload))
  const prepareAll = async (client: Client) => {
    for (const { prepare } of extensions) await prepare?.(client)
    client.on('notification', ({ channel, payload }) => notifyListeners(channel, false, payload))
    const channels = [...listeners.keys()]
    if (channels.length > 0) await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
    for (const channel of channels) notifyListeners(channel, wasListening)
    wasListening = true
  }
  const connection = supervisedConnection({
    config: { ...options, query_timeout: Math.min(options.query_timeout || Infinity, maxQueryTimeoutMs) },
    prepare: prepareAll,
    onLost: () => extensions.forEach(({ onLost }) => onLost()),
  })
  /** Runs on the current connection and replaces it after an error; a new connection is prepared from scratch. */
  const runOrReplace = (work: (client: Client) => Promise<unknown>): void => {
    connection.run(work).catch(connection.replace)
  }

  return {
    query: (text, values = []) => connection.run(async (client) => (await client.query(text, [...values])).rows),
    on: (channel, listener) => {
      const existing = listeners.get(channel)
      listeners.set(channel, (existing ?? new Set()).add(listener))
      if (existing === undefined)
        runOrReplace(async (client) => {
          await client.query(`listen ${channel}`)
          notifyListeners(channel, false)
        })
      return () => {
        const others = listeners.get(channel)
        if (others?.delete(listener) !== true || others.size > 0) return
        listeners.delete(channel)
        connection.run((client) => client.query(`unlisten ${channel}`)).catch(() => undefined)
      }
    },
    attach: (extension) => {
      extensions.add(extension)
      if (extension.prepare) runOrReplace(extension.prepare)
      return () => void extensions.delete(extension)
    },
    close: connection.close,
  }
}

/** The session of the process, or else a new one, which `release` closes. */
export const sharedOrOwnSession = (shared: ProcessSession | undefined, pool: { readonly options: ClientConfig }) => {
  const session = shared ?? processSession(pool)
  return { session, release: () => (shared === undefined ? session.close() : Promise.resolve()) }
}
