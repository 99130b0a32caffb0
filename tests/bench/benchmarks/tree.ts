import {
  append,
  assertEqual,
  type BenchContext,
  type Benchmark,
  type Candidate,
  type EventStoreSubject,
  ratesOf,
  repeatFor,
  runInterleaved,
  startEventStore,
} from '../harness.ts'
import { absoluteResult, ratioResult } from '../result.ts'

/** An event store whose events another process adds to the tree, as a worker does. */
const startWithTree = async (bench: BenchContext) => {
  const ours = await startEventStore(bench, await bench.cluster.database('audited'))
  const sequencer = await startEventStore(bench, ours.database)
  await sequencer.subject.ask('keepTree', undefined)
  const caughtUp = async () => {
    const leaves = await ours.subject.ask('acknowledged', undefined)
    await sequencer.subject.ask('treeReaches', { leaves })
  }
  return {
    ...ours,
    caughtUp,
    dismiss: async () => {
      await caughtUp()
      const leaves = await ours.database.number('select count(*) from audit.leaves')
      const events = await ours.database.number('select count(*) from log.events')
      await sequencer.subject.end()
      await ours.dismiss()
      assertEqual('leaves', leaves, events)
    },
  }
}

/** Appends to a log with and without a tree; each run starts with a complete tree. */
const appendsWithTree = async (bench: BenchContext, callers: number, runs: number) => {
  const load = { callers, events: 1, streams: 'own' } as const
  const { warmUpMs, runMs } = bench.plan
  const withTree = await startWithTree(bench)
  const bare: Candidate<EventStoreSubject> = await startEventStore(bench)
  for (const candidate of [withTree, bare]) await append(candidate, load, { ms: warmUpMs })
  await withTree.caughtUp()
  const run = await runInterleaved(
    bench,
    {
      bare: () => append(bare, load, { ms: runMs }),
      withTree: async () => {
        const measured = await append(withTree, load, { ms: runMs })
        await withTree.caughtUp()
        return measured
      },
    },
    runs,
  )
  for (const { dismiss } of [withTree, bare]) await dismiss()
  return run
}

/** P22 and P29: what the tree costs appends. */
const appendCost: Benchmark = {
  goals: ['P22', 'P29'],
  run: async (bench) => {
    const sequential = await appendsWithTree(bench, 1, bench.plan.moreRuns)
    const concurrent = await appendsWithTree(bench, 16, bench.plan.moreRuns)
    return [
      ratioResult('P22', 'rate', ratesOf(sequential.withTree), ratesOf(sequential.bare), '/s'),
      ratioResult('P29', 'rate', ratesOf(concurrent.withTree), ratesOf(concurrent.bare), '/s'),
    ]
  },
}

const treeRebuild: Benchmark = {
  goals: ['P30'],
  run: async (bench) => {
    const { log, runMs } = bench.plan
    const ours = await startWithTree(bench)
    await ours.subject.ask('fill', log)
    await ours.caughtUp()
    const run = await runInterleaved(bench, {
      rebuild: () =>
        repeatFor(runMs, async () => {
          const { leaves, rate } = await ours.subject.ask('rebuildTree', undefined)
          assertEqual('leaves recomputed', leaves, log.events)
          return { rate }
        }),
    })
    await ours.dismiss()
    return [absoluteResult('P30', 'rate', ratesOf(run.rebuild), `${log.events.toLocaleString('en')} events`)]
  },
}

export const treeBenchmarks: readonly Benchmark[] = [appendCost, treeRebuild]
