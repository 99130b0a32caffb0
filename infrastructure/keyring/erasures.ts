import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** The channel on which every erasure is told to every process. */
export const channel = 'keyring_erased'

/** The lock everybody who works with the keys has a share in: whoever holds it alone may change the master key. */
export const present = 72617263

export interface Erasures {
  /** Is every erasure heard of at this moment? */
  readonly heard: () => boolean
  readonly close: () => Promise<void>
}

const shortestPause = 50
const longestPause = 2_000

/** Calls `erased` at every erasure anywhere, and whenever one may have been missed. Holds one connection of the pool. */
export const erasures = (pool: Pool, erased: () => void): Erasures => {
  let hearing = false
  let giveUp: (() => void) | undefined
  const closing = new AbortController()

  const listen = async (client: PoolClient) => {
    const lost = new Promise<void>((resolve) => {
      giveUp = resolve
      client.on('error', () => resolve()).once('end', () => resolve())
    })
    client.on('notification', () => erased())
    const { rows } = await client.query<{ let_in: boolean }>('select pg_try_advisory_lock_shared($1) as let_in', [
      present,
    ])
    if (rows[0]?.let_in !== true) return
    await Promise.race([client.query(`listen ${channel}`), lost])
    if (closing.signal.aborted) return
    erased()
    hearing = true
    await lost
  }

  const run = async () => {
    for (let wait = shortestPause; !closing.signal.aborted; wait = Math.min(wait * 2, longestPause)) {
      const client = await pool.connect().catch(() => null)
      if (client) {
        await listen(client).catch(() => undefined)
        if (hearing) wait = shortestPause
        hearing = false
        erased()
        client.release(true)
      }
      await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  const ended = run()
  return {
    heard: () => hearing,
    close: async () => {
      closing.abort()
      giveUp?.()
      await ended
    },
  }
}
