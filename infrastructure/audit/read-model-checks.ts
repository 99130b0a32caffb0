import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { ReadModelCheck } from '../../application/audit/ports.ts'
import { instantColumn } from '../../projections/columns.ts'
import { statement } from '../postgres/postgres.ts'
import {
  type AnyProjection,
  checkTable,
  describeError,
  type ReaderRuntime,
  runAsLeader,
  type TableCheck,
} from '../projections/projection-engine.ts'

export interface CheckOptions {
  readonly queries: CommonQueryMethods
  /** How long the process rests before the first read model, and after all of them. */
  readonly startMs?: number
  readonly roundMs?: number
  /** How long it rests between two read models at least. */
  readonly restMs?: number
}

/** Read models that may fail in a round, which otherwise begins again later. */
const maxFailures = 3

/** Name of the lease of the process that checks. */
const checkerName = 'read-model-checks'

/**
 * Compares one read model after the other with the log, the one whose check is the oldest first, while the process is
 * mostly idle. Any number of processes may run it; one leads.
 * @rule D-15
 */
export const runReadModelChecks = (
  runtime: ReaderRuntime,
  projections: readonly AnyProjection[],
  { queries, startMs = 3_000, roundMs = 600_000, restMs = 250 }: CheckOptions,
  signal: AbortSignal,
): Promise<void> => {
  let isFirst = true
  return runAsLeader(runtime, checkerName, signal, async (_lease, until) => {
    if (isFirst) await rest(startMs, until)
    isFirst = false
    let failures = 0
    for (const projection of await oldestFirst(queries, projections)) {
      if (until.aborted) break
      await checkOne(runtime, projection, queries, until).catch((cause: unknown) => {
        if (++failures > maxFailures) throw cause
        runtime.report({ reader: checkerName, type: 'Unavailable', reason: describeError(cause), cause })
      })
      await rest(restMs, until)
    }
    return roundMs
  })
}

const rest = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal }).catch(() => undefined)

/** A page of the log is followed by a rest of nine times its duration. */
const restFactor = 9
const longestRestMs = 2_000
/** Share of the time in which the process may do other work. */
const idleUtilization = 0.5

/** Rests, and then until the process was idle for most of a second. */
const restUntilIdle =
  (signal: AbortSignal) =>
  async (workedMs: number): Promise<void> => {
    let before = performance.eventLoopUtilization()
    await rest(Math.min(longestRestMs, restFactor * workedMs), signal)
    while (!signal.aborted && performance.eventLoopUtilization(before).utilization > idleUtilization) {
      before = performance.eventLoopUtilization()
      await rest(1_000, signal)
    }
  }

/** An account may be erased between the two readings, so that only a second difference counts. */
const checkOne = async (
  runtime: ReaderRuntime,
  projection: AnyProjection,
  queries: CommonQueryMethods,
  signal: AbortSignal,
): Promise<void> => {
  const compare = () => checkTable(runtime, projection, { signal, rest: restUntilIdle(signal) })
  const first = await compare()
  const check = first === null || first.equal ? first : await compare()
  if (check !== null) await storeCheck(queries, projection, check)
}

const storeCheck = (
  queries: CommonQueryMethods,
  { name }: AnyProjection,
  { rows, hash, position, equal }: TableCheck,
): Promise<unknown> =>
  queries.query(statement`
    insert into audit.read_model_checks (name, rows, hash, position, equal)
    values (${name}, ${rows}, decode(${hash.toString('hex')}, 'hex'), ${position}, ${equal})
    on conflict (name) do update set rows = excluded.rows, hash = excluded.hash, position = excluded.position,
      equal = excluded.equal, checked_at = excluded.checked_at`)

const oldestFirst = async (
  queries: CommonQueryMethods,
  projections: readonly AnyProjection[],
): Promise<readonly AnyProjection[]> => {
  const checked = await queries.anyFirst(sql.type(z.object({ name: z.string() }))`
    select name from audit.read_model_checks order by checked_at`)
  const rank = new Map(checked.map((name, n) => [name, n]))
  return projections.toSorted((a, b) => (rank.get(a.name) ?? -1) - (rank.get(b.name) ?? -1))
}

const StoredCheck = z.object({
  name: z.string(),
  rows: z.number(),
  hash: z.string(),
  position: z.string().nullable(),
  checkedAt: instantColumn,
  equal: z.boolean(),
})

/** The last check of each of these read models that has been checked, by name. */
export const readModelChecks = (
  queries: CommonQueryMethods,
  names: readonly string[],
): Promise<readonly ReadModelCheck[]> =>
  queries.any(sql.type(StoredCheck)`
    select name, rows::float8 as rows, encode(hash, 'hex') as hash, position, checked_at as "checkedAt", equal
    from audit.read_model_checks where name = any(${sql.array([...names], 'text')}) order by name`)

/** Read models that differed from the log when they were last checked. */
export const differingReadModels = async (pool: Pick<ReaderRuntime['pool'], 'query'>): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    'select name from audit.read_model_checks where not equal order by name',
  )
  return rows.map(({ name }) => name)
}
