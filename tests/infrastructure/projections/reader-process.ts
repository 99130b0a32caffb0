import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { onTestFinished } from 'vitest'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import type { AnyProjection } from '../../../infrastructure/projections/fold.ts'
import { projectionsMigrations, runProjection } from '../../../infrastructure/projections/projection-engine.ts'
import {
  type ReaderFailure,
  type ReaderOptions,
  type ReaderRuntime,
  startReaderRuntime,
} from '../../../infrastructure/projections/reader-runtime.ts'
import type { ProjectionRunOptions } from '../../../infrastructure/projections/rebuild.ts'
import { reactionsMigrations } from '../../../infrastructure/reactions/policy-runner.ts'
import type { TestLog } from './test-log.ts'

export const migrateReaders = (pool: Pool) => migrate(pool, [projectionsMigrations, reactionsMigrations])

const countBusyConnections = async (pool: Pool) =>
  (
    await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    )
  ).rowCount

/** Resets the database to its state before any reader ran, once the last statements of stopped readers have ended. */
export const resetReaders = async (pool: Pool) => {
  await waitUntil(async () => (await countBusyConnections(pool)) === 0)
  await pool.query(
    'drop schema if exists ops cascade; drop schema if exists read cascade; drop table if exists garbo_migrations',
  )
  await migrateReaders(pool)
}

export interface ReaderProcess extends ReaderRuntime {
  readonly failures: readonly ReaderFailure[]
  /** Runs a projection until the process is stopped. */
  readonly run: (projection: AnyProjection, options?: ProjectionRunOptions) => void
  readonly runAlso: (work: (reading: ReaderRuntime, signal: AbortSignal) => Promise<unknown>) => void
  /** Stops all readers and releases the leases. */
  readonly stop: () => Promise<void>
}

/** Runs readers as a separate process would; stops them when the test ends. */
export const startReaderProcess = (pool: Pool, log: TestLog, options: Partial<ReaderOptions> = {}): ReaderProcess => {
  const failures: ReaderFailure[] = []
  const { store, history } = log
  const report = (failure: ReaderFailure) => failures.push(failure)
  const reading = startReaderRuntime({ pool, store, history, leaseMs: 2_000, retryMs: 100, report, ...options })
  const stopping = new AbortController()
  const running: Promise<unknown>[] = []
  const runAlso: ReaderProcess['runAlso'] = (work) => {
    running.push(work(reading, stopping.signal))
  }
  let stopped: Promise<void> | null = null
  const stop = () => {
    stopped ??= (async () => {
      stopping.abort()
      await Promise.all(running)
      await reading.close()
    })()
    return stopped
  }
  onTestFinished(stop)
  return {
    ...reading,
    failures,
    runAlso: runAlso,
    run: (projection, runOptions) =>
      runAlso((runtime, signal) => runProjection(runtime, projection, signal, runOptions)),
    stop: stop,
  }
}

/** Polls until the result is truthy; limited only by the test's timeout. */
export const waitUntil = async <A>(check: () => Promise<A | null | undefined | false>): Promise<A> => {
  for (;;) {
    const found = await check()
    if (found !== null && found !== undefined && found !== false) return found
    await pause(15)
  }
}

/** All rows of `read.<name>` by key, in Postgres' text format. */
export const shownRows = async (pool: Pool, name: string): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await pool.query<{ key: string; row: string }>(
    `select key, (row_to_json(r)::text) as row from read.${name} r order by key collate "C"`,
  )
  return Object.fromEntries(rows.map(({ key, row }) => [key, row]))
}

export const readCheckpoint = async (pool: Pool, name: string) =>
  (
    await pool.query<{
      position: string | null
      fence: string
      state: string
      stopped_event: string | null
      reason: string | null
    }>('select position, fence, state, stopped_event, reason from ops.checkpoints where name = $1', [name])
  ).rows[0]

/** Resolves once the table's checkpoint is at `position` or beyond. */
export const checkpointReaches = (pool: Pool, relation: string, position: Position) =>
  waitUntil(async () => ((await readCheckpoint(pool, relation))?.position ?? '') >= position)
