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
    const mine = await startEventStore(bench)
    await mine.subject.ask('fill', bench.plan.log)
    await mine.subject.ask('catchUp', undefined)
    const run = await runInterleaved(bench, {
      copy: () => repeatFor(runMs, () => copyLogOut(mine.database)),
      ours: () =>
        repeatFor(runMs, async () => {
          const { events, rate } = await mine.subject.ask('catchUp', undefined)
          assertEqual('events caught up with', events, bench.plan.log.events)
          return { rate }
        }),
    })
    await mine.dismiss()
    return [ratioResult('P9', 'copy', ratesOf(run.ours), ratesOf(run.copy), ' events/s')]
  },
}

/** P10 and P11: the same rows, by two ways, from the same log. */
const rebuildRate: Benchmark = {
  goals: ['P10', 'P11'],
  run: async (bench) => {
    const { log, peerLog, runMs } = bench.plan
    const mine = await startEventStore(bench)
    const peer = await startEmmett(bench, 10)
    await mine.subject.ask('fill', log)
    await peer.subject.ask('fill', peerLog)
    const rebuilt = async (mode: 'pages' | 'fold') => {
      const { rate } = await mine.subject.ask('rebuild', { mode })
      assertEqual('documents', await mine.database.number('select count(*) from read.docs'), log.docs)
      assertEqual('reviews in them', await mine.database.number('select sum(reviews) from read.docs'), log.events)
      return { rate }
    }
    await rebuilt('fold')
    const run = await runInterleaved(bench, {
      copy: () => repeatFor(runMs, () => copyLogOut(mine.database)),
      pages: () => repeatFor(runMs, () => rebuilt('pages')),
      fold: () => repeatFor(runMs, () => rebuilt('fold')),
      emmett: () => rebuildWithEmmett(bench, peer, peerLog.events),
    })
    for (const { dismiss } of [mine, peer]) await dismiss()
    return [
      ratioResult('P10', 'rate', ratesOf(run.pages), ratesOf(run.emmett), ' events/s'),
      ratioResult('P10', 'copy', ratesOf(run.pages), ratesOf(run.copy), ' events/s'),
      ratioResult('P11', 'rate', ratesOf(run.fold), ratesOf(run.emmett), ' events/s'),
      ratioResult('P11', 'copy', ratesOf(run.fold), ratesOf(run.copy), ' events/s'),
    ]
  },
}

/**
 * What it has projected counts, whatever it left out: a transaction open anywhere in the cluster hides the end of the
 * log from it, and it ends there. Forgotten before the next run: its checkpoint would keep it from reading anything.
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
    const mine = await startEventStore(bench)
    await mine.subject.ask('fill', log)
    await mine.subject.ask('serve', { projections: 1 })
    await mine.subject.ask('live', { callers: 16, forMs: bench.plan.warmUpMs })
    const rebuilder = await startEventStore(bench, mine.database)
    const lived = async (rebuilding: boolean) => {
      const over = { yet: false }
      const rebuilds = { count: 0 }
      const rebuildAgain = async () => {
        for (; !over.yet; rebuilds.count++) await rebuilder.subject.ask('rebuild', { mode: 'gently' })
      }
      const rebuilt = rebuilding ? rebuildAgain() : null
      const { written, lag, reads } = await mine.subject.ask('live', { callers: 16, forMs: runMs })
      over.yet = true
      await rebuilt
      assertEqual('appends that failed', written.failed, 0)
      return { rate: written.rate, lag: lag.p99, ...reads, rebuilds: rebuilds.count }
    }
    const run = await runInterleaved(bench, { alone: () => lived(false), beside: () => lived(true) })
    await rebuilder.subject.end()
    await mine.dismiss()
    const lag = (all: readonly { readonly lag: number }[]) => all.map((one) => one.lag)
    const longest = (all: readonly { readonly longest: number }[]) =>
      Math.round(Math.max(...all.map((one) => one.longest)))
    const downtime = run.beside.map((one) => one.downtime)
    return [
      absoluteResult(
        'P12',
        'downtime',
        downtime,
        `longest read ${longest(run.beside)} ms, without a rebuild ${longest(run.alone)} ms`,
      ),
      ratioResult('P12', 'rate', ratesOf(run.beside), ratesOf(run.alone), '/s'),
      ratioResult('P12', 'lag', lag(run.beside), lag(run.alone), ' ms'),
    ]
  },
}

export const rebuildBenchmarks: readonly Benchmark[] = [catchUp, rebuildRate, gentleRebuild]
