import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { AnyProjection } from './any-projection.ts'
import { makeBeside, rebuildOf, standingOf } from './builds.ts'
import { claim, type Poison } from './checkpoint.ts'
import { filler } from './filler.ts'
import { follow } from './follow.ts'
import { standStill } from './lead.ts'
import { progressHere } from './here.ts'
import { lazyMoves } from './lazy-moves.ts'
import type { Lease } from './leases.ts'
import type { Notes } from './notes.ts'
import { fewRows, projector, type Outcome, type ProjectorOptions, type Take } from './projector.ts'
import type { Reading } from './reading.ts'
import { swap, type Swapped } from './swap.ts'
import type { Table } from './table.ts'
import { transaction } from './table-writer.ts'

export type Rebuilt =
  | { readonly type: 'Serving'; readonly relation: string }
  /** Nothing was to be done: somebody else did it first. */
  | { readonly type: 'Current' }
  /** The signal aborted, or the lease was lost; the old table goes on serving. */
  | { readonly type: 'Abandoned' }
  /** The fold cannot get past an event; the old table goes on serving. */
  | Poison

export interface RunOptions extends ProjectorOptions {
  /** Events read at once while catching up; each page is one transaction. */
  readonly pageSize?: number
  /** Rests after each page six times as long as the page took, so that those who write and read meanwhile notice little. */
  readonly gently?: boolean
}

export const defaultPageSize = 1_000
/** Of a rebuild that does not rest: whoever shares its process waits for a page, and each is a way to Postgres and back. */
const largePageSize = 3_000

/**
 * Fills a fresh table beside the serving one, from the start of the log, and lets it serve once it has caught up. What is
 * read meanwhile is the old table, to the last moment; interrupted anywhere, the old one serves on.
 */
export const rebuildProjection = async (
  reading: Reading,
  projection: AnyProjection,
  signal: AbortSignal,
  { onlyIfOutdated = false, ...options }: RunOptions & { readonly onlyIfOutdated?: boolean } = {},
): Promise<Rebuilt> => {
  const lease = await reading.leases.hold(rebuildOf(projection), signal)
  if (lease === null) return { type: 'Abandoned' }
  // its own: a statement shared with the serving table's cursor would wait for the lock the swap holds
  const moves = lazyMoves(reading.pool)
  // nobody waits for a table that does not serve
  const here = progressHere()
  try {
    const standing = await standingOf(reading.pool, projection)
    if (onlyIfOutdated && standing.type !== 'Outdated') return { type: 'Current' }
    const fill = (more: RunOptions) => fillBeside({ ...reading, moves, here }, projection, lease, signal, more)
    const filled = await fill(options)
    return rebuilt(filled.type === 'Spoilt' ? await fill({ ...options, carefully: true }) : filled)
  } finally {
    await moves.close()
    await reading.leases.release(lease)
  }
}

type Filled = { readonly type: 'Serving'; readonly relation: string } | Outcome

const rebuilt = (filled: Filled): Rebuilt =>
  filled.type === 'Serving' || filled.type === 'Poisoned' ? filled : { type: 'Abandoned' }

const fillBeside = async (
  reading: Reading,
  projection: AnyProjection,
  lease: Lease,
  signal: AbortSignal,
  { gently = false, pageSize = gently ? defaultPageSize : largePageSize, ...given }: RunOptions,
): Promise<Filled> => {
  const table = await makeBeside(reading.pool, projection)
  const cursor = await claim(reading.pool, table.relation, lease)
  if (cursor === null) return { type: 'Overtaken' }
  const options = { rememberRows: fewRows, ...given }
  if (!options.carefully) await reading.pool.query(table.notes.create)
  const fill = (options.carefully ? projector : filler)(reading, projection, table, cursor, options)
  const ended: { by: Swapped | null } = { by: null }
  const caughtUp = async () => {
    await makeReady(reading, table, options)
    const take = projector(reading, projection, table, cursor, { ...options, gatherRows: 0 })
    do ended.by = await swap(reading, projection, table, cursor, take)
    while (ended.by.type === 'Busy' && !signal.aborted && (await pause(100, true)))
    return true
  }
  const pace = gently ? resting(fill) : fill
  const outcome = await follow(reading, { lease, cursor, take: pace, pageSize, caughtUp }, signal)
  const last = ended.by ?? outcome
  if (last.type === 'Serving') return { type: 'Serving', relation: table.relation }
  if (last.type === 'Poisoned') await standStill(reading, cursor, last)
  return last.type === 'Busy' ? { type: 'Overtaken' } : last
}

/** Times as long as it works: a rebuild could keep a processor to itself, and as many more read for it. */
const rests = 6

const resting =
  (take: Take): Take =>
  async (page) => {
    const from = performance.now()
    const outcome = await take(page)
    if (page.more) await pause(rests * (performance.now() - from))
    return outcome
  }

/** Indexes are made once the rows are there: that is cheaper, and nobody reads the table yet. */
const makeReady = async ({ pool }: Reading, { relation, index, notes }: Table, { carefully }: RunOptions) => {
  if (!carefully) await settle(pool, notes)
  if (index !== '') await pool.query(index)
  await pool.query(`analyze read.${relation}`)
}

const settle = (pool: Pool, { settle }: Notes) =>
  transaction(pool, async (client) => {
    await client.query(`set local work_mem = '64MB'; ${settle}`)
    return true
  })
