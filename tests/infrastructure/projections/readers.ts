import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { onTestFinished } from 'vitest'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { migrate } from '../../../infrastructure/postgres/migrate.ts'
import type { AnyProjection } from '../../../infrastructure/projections/any-projection.ts'
import { projectionsMigrations } from '../../../infrastructure/projections/migrations.ts'
import {
  startReading,
  type Reading,
  type ReadingOptions,
  type Trouble,
} from '../../../infrastructure/projections/reading.ts'
import { runProjection } from '../../../infrastructure/projections/run-projection.ts'
import type { RunOptions } from '../../../infrastructure/projections/rebuild.ts'
import { reactionsMigrations } from '../../../infrastructure/reactions/migrations.ts'
import type { Log } from './log.ts'

export const prepared = (pool: Pool) => migrate(pool, [projectionsMigrations, reactionsMigrations])

/** As it was before anything ran. */
export const emptied = async (pool: Pool) => {
  await pool.query(
    'drop schema if exists ops cascade; drop schema if exists read cascade; drop table if exists garbo_migrations',
  )
  await prepared(pool)
}

export interface Process extends Reading {
  readonly troubles: readonly Trouble[]
  /** Runs it until the process is left. */
  readonly run: (projection: AnyProjection, options?: RunOptions) => void
  readonly alsoRun: (work: (reading: Reading, signal: AbortSignal) => Promise<unknown>) => void
  /** Stops everything that runs, and gives the leases back. */
  readonly leave: () => Promise<void>
}

/** What one process of ours has, in this one; ends with the test at the latest. */
export const processOn = (pool: Pool, log: Log, options: Partial<ReadingOptions> = {}): Process => {
  const troubles: Trouble[] = []
  const { store, history } = log
  const report = (trouble: Trouble) => troubles.push(trouble)
  const reading = startReading({ pool, store, history, leaseMs: 2_000, retryMs: 100, report, ...options })
  const stopping = new AbortController()
  const running: Promise<unknown>[] = []
  const alsoRun: Process['alsoRun'] = (work) => {
    running.push(work(reading, stopping.signal))
  }
  let left: Promise<void> | null = null
  const leave = () => {
    left ??= (async () => {
      stopping.abort()
      await Promise.all(running)
      await reading.close()
    })()
    return left
  }
  onTestFinished(leave)
  return {
    ...reading,
    troubles,
    alsoRun,
    run: (projection, how) => alsoRun((r, signal) => runProjection(r, projection, signal, how)),
    leave,
  }
}

/** Looks until it is so; the run's own timeout is the only clock. */
export const until = async <A>(look: () => Promise<A | null | undefined | false>): Promise<A> => {
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    await pause(15)
  }
}

/** Every row `read.<name>` shows, key by key, as Postgres writes them down. */
export const shown = async (pool: Pool, name: string): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await pool.query<{ key: string; row: string }>(
    `select key, (row_to_json(r)::text) as row from read.${name} r order by key collate "C"`,
  )
  return Object.fromEntries(rows.map(({ key, row }) => [key, row]))
}

export const checkpointOf = async (pool: Pool, name: string) =>
  (
    await pool.query<{
      position: string | null
      fence: string
      state: string
      stopped_event: string | null
      reason: string | null
    }>('select position, fence, state, stopped_event, reason from ops.checkpoints where name = $1', [name])
  ).rows[0]

/** Resolves once the table's checkpoint stands at `position` or beyond. */
export const reaches = (pool: Pool, relation: string, position: Position) =>
  until(async () => ((await checkpointOf(pool, relation))?.position ?? '') >= position)
