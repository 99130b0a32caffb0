import {
  append,
  assertEqual,
  assertNoFailures,
  type BenchContext,
  type Benchmark,
  ratesOf,
  runInterleaved,
  startEmmett,
  startEventStore,
} from '../harness.ts'
import type { LoadResult } from '../load.ts'
import type { Database } from '../postgres.ts'
import { absoluteResult, ratioResult, type Result } from '../result.ts'
import type { LongStreamKind, LongStreamOrder } from '../subjects/event-store/long-stream-tasks.ts'

const appendCostAtScale: Benchmark = {
  goals: ['P15'],
  run: async (bench) => {
    const { from, to, appends } = bench.plan.growth
    const [small, large] = [await startEventStore(bench), await startEventStore(bench)]
    const load = { callers: 64, events: 1, streams: 'own' } as const
    await append(small, { ...load, callers: 512 }, { operations: from })
    await append(large, { ...load, callers: 512 }, { operations: to })
    const run = await runInterleaved(bench, {
      small: () => append(small, load, { operations: appends }),
      large: () => append(large, load, { operations: appends }),
    })
    for (const { dismiss } of [small, large]) await dismiss()
    return [ratioResult('P15', 'cost', ratesOf(run.small), ratesOf(run.large), '/s')]
  },
}

const longStreamKinds: readonly LongStreamKind[] = ['wallet', 'rewards', 'referral', 'sanctions', 'review']

/** P27: the long stream is new in each run. */
const longStreams: Benchmark = {
  goals: ['P27'],
  run: async (bench) => {
    const { kept, first } = bench.plan.longStream
    const ours = await startEventStore(bench)
    const measure = (order: LongStreamOrder) => async () =>
      assertNoFailures(await ours.subject.ask('commandsOnStreams', order))
    const p50 = (all: readonly LoadResult[]) => all.map(({ latency }) => latency.p50)
    const results: Result[] = []
    for (const of of longStreamKinds) {
      const [short, long] = [10, 10_000].map((past) => measure({ of, past, state: 'kept', commands: kept }))
      if (short === undefined || long === undefined) continue
      await short()
      await long()
      const [shortName, longName] = [`${of}, short`, `${of}, long`]
      const run = await runInterleaved(bench, { [shortName]: short, [longName]: long })
      results.push(ratioResult('P27', of, p50(run[longName] ?? []), p50(run[shortName] ?? []), ' ms'))
    }
    const longWallet = { of: 'wallet', past: 10_000, commands: first } as const
    const run = await runInterleaved(bench, {
      short: measure({ of: 'wallet', past: 10, state: 'kept', commands: kept }),
      snapshot: measure({ ...longWallet, state: 'snapshot' }),
      fold: measure({ ...longWallet, state: 'fold' }),
      turn: () => ours.subject.ask('longestTurn', longWallet),
      reviewTurn: () => ours.subject.ask('longestTurn', { ...longWallet, of: 'review' }),
    })
    await ours.dismiss()
    const turn = 'processor time of a turn of the event loop'
    return [
      ...results,
      ratioResult('P27', 'snapshot', p50(run.snapshot), p50(run.short), ' ms'),
      ratioResult('P27', 'fold', p50(run.fold), p50(run.short), ' ms'),
      absoluteResult('P27', 'block', run.turn, turn),
      absoluteResult('P27', 'reviewBlock', run.reviewTurn, turn),
    ]
  },
}

/** P18: the slope takes ten million events and is measured once. The smaller rebuild is large enough to fill the heap. */
const memoryUse: Benchmark = {
  goals: ['P18'],
  run: async (bench) => {
    const { warmUp, events, rebuilt, docs } = bench.plan.memory
    const ours = await startEventStore(bench)
    await ours.subject.ask('appendAndConsume', { events: warmUp })
    const { consumed, failed, riseMb, lastMb } = await ours.subject.ask('appendAndConsume', { events })
    assertEqual('appends that failed', failed, 0)
    assertEqual('events consumed', consumed, events)
    await ours.dismiss()
    const [few, many] = [await rebuildPeak(bench, rebuilt, docs), await rebuildPeak(bench, rebuilt * 10, docs)]
    const run = await runInterleaved(bench, { few: few.peak, many: many.peak })
    for (const { dismiss } of [few, many]) await dismiss()
    return [
      absoluteResult(
        'P18',
        'slope',
        [riseMb],
        `${events.toLocaleString('en')} events; at the end ${lastMb.toFixed(0)} MB`,
      ),
      ratioResult('P18', 'rebuild', run.many, run.few, ' MB'),
    ]
  },
}

/** Fills a log; each rebuild then runs in a fresh process, whose peak memory is its own. */
const rebuildPeak = async (bench: BenchContext, events: number, docs: number) => {
  const store = await startEventStore(bench)
  await store.subject.ask('fill', { events, docs })
  return {
    peak: async () => {
      const { subject } = await startEventStore(bench, store.database)
      const { peakMb } = await subject.ask('rebuild', { mode: 'fold' })
      await subject.end()
      return peakMb
    },
    dismiss: store.dismiss,
  }
}

/** One event per stream, the worst case for the space taken by stream names. */
const bytesPerEvent: Benchmark = {
  goals: ['P23'],
  run: async (bench) => {
    const operations = bench.plan.bytesOf
    const ours = await startEventStore(bench)
    const peer = await startEmmett(bench, await bench.bestEmmettPool(16))
    const load = { callers: 16, events: 1, streams: 'own' } as const
    const before = { ours: await sizeOf(ours.database), emmett: 0 }
    for (const candidate of [ours, peer]) await append(candidate, load, { operations })
    const ourBytes = ((await sizeOf(ours.database)) - before.ours) / operations
    const theirBytes = ((await sizeOf(peer.database)) - before.emmett) / operations
    for (const { dismiss } of [ours, peer]) await dismiss()
    return [ratioResult('P23', 'bytes', [ourBytes], [theirBytes], ' bytes')]
  },
}

const sizeOf = (database: Database) =>
  database.number(
    `select coalesce(sum(pg_total_relation_size(c.oid)), 0) from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )

export const growthBenchmarks: readonly Benchmark[] = [appendCostAtScale, memoryUse, bytesPerEvent, longStreams]
