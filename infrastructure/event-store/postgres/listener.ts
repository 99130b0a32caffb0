import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { queryOn } from './query.ts'
import { listen as listenTo } from './statements.ts'

export interface Hearing {
  readonly heard: (place: number) => void
  /** From now on nothing is missed; something may have been missed before. */
  readonly connected: () => void
}

export interface Listener {
  /** Gives the connection up for a new one. */
  readonly renew: () => void
  /** Resolves once `signal` has aborted and the connection is closed. */
  readonly ended: Promise<void>
}

const shortestPause = 50
const longestPause = 2_000
/** How long a connection may take to come about. */
const patience = 5_000

/** Listens until `signal` aborts, on one connection after the other. */
export const listener = (connectionString: string, hearing: Hearing, signal: AbortSignal): Listener => {
  let connection = new AbortController()
  const run = async () => {
    for (let wait = shortestPause; !signal.aborted; wait = Math.min(wait * 2, longestPause)) {
      connection = new AbortController()
      const leaving = AbortSignal.any([signal, connection.signal])
      if (await listen(connectionString, hearing, leaving)) wait = shortestPause
      await pause(wait, undefined, { signal }).catch(() => undefined)
    }
  }
  return { renew: () => connection.abort(), ended: run() }
}

/** Until the connection is lost or `leaving` aborts; false when there never was one. */
const listen = async (connectionString: string, hearing: Hearing, leaving: AbortSignal): Promise<boolean> => {
  const client = new Client({ connectionString, keepAlive: true, connectionTimeoutMillis: patience })
  const lost = new Promise<void>((resolve) => {
    leaving.addEventListener('abort', () => resolve())
    client.on('error', () => resolve()).once('end', () => resolve())
  })
  try {
    await client.connect()
    client.on('notification', ({ payload }) => hearing.heard(Number(payload)))
    await queryOn(client)(listenTo, [])
    hearing.connected()
    await lost
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => undefined)
  }
}
