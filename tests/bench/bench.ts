import type { Cluster, Database } from './cluster.ts'
import type { Finding } from './finding.ts'
import type { GoalId } from './goals.ts'
import type { Extent, Measured } from './load.ts'
import type { Plan } from './plan.ts'
import { typical, type Latency } from './statistics.ts'
import { startSubject, type Subject } from './subject.ts'
import type { EmmettTasks } from './subjects/emmett.ts'
import type { Ours } from './subjects/ours.ts'
import type { Appends } from './subjects/ours/appending.ts'

/** What every trial works with. */
export interface Bench {
  readonly cluster: Cluster
  readonly plan: Plan
  /** Emmett's best pool for so many callers, tried out once. */
  readonly bestPool: (callers: number) => Promise<number>
  readonly say: (line: string) => void
  /** Keeps a leg's latencies for the record. */
  readonly keep: (leg: string, latency: Latency) => void
}

/** Things measured by turns, for the goals they bear on. */
export interface Trial {
  readonly goals: readonly GoalId[]
  readonly run: (bench: Bench) => Promise<readonly Finding[]>
}

/** A subject with a database of its own. */
export interface Contender<T extends Subject<never>> {
  readonly subject: T
  readonly database: Database
  /** Ends it and drops its database, having found in SQL what it said it had stored. */
  readonly dismiss: () => Promise<void>
}

export type OurSubject = Subject<Ours>
export type EmmettSubject = Subject<EmmettTasks>

export const ours = async (
  { cluster }: Pick<Bench, 'cluster'>,
  where: 'ours' | 'counted' | Database = 'ours',
): Promise<Contender<OurSubject>> => {
  const database = typeof where === 'string' ? await cluster.database(where) : where
  const subject = startSubject<Ours>('ours', { url: database.url })
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
      same('events stored', stored, acknowledged)
      same('the first position', first, 1)
      same('the last position', last, stored)
    },
  }
}

export const emmett = async ({ cluster }: Pick<Bench, 'cluster'>, pool: number): Promise<Contender<EmmettSubject>> => {
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
      same('events emmett stored', stored, acknowledged)
    },
  }
}

/** Whoever can be asked to append. */
export interface Appender {
  readonly subject: { readonly ask: (task: 'append', order: Appends) => Promise<Measured> }
}

export const append = async ({ subject }: Appender, load: Omit<Appends, 'extent'>, extent: Extent): Promise<Measured> =>
  flawless(await subject.ask('append', { ...load, extent }))

/** A measurement with a mistake in it counts for nothing. */
export const same = (what: string, is: number, shouldBe: number): void => {
  if (is !== shouldBe) throw new Error(`${what}: ${is} instead of ${shouldBe}`)
}

/** A goal counts only when nothing was rejected and nothing failed. */
export const flawless = (measured: Measured): Measured => {
  if (measured.failed > 0) throw new Error(`${measured.failed} failed, the first with: ${measured.complaint}`)
  return measured
}

/**
 * Again and again for as long as appends are measured: a second's work says little, and a disk that is written to for long
 * gives less. Its rate is the mean over that time.
 */
export const lasting = async (forMs: number, leg: () => Promise<{ readonly rate: number }>) => {
  const costs: number[] = []
  const from = performance.now()
  do costs.push(1 / (await leg()).rate)
  while (performance.now() - from < forMs)
  return { rate: costs.length / costs.reduce((sum, cost) => sum + cost, 0), times: costs.length }
}

/** Every leg once, then again, each from a fresh checkpoint: what slows the machine for a while slows them all. */
export const byTurns = async <L extends Readonly<Record<string, () => Promise<unknown>>>>(
  { cluster, plan, say, keep }: Bench,
  legs: L,
  runs = plan.runs,
): Promise<{ readonly [K in keyof L]: readonly Awaited<ReturnType<L[K]>>[] }> => {
  const measured: Record<string, unknown[]> = Object.fromEntries(Object.keys(legs).map((name) => [name, []]))
  for (let run = 1; run <= runs; run++)
    for (const [name, leg] of Object.entries(legs)) {
      await cluster.settle()
      const one = await leg()
      measured[name]?.push(one)
      say(`  run ${run}, ${name}: ${summaryOf(one)}`)
    }
  for (const [name, all] of Object.entries(measured)) {
    const latencies = all.flatMap(latencyIn)
    if (latencies.length > 0) keep(name, typical(latencies))
  }
  return measured as never
}

const latencyIn = (one: unknown): readonly Latency[] => {
  if (typeof one !== 'object' || one === null) return []
  if ('p999' in one) return [one as Latency]
  return 'latency' in one ? latencyIn(one.latency) : []
}

const summaryOf = (one: unknown): string =>
  JSON.stringify(one, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value))

export const ratesOf = (all: readonly { readonly rate: number }[]): readonly number[] => all.map(({ rate }) => rate)
