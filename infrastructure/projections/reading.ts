import type { Pool } from 'pg'
import type { History } from '../../application/history.ts'
import type { InHand } from '../../application/in-hand.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import { progressHere, type Here } from './here.ts'
import { lazyMoves, type LazyMoves } from './lazy-moves.ts'
import { leasesOf, type Leases } from './leases.ts'
import { processSession, type Session } from './session.ts'

/** What went wrong for a reader of the log; it tries again by itself. */
export interface Trouble {
  /** A projection's table, `policy:<name>` or `outbox`. */
  readonly reader: string
  readonly type: 'Stopped' | 'Unavailable'
  readonly reason: string
  readonly cause?: unknown
}

export interface ReadingOptions {
  readonly store: Pick<EventStore, 'readAll' | 'subscribe' | 'head'>
  readonly history: Pick<History, 'decode'>
  readonly pool: Pool
  /** How long a leader that fell silent still counts. */
  readonly leaseMs?: number
  /** How long a stopped reader waits before it tries the same event again. */
  readonly retryMs?: number
  readonly report?: (trouble: Trouble) => void
  /** Requests whose events policies leave to them until they are done. */
  readonly inHand?: Pick<InHand, 'released'>
}

/** What all readers of one process share: one connection to hear by, one set of leases. */
export interface Reading extends Required<ReadingOptions> {
  readonly session: Session
  readonly leases: Leases
  readonly moves: LazyMoves
  readonly here: Here
  /** After the readers have ended: gives the leases back, so that others take over at once. */
  readonly close: () => Promise<void>
}

export const startReading = (options: ReadingOptions): Reading => {
  const { pool, leaseMs = 10_000, retryMs = 30_000, report = () => undefined, inHand = nobodys } = options
  const session = processSession(pool)
  const leases = leasesOf(session, leaseMs)
  const here = progressHere()
  const moves = lazyMoves(pool, here)
  const close = async () => {
    await moves.close()
    await leases.close()
    await session.close()
  }
  return { ...options, leaseMs, retryMs, report, inHand, session, leases, moves, here, close }
}

const nobodys: Pick<InHand, 'released'> = { released: async () => undefined }
