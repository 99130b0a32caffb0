import { type BenchContext, type Benchmark, ratesOf, runInterleaved } from '../harness.ts'
import { ratioResult } from '../result.ts'
import { type Application, openSite, startDistributedGarbo, startPeer } from '../sites.ts'

const maxProcesses = 4

/** All sites start with the same number of reviews, enough for each process of the largest to have compiled its code. */
const openEqual = (bench: BenchContext, starting: Promise<Application>) =>
  openSite(bench, starting, { operations: bench.plan.warmUpReviews * maxProcesses })

/** H10: what a review costs when the requests are spread over more processes, here and in a conventional application. */
const apiProcesses: Benchmark = {
  goals: ['H10'],
  run: async (bench) => {
    const one = await openEqual(bench, startDistributedGarbo(bench, 1))
    const two = await openEqual(bench, startDistributedGarbo(bench, 2))
    const four = await openEqual(bench, startDistributedGarbo(bench, maxProcesses))
    const peerOne = await openEqual(bench, startPeer(bench, 'conventional', 1))
    const peerTwo = await openEqual(bench, startPeer(bench, 'conventional', 2))
    const peerFour = await openEqual(bench, startPeer(bench, 'conventional', maxProcesses))
    const extent = { ms: bench.plan.runMs }
    const run = await runInterleaved(bench, {
      one: () => one.measure(extent),
      two: () => two.measure(extent),
      four: () => four.measure(extent),
      peerOne: () => peerOne.measure(extent),
      peerTwo: () => peerTwo.measure(extent),
      peerFour: () => peerFour.measure(extent),
    })
    for (const site of [one, two, four, peerOne, peerTwo, peerFour]) await site.dismiss()
    const costs = (of: keyof typeof run) => run[of].map(({ node, postgres }) => node + postgres)
    const riseOf = (more: keyof typeof run, base: keyof typeof run) =>
      costs(more).map((cost, nth) => cost / (costs(base)[nth] ?? Number.NaN))
    return [
      ratioResult('H10', 'cpu2', costs('two'), costs('one'), ' ms'),
      ratioResult('H10', 'cpu4', costs('four'), costs('one'), ' ms'),
      ratioResult('H10', 'rise2', riseOf('two', 'one'), riseOf('peerTwo', 'peerOne'), '×'),
      ratioResult('H10', 'rise4', riseOf('four', 'one'), riseOf('peerFour', 'peerOne'), '×'),
      ratioResult('H10', 'rate2', ratesOf(run.two), ratesOf(run.one), '/s'),
      ratioResult('H10', 'rate4', ratesOf(run.four), ratesOf(run.one), '/s'),
      ratioResult('H10', 'peerRate2', ratesOf(run.peerTwo), ratesOf(run.peerOne), '/s'),
      ratioResult('H10', 'peerRate4', ratesOf(run.peerFour), ratesOf(run.peerOne), '/s'),
    ]
  },
}

export const apiProcessBenchmarks: readonly Benchmark[] = [apiProcesses]
