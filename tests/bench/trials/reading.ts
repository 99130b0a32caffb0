import {
  byTurns,
  emmett,
  lasting,
  ours,
  ratesOf,
  same,
  type Bench,
  type Contender,
  type EmmettSubject,
  type Trial,
} from '../bench.ts'
import { absolute, compared } from '../finding.ts'
import { copyOut } from '../limits.ts'

const catchUp: Trial = {
  goals: ['P9'],
  run: async (bench) => {
    const { runMs } = bench.plan
    const mine = await ours(bench)
    await mine.subject.ask('fill', bench.plan.log)
    await mine.subject.ask('catchUp', undefined)
    const run = await byTurns(bench, {
      copy: () => lasting(runMs, () => copyOut(mine.database)),
      ours: () =>
        lasting(runMs, async () => {
          const { events, rate } = await mine.subject.ask('catchUp', undefined)
          same('events caught up with', events, bench.plan.log.events)
          return { rate }
        }),
    })
    await mine.dismiss()
    return [compared('P9', 'copy', ratesOf(run.ours), ratesOf(run.copy), ' events/s')]
  },
}

/** P10 and P11: the same rows, by two ways, from the same log. */
const rebuild: Trial = {
  goals: ['P10', 'P11'],
  run: async (bench) => {
    const { log, peerLog, runMs } = bench.plan
    const mine = await ours(bench)
    const peer = await emmett(bench, 10)
    await mine.subject.ask('fill', log)
    await peer.subject.ask('fill', peerLog)
    const rebuilt = async (mode: 'pages' | 'fold') => {
      const { rate } = await mine.subject.ask('rebuild', { mode })
      same('documents', await mine.database.number('select count(*) from read.docs'), log.docs)
      same('reviews in them', await mine.database.number('select sum(reviews) from read.docs'), log.events)
      return { rate }
    }
    await rebuilt('fold')
    const run = await byTurns(bench, {
      copy: () => lasting(runMs, () => copyOut(mine.database)),
      pages: () => lasting(runMs, () => rebuilt('pages')),
      fold: () => lasting(runMs, () => rebuilt('fold')),
      emmett: () => rebuiltByEmmett(bench, peer, peerLog.events),
    })
    for (const { dismiss } of [mine, peer]) await dismiss()
    return [
      compared('P10', 'rate', ratesOf(run.pages), ratesOf(run.emmett), ' events/s'),
      compared('P10', 'copy', ratesOf(run.pages), ratesOf(run.copy), ' events/s'),
      compared('P11', 'rate', ratesOf(run.fold), ratesOf(run.emmett), ' events/s'),
      compared('P11', 'copy', ratesOf(run.fold), ratesOf(run.copy), ' events/s'),
    ]
  },
}

/**
 * What it has projected counts, whatever it left out: a transaction open anywhere in the cluster hides the end of the
 * log from it, and it ends there. Forgotten before the next run: its checkpoint would keep it from reading anything.
 */
const rebuiltByEmmett = async ({ say }: Bench, { subject, database }: Contender<EmmettSubject>, events: number) => {
  await database.rows('delete from emt_processors')
  const { seconds } = await subject.ask('rebuild', undefined)
  const projected = await database.number(`select sum((data->>'reviews')::int) from docs`)
  if (projected < events) say(`  emmett left out ${events - projected} of ${events} events`)
  return { rate: projected / seconds }
}

const beside: Trial = {
  goals: ['P12'],
  run: async (bench) => {
    const { log, runMs } = bench.plan
    const mine = await ours(bench)
    await mine.subject.ask('fill', log)
    await mine.subject.ask('serve', { projections: 1 })
    await mine.subject.ask('live', { callers: 16, forMs: bench.plan.warmUpMs })
    const rebuilder = await ours(bench, mine.database)
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
      same('appends that failed', written.failed, 0)
      return { rate: written.rate, lag: lag.p99, ...reads, rebuilds: rebuilds.count }
    }
    const run = await byTurns(bench, { alone: () => lived(false), beside: () => lived(true) })
    await rebuilder.subject.end()
    await mine.dismiss()
    const lag = (all: readonly { readonly lag: number }[]) => all.map((one) => one.lag)
    const longest = (all: readonly { readonly longest: number }[]) =>
      Math.round(Math.max(...all.map((one) => one.longest)))
    const downtime = run.beside.map((one) => one.downtime)
    return [
      absolute(
        'P12',
        'downtime',
        downtime,
        `longest read ${longest(run.beside)} ms, without a rebuild ${longest(run.alone)} ms`,
      ),
      compared('P12', 'rate', ratesOf(run.beside), ratesOf(run.alone), '/s'),
      compared('P12', 'lag', lag(run.beside), lag(run.alone), ' ms'),
    ]
  },
}

export const readingTrials: readonly Trial[] = [catchUp, rebuild, beside]
