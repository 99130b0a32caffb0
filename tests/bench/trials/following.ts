import { besideOthers } from '../beside.ts'
import { byTurns, emmett, ours, type Trial } from '../bench.ts'
import { absolute, compared } from '../finding.ts'
import { typical, type Latency } from '../statistics.ts'

const percentile = (which: 'p50' | 'p99', all: readonly Latency[]) => all.map((latency) => latency[which])

/** What the handler of a consumer waits, with nothing tuned on either side; and what ours waits beside others in the cluster. */
const visibility: Trial = {
  goals: ['P8', 'R8'],
  run: async (bench) => {
    const { idle, busy, beside: samples } = bench.plan.samples
    const peer = await emmett(bench, 10)
    const mine = await ours(bench)
    const elsewhere = await ours(bench)
    for (const { subject } of [mine, elsewhere]) await subject.ask('fill', bench.plan.log)
    const rest = { subscribers: 1, perSecond: 5, events: idle }
    const load = { subscribers: 1, perSecond: 50, events: busy }
    const first = { ...load, events: Math.ceil(busy / 4) }
    await Promise.all([mine.subject.ask('see', first), peer.subject.ask('see', first)])
    const run = await byTurns(bench, {
      emmettIdle: () => peer.subject.ask('see', rest),
      oursIdle: () => mine.subject.ask('see', rest),
      emmettBusy: () => peer.subject.ask('see', load),
      oursBusy: () => mine.subject.ask('see', load),
      oursBeside: () =>
        besideOthers(mine.database, elsewhere.database, () => mine.subject.ask('see', { ...load, events: samples })),
    })
    for (const { dismiss } of [mine, peer, elsewhere]) await dismiss()
    const beside = (which: 'held' | 'dump' | 'far') => {
      const latencies = run.oursBeside.map((one) => one[which])
      bench.keep(`oursBeside: ${which}`, typical(latencies))
      return percentile('p99', latencies)
    }
    const [held, dump, far, none] = [beside('held'), beside('dump'), beside('far'), percentile('p99', run.oursBusy)]
    const lower = (criterion: 'idleP50' | 'idleP99' | 'busyP50' | 'busyP99', which: 'p50' | 'p99') =>
      criterion.startsWith('idle')
        ? compared('P8', criterion, percentile(which, run.emmettIdle), percentile(which, run.oursIdle), ' ms')
        : compared('P8', criterion, percentile(which, run.emmettBusy), percentile(which, run.oursBusy), ' ms')
    const worse = run.oursIdle.map((latency, n) => Math.max(latency.p99, run.oursBusy[n]?.p99 ?? 0))
    return [
      lower('idleP50', 'p50'),
      lower('idleP99', 'p99'),
      lower('busyP50', 'p50'),
      lower('busyP99', 'p99'),
      absolute('P8', 'p99', worse, 'of a log at rest and one under 50/s'),
      compared('R8', 'held', held, none, ' ms'),
      compared('R8', 'dump', dump, far, ' ms'),
      compared('R8', 'both', dump, none, ' ms'),
    ]
  },
}

const crowd = 32

const subscribers: Trial = {
  goals: ['P19'],
  run: async (bench) => {
    const { perSecond, events } = bench.plan.subscribers
    const mine = await ours(bench, 'counted')
    const see = async (subscribers: number) => {
      await mine.database.statements()
      const latency = await mine.subject.ask('see', { subscribers, perSecond, events })
      return { latency, statements: (await mine.database.statements()) / events }
    }
    await see(1)
    await see(crowd)
    const run = await byTurns(bench, { one: () => see(1), many: () => see(crowd) })
    await mine.dismiss()
    const statements = (all: readonly { readonly statements: number }[]) => all.map(({ statements }) => statements)
    const p99 = (all: readonly { readonly latency: Latency }[]) => all.map(({ latency }) => latency.p99)
    return [
      compared('P19', 'reads', statements(run.many), statements(run.one), ' statements'),
      compared('P19', 'p99', p99(run.many), p99(run.one), ' ms'),
    ]
  },
}

/** With everything a worker has: the subscription, leases, checkpoints. */
const idle: Trial = {
  goals: ['P20'],
  run: async (bench) => {
    const { idleMs } = bench.plan
    const mine = await ours(bench, 'counted')
    await mine.subject.ask('fill', { events: 100, docs: 10 })
    await mine.subject.ask('serve', { projections: crowd })
    await new Promise((resolve) => setTimeout(resolve, Math.min(10_000, idleMs)))
    await mine.database.statements()
    await new Promise((resolve) => setTimeout(resolve, idleMs))
    const aMinute = ((await mine.database.statements()) * 60_000) / idleMs
    await mine.dismiss()
    return [absolute('P20', 'statements', [aMinute], `counted for ${idleMs / 1_000} s`)]
  },
}

export const followingTrials: readonly Trial[] = [visibility, subscribers, idle]
