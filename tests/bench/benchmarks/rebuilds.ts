import { copyLogOut } from '../baselines.ts'
import {
  assertEqual,
  type BenchContext,
  type Benchmark,
  type Candidate,
  type EmmettSubject,
  ratesOf,
  repeatFor,
  runInterleaved,
  startEmmett,
  startEventStore,
} from '../harness.ts'
import { absoluteResult, ratioResult } from '../result.ts'

const catchUp: Benchmark = {
  goals: ['P9'],
  run: async (bench) => {
    const { runMs } = bench.plan
    const ours = await startEventStore(bench)
    await ours.subject.ask('fill', bench.plan.log)
    await ours.subject.ask('catchUp', undefined)
    const run = await runInterleaved(bench, {
      copy: () => repeatFor(runMs, () => copyLogOut(ours.database)),
      ours: () =>
        repeatFor(runMs, async () => {
          const { events, rate } = await ours.subject.ask('catchUp', undefined)
          assertEqual('events caught up with', events, bench.plan.log.events)
          return { rate }
        }),
    })
    await ours.dismiss()
    return [ratioResult('P9', 'copy', ratesOf(run.ours), ratesOf(run.copy), ' events/s')]
  },
}

/** P10 and P11: the same rows from the same log, with a checkpoint per page and folded in memory. */
const rebuildRate: Benchmark = {
  goals: ['P10', 'P11'],
  run: async (bench) => {
    const { log, peerLog, runMs } = bench.plan
    const ours = await startEventStore(bench)
    const peer = await startEmmett(bench, 10)
    await ours.subject.ask('fill', log)
    await peer.subject.ask('fill', peerLog)
    const rebuilt = async (mode: 'pages' | 'fold') => {
      const { rate } = await ours.subject.ask('rebuild', { mode })
      assertEqual('documents', await ours.database.number('select count(*) from read.docs'), log.docs)
      assertEqual('reviews in them', await ours.database.number('select sum(reviews) from read.docs'), log.events)
      return { rate }
    }
    await rebuilt('fold')
    const run = await runInterleaved(bench, {
      copy: () => repeatFor(runMs, () => copyLogOut(ours.database)),
      pages: () => repeatFor(runMs, () => rebuilt('pages')),
      fold: () => repeatFor(runMs, () => rebuilt('fold')),
      emmett: () => rebuildWithEmmett(bench, peer, peerLog.events),
    })
    for (const { dismiss } of [ours, peer]) await dismiss()
    return [
      ratioResult('P10', 'rate', ratesOf(run.pages), ratesOf(run.emmett), ' events/s'),
      ratioResult('P10', 'copy', ratesOf(run.pages), ratesOf(run.copy), ' events/s'),
      ratioResult('P11', 'rate', ratesOf(run.fold), ratesOf(run.emmett), ' events/s'),
      ratioResult('P11', 'copy', ratesOf(run.fold), ratesOf(run.copy), ' events/s'),
    ]
  },
}

/**
 * Counts the events emmett has projected. It may stop early: a transaction open anywhere in the cluster hides the end of the
 * log from it. Its checkpoint is deleted first, or a second run would read nothing.
 */
const rebuildWithEmmett = async (
  { print }: BenchContext,
  { subject, database }: Candidate<EmmettSubject>,
  events: number,
) => {
  await database.rows('delete from emt_processors')
  const { seconds } = await subject.ask('rebuild', undefined)
  const projected = await database.number(`select sum((data->>'reviews')::int) from docs`)
  if (projected < events) print(`  emmett left out ${events - projected} of ${events} events`)
  return { rate: projected / seconds }
}

const gentleRebuild: Benchmark = {
  goals: ['P12'],
  run: async (bench) => {
    const { log, runMs } = bench.plan
    const ours = await startEventStore(bench)
    await ours.subject.ask('fill', log)
    await ours.subject.ask('keepProjections', { projections: 1 })
    await ours.subject.ask('measureLiveLoad', { callers: 16, forMs: bench.plan.warmUpMs })
    const rebuilder = await startEventStore(bench, ours.database)
    const measure = async (rebuilding: boolean) => {
      const finished = { yet: false }
      const rebuilds = { count: 0 }
      const rebuildAgain = async () => {
        for (; !finished.yet; rebuilds.count++) await rebuilder.subject.ask('rebuild', { mode: 'gently' })
      }
      const rebuilt = rebuilding ? rebuildAgain() : null
      const { written, lag, reads } = await ours.subject.ask('measureLiveLoad', { callers: 16, forMs: runMs })
      finished.yet = true
      await rebuilt
      assertEqual('appends that failed', written.failed, 0)
      return { rate: written.rate, lag: lag.p99, ...reads, rebuilds: rebuilds.count }
    }
    const run = await runInterleaved(bench, { alone: () => measure(false), rebuilding: () => measure(true) })
    await rebuilder.subject.end()
    await ours.dismiss()
    const lag = (all: readonly { readonly lag: number }[]) => all.map((sample) => sample.lag)
    const longest = (all: readonly { readonly longest: number }[]) =>
      Math.round(Math.max(...all.map((sample) => sample.longest)))
    const downtime = run.rebuilding.map((sample) => sample.downtime)
    return [
      absoluteResult(
        'P12',
        'downtime',
        downtime,
        `longest read ${longest(run.rebuilding)} ms, without a rebuild ${longest(run.alone)} ms`,
      ),
      ratioResult('P12', 'rate', ratesOf(run.rebuilding), ratesOf(run.alone), '/s'),
      ratioResult('P12', 'lag', lag(run.rebuilding), lag(run.alone), ' ms'),
    ]
  },
}

export const rebuildBenchmarks: readonly Benchmark[] = [catchUp, rebuildRate, gentleRebuild]
