import { copyBaseline, insertBaseline } from '../baselines.ts'
import {
  append,
  assertNoFailures,
  type Benchmark,
  ratesOf,
  repeatFor,
  runInterleaved,
  startEmmett,
  startEventStore,
} from '../harness.ts'
import { absoluteResult, ratioResult } from '../result.ts'
import type { AppendOrder } from '../subjects/event-store/log-tasks.ts'

const appendLoad = (callers: number, events = 1, streams: AppendOrder['streams'] = 'own') => ({
  callers,
  events,
  streams,
})

/** P1 and P4: concurrent appends, compared with emmett and with COPY of the same rows into the same table. */
const appends256: Benchmark = {
  goals: ['P1', 'P4'],
  run: async (bench) => {
    const { warmUpMs, runMs, copyRows } = bench.plan
    const peer = await startEmmett(bench, await bench.bestEmmettPool(256))
    const ours = await startEventStore(bench)
    const limit = await startEventStore(bench)
    const load = appendLoad(256)
    await append(limit, load, { operations: copyRows })
    const { copyIn } = await copyBaseline(bench.cluster, limit.database, copyRows)
    for (const candidate of [ours, peer]) await append(candidate, load, { ms: warmUpMs })
    const run = await runInterleaved(bench, {
      emmett: () => append(peer, load, { ms: runMs }),
      ours: () => append(ours, load, { ms: runMs }),
      copy: () => repeatFor(runMs, copyIn),
    })
    for (const { dismiss } of [ours, peer, limit]) await dismiss()
    return [
      ratioResult('P1', 'rate', ratesOf(run.ours), ratesOf(run.emmett), '/s'),
      ratioResult('P4', 'copy', ratesOf(run.ours), ratesOf(run.copy), '/s'),
    ]
  },
}

const appends16: Benchmark = {
  goals: ['P2'],
  run: async (bench) => {
    const { warmUpMs, runMs } = bench.plan
    const peer = await startEmmett(bench, await bench.bestEmmettPool(16))
    const ours = await startEventStore(bench)
    for (const candidate of [ours, peer]) await append(candidate, appendLoad(16), { ms: warmUpMs })
    const run = await runInterleaved(
      bench,
      {
        emmett: () => append(peer, appendLoad(16), { ms: runMs }),
        ours: () => append(ours, appendLoad(16), { ms: runMs }),
      },
      bench.plan.moreRuns,
    )
    for (const { dismiss } of [ours, peer]) await dismiss()
    return [ratioResult('P2', 'rate', ratesOf(run.ours), ratesOf(run.emmett), '/s')]
  },
}

const appendsSequential: Benchmark = {
  goals: ['P3'],
  run: async (bench) => {
    const { warmUpMs, runMs } = bench.plan
    const peer = await startEmmett(bench, await bench.bestEmmettPool(1))
    const ours = await startEventStore(bench)
    const limit = await bench.cluster.database('empty')
    const rows = await insertBaseline(bench.cluster, limit)
    for (const candidate of [ours, peer]) await append(candidate, appendLoad(1), { ms: warmUpMs })
    const run = await runInterleaved(
      bench,
      {
        emmett: () => append(peer, appendLoad(1), { ms: runMs }),
        ours: () => append(ours, appendLoad(1), { ms: runMs }),
        row: () => rows.run(1, runMs),
      },
      bench.plan.moreRuns,
    )
    for (const { dismiss } of [ours, peer]) await dismiss()
    await limit.drop()
    const p50 = (all: readonly { readonly latency: { readonly p50: number } }[]) =>
      all.map(({ latency }) => latency.p50)
    return [
      ratioResult('P3', 'rate', ratesOf(run.ours), ratesOf(run.emmett), '/s'),
      ratioResult('P3', 'p50', p50(run.ours), p50(run.row), ` ms (${rows.tool})`),
    ]
  },
}

const appendsBatched: Benchmark = {
  goals: ['P5'],
  run: async (bench) => {
    const { warmUpMs, runMs, copyRows } = bench.plan
    const peer = await startEmmett(bench, await bench.bestEmmettPool(16))
    const ours = await startEventStore(bench)
    const limit = await startEventStore(bench)
    const load = appendLoad(16, 100)
    await append(limit, load, { operations: copyRows / load.events })
    const { copyIn } = await copyBaseline(bench.cluster, limit.database, copyRows)
    for (const candidate of [ours, peer]) await append(candidate, load, { ms: warmUpMs })
    const run = await runInterleaved(bench, {
      emmett: () => append(peer, load, { ms: runMs }),
      ours: () => append(ours, load, { ms: runMs }),
      copy: () => repeatFor(runMs, copyIn),
    })
    for (const { dismiss } of [ours, peer, limit]) await dismiss()
    const events = (all: readonly { readonly rate: number }[]) => all.map(({ rate }) => rate * load.events)
    return [
      ratioResult('P5', 'rate', events(run.ours), events(run.emmett), ' events/s'),
      ratioResult('P5', 'copy', events(run.ours), ratesOf(run.copy), ' events/s'),
    ]
  },
}

const appends64: Benchmark = {
  goals: ['P6', 'P7'],
  run: async (bench) => {
    const { warmUpMs, runMs } = bench.plan
    const [ours, hot] = [await startEventStore(bench), await startEventStore(bench)]
    const unsafe = await bench.cluster.database('empty')
    const rows = await insertBaseline(bench.cluster, unsafe)
    const [own, shared] = [appendLoad(64), appendLoad(64, 1, 'hot')]
    await append(ours, own, { ms: warmUpMs })
    await hot.subject.ask('append', { ...shared, extent: { ms: warmUpMs } })
    await rows.run(64, warmUpMs / 2)
    const run = await runInterleaved(bench, {
      unsafe: () => rows.run(64, runMs),
      ours: () => append(ours, own, { ms: runMs }),
      hot: () => hot.subject.ask('append', { ...shared, extent: { ms: runMs } }),
    })
    for (const { dismiss } of [ours, hot]) await dismiss()
    await unsafe.drop()
    const acknowledged = run.hot.map(({ operations, failed }) => (100 * operations) / (operations + failed))
    const attempted = run.hot.reduce((sum, { operations, failed }) => sum + operations + failed, 0)
    return [
      ratioResult('P6', 'rate', ratesOf(run.ours), ratesOf(run.unsafe), `/s (${rows.tool})`),
      absoluteResult('P7', 'acknowledged', acknowledged, `of ${attempted.toLocaleString('en')}`),
      ratioResult('P7', 'rate', ratesOf(run.hot), ratesOf(run.ours), '/s'),
    ]
  },
}

export const appendBenchmarks: readonly Benchmark[] = [
  appends256,
  appends16,
  appendsSequential,
  appendsBatched,
  appends64,
]

const commandRate: Benchmark = {
  goals: ['P13'],
  run: async (bench) => {
    const { commands } = bench.plan
    const load = { callers: 16, past: 20 }
    const peer = await startEmmett(bench, await bench.bestEmmettPool(16))
    const ours = await startEventStore(bench)
    await ours.subject.ask('command', { ...load, commands: commands.ours })
    await peer.subject.ask('command', { ...load, commands: commands.peer })
    const run = await runInterleaved(bench, {
      emmett: async () => assertNoFailures(await peer.subject.ask('command', { ...load, commands: commands.peer })),
      ours: async () => assertNoFailures(await ours.subject.ask('command', { ...load, commands: commands.ours })),
    })
    for (const { dismiss } of [ours, peer]) await dismiss()
    return [ratioResult('P13', 'rate', ratesOf(run.ours), ratesOf(run.emmett), '/s')]
  },
}

export const commandBenchmarks: readonly Benchmark[] = [commandRate]
