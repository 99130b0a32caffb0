import { type BenchContext, type Benchmark, ratesOf, runInterleaved } from '../harness.ts'
import { absoluteResult, formatFigure, ratioResult } from '../result.ts'
import { openSite, type SiteLoad, startGarbo, startPeer } from '../sites.ts'
import type { Extent } from '../load.ts'

/** Statements of a review, with all its consequences, of one caller and of 64 at a time. */
const countStatements = async (bench: BenchContext) => {
  const { runMs, runs, warmUpReviews } = bench.plan
  const site = await openSite(bench, startGarbo(bench, 'counted'), { operations: warmUpReviews })
  const count = async (callers: number) => {
    const counts: number[] = []
    for (let run = 0; run < runs; run++) {
      await site.database.takeStatementCount()
      const { operations } = await site.measure({ ms: runMs }, callers)
      counts.push((await site.database.takeStatementCount()) / operations)
    }
    return counts
  }
  const [alone, among64] = [await count(1), await count(64)]
  await site.dismiss()
  const figures = (counts: readonly number[]) => counts.map(formatFigure).join(', ')
  return [
    absoluteResult('H4', 'alone', alone, figures(alone)),
    absoluteResult('H4', 'among64', among64, figures(among64)),
  ]
}

/** H1 to H4: the click on *Invia recensione* next to a conventional and a minimal application on the same Postgres. */
const writePath: Benchmark = {
  goals: ['H1', 'H2', 'H3', 'H4'],
  run: async (bench) => {
    const { runMs, warmUpReviews } = bench.plan
    const warmUp: Extent = { operations: warmUpReviews }
    const ours = await openSite(bench, startGarbo(bench), warmUp)
    const conventional = await openSite(bench, startPeer(bench, 'conventional'), warmUp)
    const minimal = await openSite(bench, startPeer(bench, 'minimal'), warmUp)
    const extent = { ms: runMs }
    const run = await runInterleaved(bench, {
      ours: () => ours.measure(extent),
      conventional: () => conventional.measure(extent),
      minimal: () => minimal.measure(extent),
      oursAlone: () => ours.measure(extent, 1),
      conventionalAlone: () => conventional.measure(extent, 1),
    })
    for (const site of [ours, conventional, minimal]) await site.dismiss()
    const [us, peer] = [run.ours, run.conventional]
    const each = (sites: readonly SiteLoad[], figure: (site: SiteLoad) => number) => sites.map(figure)
    const cpu = ({ node, postgres }: SiteLoad) => node + postgres
    const p99 = ({ latency }: SiteLoad) => latency.p99
    const p50 = ({ latency }: SiteLoad) => latency.p50
    return [
      ratioResult('H1', 'conventional', ratesOf(us), ratesOf(peer), '/s'),
      ratioResult('H1', 'minimal', ratesOf(us), ratesOf(run.minimal), '/s'),
      ratioResult('H2', 'cpu', each(us, cpu), each(peer, cpu), ' ms'),
      ratioResult(
        'H2',
        'node',
        each(us, ({ node }) => node),
        each(peer, ({ node }) => node),
        ' ms',
      ),
      ratioResult(
        'H2',
        'postgres',
        each(us, ({ postgres }) => postgres),
        each(peer, ({ postgres }) => postgres),
        ' ms',
      ),
      ratioResult(
        'H2',
        'wal',
        each(us, ({ walBytes }) => walBytes),
        each(peer, ({ walBytes }) => walBytes),
        ' bytes',
      ),
      ratioResult('H3', 'p99', each(us, p99), each(peer, p99), ' ms'),
      ratioResult('H3', 'alone', each(run.oursAlone, p50), each(run.conventionalAlone, p50), ' ms'),
      ...(await countStatements(bench)),
    ]
  },
}

export const writePathBenchmarks: readonly Benchmark[] = [writePath]
