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

/** What every trial works with. */
export interface BenchContext {
  readonly cluster: Cluster
  readonly plan: BenchPlan
  /** Emmett's best pool for so many callers, tried out once. */
  readonly bestEmmettPool: (callers: number) => Promise<number>
  readonly print: (line: string) => void
  /** Keeps a leg's latencies for the record. */
  readonly recordLatency: (leg: string, latency: Latency) => void
}

/** Things measured by turns, for the goals they bear on. */
export interface Benchmark {
  readonly goals: readonly GoalId[]
  readonly run: (bench: BenchContext) => Promise<readonly Result[]>
}

/** A subject with a database of its own. */
export interface Candidate<T extends Subject<never>> {
  readonly subject: T
  readonly database: Database
  /** Ends it and drops its database, having found in SQL what it said it had stored. */
  readonly dismiss: () => Promise<void>
}

export type EventStoreSubject = Subject<EventStoreTasks>
export type EmmettSubject = Subject<EmmettTasks>

export const startEventStore = async (
  { cluster }: Pick<BenchContext, 'cluster'>,
  where: 'ours' | 'counted' | Database = 'ours',
): Promise<Candidate<EventStoreSubject>> => {
  const database = typeof where === 'string' ? await cluster.database(where) : where
  const subject = startSubject<EventStoreTasks>('ours', { url: database.url })
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

/** Whoever can be asked to append. */
export interface Appender {
  readonly subject: { readonly ask: (task: 'append', order: AppendOrder) => Promise<LoadResult> }
}

export const append = async (
  { subject }: Appender,
  load: Omit<AppendOrder, 'extent'>,
  extent: Extent,
): Promise<LoadResult> => assertNoFailures(await subject.ask('append', { ...load, extent }))

/** A measurement with a mistake in it counts for nothing. */
export const assertEqual = (what: string, is: number, shouldBe: number): void => {
  if (is !== shouldBe) throw new Error(`${what}: ${is} instead of ${shouldBe}`)
}

/** A goal counts only when nothing was rejected and nothing failed. */
export const assertNoFailures = (measured: LoadResult): LoadResult => {
  if (measured.failed > 0) throw new Error(`${measured.failed} failed, the first with: ${measured.complaint}`)
  return measured
}

/**
 * Again and again for as long as appends are measured: a second's work says little, and a disk that is written to for long
 * gives less. Its rate is the mean over that time.
 */
export const repeatFor = async (forMs: number, leg: () => Promise<{ readonly rate: number }>) => {
  const costs: number[] = []
  const from = performance.now()
  do costs.push(1 / (await leg()).rate)
  while (performance.now() - from < forMs)
  return { rate: costs.length / costs.reduce((sum, cost) => sum + cost, 0), times: costs.length }
}

/** Every leg once, then again, each from a fresh checkpoint: what slows the machine for a while slows them all. */
export const runInterleaved = async <L extends Readonly<Record<string, () => Promise<unknown>>>>(
  { cluster, plan, print, recordLatency }: BenchContext,
  legs: L,
  runs = plan.runs,
): Promise<{ readonly [K in keyof L]: readonly Awaited<ReturnType<L[K]>>[] }> => {
  const measured: Record<string, unknown[]> = Object.fromEntries(Object.keys(legs).map((name) => [name, []]))
  for (let run = 1; run <= runs; run++)
    for (const [name, leg] of Object.entries(legs)) {
      await cluster.checkpoint()
      const one = await leg()
      measured[name]?.push(one)
      print(`  run ${run}, ${name}: ${summarize(one)}`)
    }
  for (const [name, all] of Object.entries(measured)) {
    const latencies = all.flatMap(latenciesIn)
    if (latencies.length > 0) recordLatency(name, medianRun(latencies))
  }
  return measured as never
}

const latenciesIn = (one: unknown): readonly Latency[] => {
  if (typeof one !== 'object' || one === null) return []
  if ('p999' in one) return [one as Latency]
  return 'latency' in one ? latenciesIn(one.latency) : []
}

const summarize = (one: unknown): string =>
  JSON.stringify(one, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value))

export const ratesOf = (all: readonly { readonly rate: number }[]): readonly number[] => all.map(({ rate }) => rate)
