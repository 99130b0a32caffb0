import {
  type DumpTransaction,
  openDumpTransaction,
  openIdleTransaction,
  openWritingTransaction,
} from '../../support/open-transactions.ts'
import { assertEqual, type Benchmark, runInterleaved, startEmmett, startEventStore } from '../harness.ts'
import type { Database } from '../postgres.ts'
import { absoluteResult, ratioResult } from '../result.ts'
import { type Latency, medianRun } from '../statistics.ts'

/**
 * Measures while others have transactions open that have written, in this database and another, one that idles, and one that
 * holds every table for a dump; then while that dump copies, without end; then while another copies as much from elsewhere,
 * which takes the same of the processors and nothing of ours. They are open all that time.
 */
const measureBesideTransactions = async (here: Database, elsewhere: Database, measure: () => Promise<Latency>) => {
  const from = performance.now()
  const [dump, other] = [await openDumpTransaction(here.url), await openDumpTransaction(elsewhere.url)]
  const left = [
    await openWritingTransaction(here.url),
    await openWritingTransaction(elsewhere.url),
    await openIdleTransaction(here.url),
    dump,
    other,
  ]
  const held = await measure()
  const dumped = await whileCopying(dump, measure)
  const far = await whileCopying(other, measure)
  const open = await here.number(
    `select count(*) from pg_stat_activity where xact_start is not null and pid in (${left.map(({ pid }) => pid).join()})`,
  )
  const seconds = (performance.now() - from) / 1_000
  for (const { rollBack } of left) await rollBack()
  assertEqual('transactions still open', open, left.length)
  return { held, dump: dumped, far, seconds }
}

const whileCopying = async (dump: DumpTransaction, measure: () => Promise<Latency>): Promise<Latency> => {
  const over = { yet: false }
  const copying = copyTablesRepeatedly(dump, over)
  const latency = await measure()
  over.yet = true
  await copying
  return latency
}

/** Everything again and again, to a process that throws it away beside the server: what a dump costs there, and no more. */
const copyTablesRepeatedly = async (
  { client, tables }: DumpTransaction,
  over: { readonly yet: boolean },
): Promise<void> => {
  while (!over.yet) for (const table of tables) await client.query(`copy ${table} to program 'cat > /dev/null'`)
}

const percentile = (which: 'p50' | 'p99', all: readonly Latency[]) => all.map((latency) => latency[which])

/** What the handler of a consumer waits, with nothing tuned on either side; and what ours waits beside others in the cluster. */
const deliveryLatency: Benchmark = {
  goals: ['P8', 'R8'],
  run: async (bench) => {
    const { idle, busy, beside: samples } = bench.plan.samples
    const peer = await startEmmett(bench, 10)
    const mine = await startEventStore(bench)
    const elsewhere = await startEventStore(bench)
    for (const { subject } of [mine, elsewhere]) await subject.ask('fill', bench.plan.log)
    const rest = { subscribers: 1, perSecond: 5, events: idle }
    const load = { subscribers: 1, perSecond: 50, events: busy }
    const first = { ...load, events: Math.ceil(busy / 4) }
    await Promise.all([mine.subject.ask('see', first), peer.subject.ask('see', first)])
    const run = await runInterleaved(bench, {
      emmettIdle: () => peer.subject.ask('see', rest),
      oursIdle: () => mine.subject.ask('see', rest),
      emmettBusy: () => peer.subject.ask('see', load),
      oursBusy: () => mine.subject.ask('see', load),
      oursBeside: () =>
        measureBesideTransactions(mine.database, elsewhere.database, () =>
          mine.subject.ask('see', { ...load, events: samples }),
        ),
    })
    for (const { dismiss } of [mine, peer, elsewhere]) await dismiss()
    const beside = (which: 'held' | 'dump' | 'far') => {
      const latencies = run.oursBeside.map((one) => one[which])
      bench.recordLatency(`oursBeside: ${which}`, medianRun(latencies))
      return percentile('p99', latencies)
    }
    const [held, dump, far, none] = [beside('held'), beside('dump'), beside('far'), percentile('p99', run.oursBusy)]
    const lower = (criterion: 'idleP50' | 'idleP99' | 'busyP50' | 'busyP99', which: 'p50' | 'p99') =>
      criterion.startsWith('idle')
        ? ratioResult('P8', criterion, percentile(which, run.emmettIdle), percentile(which, run.oursIdle), ' ms')
        : ratioResult('P8', criterion, percentile(which, run.emmettBusy), percentile(which, run.oursBusy), ' ms')
    const worse = run.oursIdle.map((latency, n) => Math.max(latency.p99, run.oursBusy[n]?.p99 ?? 0))
    return [
      lower('idleP50', 'p50'),
      lower('idleP99', 'p99'),
      lower('busyP50', 'p50'),
      lower('busyP99', 'p99'),
      absoluteResult('P8', 'p99', worse, 'of the idle log and the log under 50/s'),
      ratioResult('R8', 'held', held, none, ' ms'),
      ratioResult('R8', 'dump', dump, far, ' ms'),
      ratioResult('R8', 'both', dump, none, ' ms'),
    ]
  },
}

const subscriberCount = 32

const subscriberFanOut: Benchmark = {
  goals: ['P19'],
  run: async (bench) => {
    const { perSecond, events } = bench.plan.subscribers
    const mine = await startEventStore(bench, 'counted')
    const see = async (subscribers: number) => {
      await mine.database.takeStatementCount()
      const latency = await mine.subject.ask('see', { subscribers, perSecond, events })
      return { latency, statements: (await mine.database.takeStatementCount()) / events }
    }
    await see(1)
    await see(subscriberCount)
    const run = await runInterleaved(bench, { one: () => see(1), many: () => see(subscriberCount) })
    await mine.dismiss()
    const statements = (all: readonly { readonly statements: number }[]) => all.map(({ statements }) => statements)
    const p99 = (all: readonly { readonly latency: Latency }[]) => all.map(({ latency }) => latency.p99)
    return [
      ratioResult('P19', 'reads', statements(run.many), statements(run.one), ' statements'),
      ratioResult('P19', 'p99', p99(run.many), p99(run.one), ' ms'),
    ]
  },
}

/** With everything a worker has: the subscription, leases, checkpoints. */
const idleStatements: Benchmark = {
  goals: ['P20'],
  run: async (bench) => {
    const { idleMs } = bench.plan
    const mine = await startEventStore(bench, 'counted')
    await mine.subject.ask('fill', { events: 100, docs: 10 })
    await mine.subject.ask('serve', { projections: subscriberCount })
    await new Promise((resolve) => setTimeout(resolve, Math.min(10_000, idleMs)))
    await mine.database.takeStatementCount()
    await new Promise((resolve) => setTimeout(resolve, idleMs))
    const aMinute = ((await mine.database.takeStatementCount()) * 60_000) / idleMs
    await mine.dismiss()
    return [absoluteResult('P20', 'statements', [aMinute], `counted for ${idleMs / 1_000} s`)]
  },
}

export const subscriptionBenchmarks: readonly Benchmark[] = [deliveryLatency, subscriberFanOut, idleStatements]
