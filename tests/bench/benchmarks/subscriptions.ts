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
 * Measures three times while foreign transactions stay open: two that have written (one in another database), one idle, and
 * two dumps that hold locks on every table. In the second measurement the dump of this log copies continuously; in the
 * third the dump of the other database does, which takes as much processor time but leaves this log alone.
 */
const measureUnderContention = async (own: Database, other: Database, measure: () => Promise<Latency>) => {
  const from = performance.now()
  const [dump, otherDump] = [await openDumpTransaction(own.url), await openDumpTransaction(other.url)]
  const transactions = [
    await openWritingTransaction(own.url),
    await openWritingTransaction(other.url),
    await openIdleTransaction(own.url),
    dump,
    otherDump,
  ]
  const held = await measure()
  const dumped = await whileCopying(dump, measure)
  const otherDumped = await whileCopying(otherDump, measure)
  const open = await own.number(
    `select count(*) from pg_stat_activity where xact_start is not null and pid in (${transactions.map(({ pid }) => pid).join()})`,
  )
  const seconds = (performance.now() - from) / 1_000
  for (const { rollBack } of transactions) await rollBack()
  assertEqual('transactions still open', open, transactions.length)
  return { held, dump: dumped, otherDump: otherDumped, seconds }
}

const whileCopying = async (dump: DumpTransaction, measure: () => Promise<Latency>): Promise<Latency> => {
  const finished = { yet: false }
  const copying = copyTablesRepeatedly(dump, finished)
  const latency = await measure()
  finished.yet = true
  await copying
  return latency
}

/** Copies all tables repeatedly to a process on the server that discards them, which costs the server what a dump does. */
const copyTablesRepeatedly = async (
  { client, tables }: DumpTransaction,
  finished: { readonly yet: boolean },
): Promise<void> => {
  while (!finished.yet) for (const table of tables) await client.query(`copy ${table} to program 'cat > /dev/null'`)
}

const percentile = (which: 'p50' | 'p99', all: readonly Latency[]) => all.map((latency) => latency[which])

/** Latency from append to handler, untuned on both sides; and ours with foreign transactions in the cluster. */
const deliveryLatency: Benchmark = {
  goals: ['P8', 'R8'],
  run: async (bench) => {
    const { idle, busy, contended } = bench.plan.samples
    const peer = await startEmmett(bench, 10)
    const ours = await startEventStore(bench)
    const other = await startEventStore(bench)
    for (const { subject } of [ours, other]) await subject.ask('fill', bench.plan.log)
    const rest = { subscribers: 1, perSecond: 5, events: idle }
    const load = { subscribers: 1, perSecond: 50, events: busy }
    const first = { ...load, events: Math.ceil(busy / 4) }
    await Promise.all([ours.subject.ask('measureDelivery', first), peer.subject.ask('measureDelivery', first)])
    const run = await runInterleaved(bench, {
      emmettIdle: () => peer.subject.ask('measureDelivery', rest),
      oursIdle: () => ours.subject.ask('measureDelivery', rest),
      emmettBusy: () => peer.subject.ask('measureDelivery', load),
      oursBusy: () => ours.subject.ask('measureDelivery', load),
      oursContended: () =>
        measureUnderContention(ours.database, other.database, () =>
          ours.subject.ask('measureDelivery', { ...load, events: contended }),
        ),
    })
    for (const { dismiss } of [ours, peer, other]) await dismiss()
    const contendedP99 = (which: 'held' | 'dump' | 'otherDump') => {
      const latencies = run.oursContended.map((result) => result[which])
      bench.recordLatency(`oursContended: ${which}`, medianRun(latencies))
      return percentile('p99', latencies)
    }
    const [held, dump, otherDump] = [contendedP99('held'), contendedP99('dump'), contendedP99('otherDump')]
    const none = percentile('p99', run.oursBusy)
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
      ratioResult('R8', 'dump', dump, otherDump, ' ms'),
      ratioResult('R8', 'both', dump, none, ' ms'),
    ]
  },
}

const subscriberCount = 32

const subscriberFanOut: Benchmark = {
  goals: ['P19'],
  run: async (bench) => {
    const { perSecond, events } = bench.plan.subscribers
    const ours = await startEventStore(bench, 'counted')
    const measure = async (subscribers: number) => {
      await ours.database.takeStatementCount()
      const latency = await ours.subject.ask('measureDelivery', { subscribers, perSecond, events })
      return { latency, statements: (await ours.database.takeStatementCount()) / events }
    }
    await measure(1)
    await measure(subscriberCount)
    const run = await runInterleaved(bench, { one: () => measure(1), many: () => measure(subscriberCount) })
    await ours.dismiss()
    const statements = (all: readonly { readonly statements: number }[]) => all.map(({ statements }) => statements)
    const p99 = (all: readonly { readonly latency: Latency }[]) => all.map(({ latency }) => latency.p99)
    return [
      ratioResult('P19', 'reads', statements(run.many), statements(run.one), ' statements'),
      ratioResult('P19', 'p99', p99(run.many), p99(run.one), ' ms'),
    ]
  },
}

/** Counts all statements of an idle worker: subscription, leases and checkpoints. */
const idleStatements: Benchmark = {
  goals: ['P20'],
  run: async (bench) => {
    const { idleMs } = bench.plan
    const ours = await startEventStore(bench, 'counted')
    await ours.subject.ask('fill', { events: 100, docs: 10 })
    await ours.subject.ask('keepProjections', { projections: subscriberCount })
    await new Promise((resolve) => setTimeout(resolve, Math.min(10_000, idleMs)))
    await ours.database.takeStatementCount()
    await new Promise((resolve) => setTimeout(resolve, idleMs))
    const perMinute = ((await ours.database.takeStatementCount()) * 60_000) / idleMs
    await ours.dismiss()
    return [absoluteResult('P20', 'statements', [perMinute], `counted for ${idleMs / 1_000} s`)]
  },
}

export const subscriptionBenchmarks: readonly Benchmark[] = [deliveryLatency, subscriberFanOut, idleStatements]
