import type { GoalId } from './goals.ts'
import type { Extent, LoadResult } from './load.ts'
import type { BenchPlan } from './plan.ts'
import type { Cluster, Database } from './postgres.ts'
import type { Result } from './result.ts'
import { type Latency, medianRun } from './statistics.ts'
import { startSubject, type Subject } from './subject.ts'
import type { EmmettTasks } from './subjects/emmett.ts'
import type { EventStoreTasks } from './subjects/event-store.ts'
import type { AppendOrder } from './subjects/event-store/log-tasks.ts'

/** Dependencies of every benchmark. */
export interface BenchContext {
  readonly cluster: Cluster
  readonly plan: BenchPlan
  /** The pool size with which emmett is fastest for a number of callers; determined once. */
  readonly bestEmmettPool: (callers: number) => Promise<number>
  readonly print: (line: string) => void
  /** Adds the latencies of a leg to the report. */
  readonly recordLatency: (leg: string, latency: Latency) => void
}

/** Legs measured alternately, and the goals they are evaluated against. */
export interface Benchmark {
  readonly goals: readonly GoalId[]
  readonly run: (bench: BenchContext) => Promise<readonly Result[]>
}

/** A subject with its own database. */
export interface Candidate<T extends Subject<never>> {
  readonly subject: T
  readonly database: Database
  /** Stops the subject and drops its database, after verifying by SQL that every acknowledged event is stored. */
  readonly dismiss: () => Promise<void>
}

export type EventStoreSubject = Subject<EventStoreTasks>
export type EmmettSubject = Subject<EmmettTasks>

export const startEventStore = async (
  { cluster }: Pick<BenchContext, 'cluster'>,
  where: 'migrated' | 'counted' | Database = 'migrated',
): Promise<Candidate<EventStoreSubject>> => {
  const database = typeof where === 'string' ? await cluster.database(where) : where
  const subject = startSubject<EventStoreTasks>('event-store', { url: database.url })
  return {
    subject,
    database,
    dismiss: async () => {
      const acknowledged = await subject.ask('acknowledged', undefined)
      await subject.end()
      const { stored, first, last } = (
        await database.rows<{ stored: number; first: number; last: number }>(
          `select count(*)::int as stored, coalesce(min(position), 1)::int as first, coalesce(max(position), 0)::int as last from log.events`,
        )
      )[0] ?? { stored: -1, first: -1, last: -1 }
      await database.drop()
      assertEqual('events stored', stored, acknowledged)
      assertEqual('the first position', first, 1)
      assertEqual('the last position', last, stored)
    },
  }
}

export const startEmmett = async (
  { cluster }: Pick<BenchContext, 'cluster'>,
  pool: number,
): Promise<Candidate<EmmettSubject>> => {
  const database = await cluster.database('empty')
  const subject = startSubject<EmmettTasks>('emmett', { url: database.url, pool })
  return {
    subject,
    database,
    dismiss: async () => {
      const acknowledged = await subject.ask('acknowledged', undefined)
      await subject.end()
      const stored = await database.number('select count(*) from emt_messages')
      await database.drop()
      assertEqual('events emmett stored', stored, acknowledged)
    },
  }
}

/** A candidate with an `append` task. */
export interface Appender {
  readonly subject: { readonly ask: (task: 'append', order: AppendOrder) => Promise<LoadResult> }
}

export const append = async (
  { subject }: Appender,
  load: Omit<AppendOrder, 'extent'>,
  extent: Extent,
): Promise<LoadResult> => assertNoFailures(await subject.ask('append', { ...load, extent }))

/** Voids the measurement if a check on what was stored fails. */
export const assertEqual = (what: string, is: number, shouldBe: number): void => {
  if (is !== shouldBe) throw new Error(`${what}: ${is} instead of ${shouldBe}`)
}

/** Voids the measurement if an operation was rejected or failed. */
export const assertNoFailures = (measured: LoadResult): LoadResult => {
  if (measured.failed > 0) throw new Error(`${measured.failed} failed, the first with: ${measured.firstError}`)
  return measured
}

/**
 * Repeats a leg for as long as appends are measured, because a single second says little and disks slow down under
 * sustained writes. The rate is the mean over that time.
 */
export const repeatFor = async (forMs: number, leg: () => Promise<{ readonly rate: number }>) => {
  const costs: number[] = []
  const from = performance.now()
  do costs.push(1 / (await leg()).rate)
  while (performance.now() - from < forMs)
  return { rate: costs.length / costs.reduce((sum, cost) => sum + cost, 0), times: costs.length }
}

/** Runs all legs in turn, each after a checkpoint, so that a temporary slowdown of the machine affects all of them. */
export const runInterleaved = async <L extends Readonly<Record<string, () => Promise<unknown>>>>(
  { cluster, plan, print, recordLatency }: BenchContext,
  legs: L,
  runs = plan.runs,
): Promise<{ readonly [K in keyof L]: readonly Awaited<ReturnType<L[K]>>[] }> => {
  const measured: Record<string, unknown[]> = Object.fromEntries(Object.keys(legs).map((name) => [name, []]))
  for (let run = 1; run <= runs; run++)
    for (const [name, leg] of Object.entries(legs)) {
      await cluster.checkpoint()
      const result = await leg()
      measured[name]?.push(result)
      print(`  run ${run}, ${name}: ${summarize(result)}`)
    }
  for (const [name, all] of Object.entries(measured)) {
    const latencies = all.flatMap(latenciesIn)
    if (latencies.length > 0) recordLatency(name, medianRun(latencies))
  }
  return measured as never
}

const latenciesIn = (result: unknown): readonly Latency[] => {
  if (typeof result !== 'object' || result === null) return []
  if ('p999' in result) return [result as Latency]
  return 'latency' in result ? latenciesIn(result.latency) : []
}

const summarize = (result: unknown): string =>
  JSON.stringify(result, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value))

export const ratesOf = (all: readonly { readonly rate: number }[]): readonly number[] => all.map(({ rate }) => rate)
