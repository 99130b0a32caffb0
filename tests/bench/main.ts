import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { incidentsSection } from '../chaos/report.ts'
import { apiProcessBenchmarks } from './benchmarks/api-processes.ts'
import { caseClaimBenchmarks } from './benchmarks/case-claims.ts'
import { eventStoreDbBenchmarks } from './benchmarks/eventstoredb.ts'
import { growthBenchmarks } from './benchmarks/growth.ts'
import { httpBenchmarks, pageBenchmarks } from './benchmarks/http.ts'
import { notificationBenchmarks } from './benchmarks/notifications.ts'
import { largestRequestBenchmarks } from './benchmarks/largest-requests.ts'
import { rebuildBenchmarks } from './benchmarks/rebuilds.ts'
import { subscriptionBenchmarks } from './benchmarks/subscriptions.ts'
import { treeBenchmarks } from './benchmarks/tree.ts'
import { writePathBenchmarks } from './benchmarks/write-path.ts'
import { appendBenchmarks, commandBenchmarks } from './benchmarks/writes.ts'
import { describeEnvironment, type Environment, installPeers } from './environment.ts'
import { type GoalId, goalIds } from './goals.ts'
import { type BenchContext, type Benchmark, startEmmett } from './harness.ts'
import { type BenchPlan, fullPlan, quickPlan } from './plan.ts'
import { type Cluster, startCluster } from './postgres.ts'
import { belowPass, formatTable, type RecordedLatency, renderReport, reportRow } from './report.ts'
import type { Result } from './result.ts'
import { killSubjects } from './subject.ts'

const benchmarks: readonly Benchmark[] = [
  ...appendBenchmarks,
  ...subscriptionBenchmarks,
  ...rebuildBenchmarks,
  ...treeBenchmarks,
  ...commandBenchmarks,
  ...growthBenchmarks,
  ...eventStoreDbBenchmarks,
  ...caseClaimBenchmarks,
  ...pageBenchmarks,
  ...httpBenchmarks,
  ...notificationBenchmarks,
  ...largestRequestBenchmarks,
  ...writePathBenchmarks,
  ...apiProcessBenchmarks,
]

const usage = `npm run bench -- [--quick] [--only P1,P2] [--write]
  --quick   everything once, at small size, to check that it works; goals are not evaluated
  --only    selected goals
  --write   write the results to docs/benchmarks.md`

const print = (line: string) => console.log(line)

interface Options {
  readonly plan: BenchPlan
  readonly only: readonly GoalId[]
  readonly write: boolean
}

const parseOptions = (): Options => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: goalIds.join(',') },
      write: { type: 'boolean', default: false },
    },
  })
  const requested = values.only.split(',').map((id) => id.trim().toUpperCase())
  const unknown = requested.filter((id) => !goalIds.some((goal) => goal === id))
  if (unknown.length > 0) throw new Error(`no such goal: ${unknown.join(', ')}`)
  const only = goalIds.filter((goal) => requested.includes(goal))
  if (values.write && (values.quick || only.length < goalIds.length))
    throw new Error('--write requires a full run of all goals')
  return { plan: values.quick ? quickPlan : fullPlan, only, write: values.write }
}

/** The pool size with which emmett is fastest for a number of callers. */
const bestEmmettPool = (cluster: Cluster, plan: BenchPlan): BenchContext['bestEmmettPool'] => {
  const known = new Map<number, Promise<number>>()
  const tryOut = async (callers: number): Promise<number> => {
    let best = { rate: 0, pool: 10 }
    for (const pool of [1, 5, 10, 20, 32, 64].filter(
      (size) => (size > 1 || callers === 1) && size <= Math.max(10, callers),
    )) {
      const { subject, dismiss } = await startEmmett({ cluster }, pool)
      const append = { callers, events: 1, streams: 'own' } as const
      await subject.ask('append', { ...append, extent: { ms: plan.poolTrialMs / 2 } })
      const { rate } = await subject.ask('append', { ...append, extent: { ms: plan.poolTrialMs } })
      await dismiss()
      if (rate > best.rate) best = { rate, pool }
    }
    print(`  emmett serves ${callers} callers best with ${best.pool} connections`)
    return best.pool
  }
  return (callers) => {
    const found = known.get(callers) ?? tryOut(callers)
    known.set(callers, found)
    return found
  }
}

interface BenchOutcome {
  readonly findings: readonly Result[]
  readonly latencies: readonly RecordedLatency[]
  readonly failures: readonly string[]
  readonly environment: Environment
}

const runBenchmarks = async ({ plan, only }: Options): Promise<BenchOutcome> => {
  const cluster = await startCluster()
  let stopping: Promise<void> | null = null
  const stop = () => (stopping ??= killSubjects().then(cluster.stop))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(1)))
  const bestPool = bestEmmettPool(cluster, plan)
  const findings: Result[] = []
  const latencies: RecordedLatency[] = []
  const failures: string[] = []
  try {
    const environment = await describeEnvironment(cluster, plan.runMs / 2)
    for (const [what, value] of environment) print(`${what}: ${value}`)
    for (const benchmark of benchmarks.filter(({ goals }) => goals.some((goal) => only.includes(goal)))) {
      const goals = benchmark.goals.join(', ')
      print(goals)
      const recordLatency: BenchContext['recordLatency'] = (leg, latency) => latencies.push({ goals, leg, latency })
      const results = await benchmark
        .run({ cluster, plan, print, bestEmmettPool: bestPool, recordLatency })
        .catch((error: unknown) => {
          failures.push(`${goals}: ${String(error)}`)
          print(`  failed: ${String(error)}`)
          return []
        })
      await killSubjects()
      findings.push(...results.filter(({ goal }) => only.includes(goal)))
    }
    return { findings, latencies, failures, environment }
  } finally {
    await stop()
  }
}

const writeReport = async ({ findings, latencies, environment }: BenchOutcome, plan: BenchPlan) => {
  const file = new URL('../../docs/benchmarks.md', import.meta.url)
  const text = renderReport(findings, latencies, environment, plan) + incidentsSection()
  const style = await resolveConfig(file)
  writeFileSync(file, await format(text, { ...style, parser: 'markdown' }))
  print('written: docs/benchmarks.md')
}

const main = async (): Promise<number> => {
  const options = parseOptions()
  await installPeers(print)
  const outcome = await runBenchmarks(options)
  const judged = options.plan.name === 'full'
  print(`\n${formatTable(outcome.findings.map((finding) => reportRow(finding, judged)))}\n`)
  for (const line of outcome.failures) print(`failed: ${line}`)
  if (!judged) print('Quick run: goals are not evaluated.')
  if (options.write && outcome.failures.length === 0) await writeReport(outcome, options.plan)
  const { missed, accepted } = belowPass(judged ? outcome.findings : [])
  if (accepted.length > 0) print(`below pass and accepted: ${accepted.join(', ')}`)
  if (missed.length > 0) print(`below pass: ${missed.join(', ')}`)
  return outcome.failures.length + missed.length > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  process.exitCode = 1
}
