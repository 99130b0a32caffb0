import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { emmett, type Bench, type Trial } from './bench.ts'
import { startCluster, type Cluster } from './cluster.ts'
import type { Finding } from './finding.ts'
import { goalIds, type GoalId } from './goals.ts'
import { circumstances, type Circumstances } from './machine.ts'
import { installPeers } from './peers.ts'
import { full, quick, type Plan } from './plan.ts'
import { document, rowOf, table, underPass, type KeptLatency } from './report.ts'
import { endSubjects } from './subject.ts'
import { appendingTrials } from './trials/appending.ts'
import { browsingTrials } from './trials/browsing.ts'
import { commandingTrials } from './trials/commanding.ts'
import { eventStoreDbTrials } from './trials/eventstoredb.ts'
import { followingTrials } from './trials/following.ts'
import { growingTrials } from './trials/growing.ts'
import { httpTrials } from './trials/http.ts'
import { queueingTrials } from './trials/queueing.ts'
import { readingTrials } from './trials/reading.ts'

const trials: readonly Trial[] = [
  ...appendingTrials,
  ...followingTrials,
  ...readingTrials,
  ...commandingTrials,
  ...growingTrials,
  ...eventStoreDbTrials,
  ...queueingTrials,
  ...browsingTrials,
  ...httpTrials,
]

const usage = `npm run bench -- [--quick] [--only P1,P2] [--write]
  --quick   everything once and small: does it work? Nothing is judged.
  --only    these goals
  --write   the results into docs/benchmarks.md`

const say = (line: string) => console.log(line)

interface Wish {
  readonly plan: Plan
  readonly only: readonly GoalId[]
  readonly write: boolean
}

const wishOf = (): Wish => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: goalIds.join(',') },
      write: { type: 'boolean', default: false },
    },
  })
  const asked = values.only.split(',').map((id) => id.trim().toUpperCase())
  const unknown = asked.filter((id) => !goalIds.some((goal) => goal === id))
  if (unknown.length > 0) throw new Error(`no such goal: ${unknown.join(', ')}`)
  const only = goalIds.filter((goal) => asked.includes(goal))
  if (values.write && (values.quick || only.length < goalIds.length))
    throw new Error('only a full run of all goals is written down')
  return { plan: values.quick ? quick : full, only, write: values.write }
}

/** The pool with which so many callers get the most out of emmett. */
const bestPoolOf = (cluster: Cluster, plan: Plan): Bench['bestPool'] => {
  const known = new Map<number, Promise<number>>()
  const tryOut = async (callers: number): Promise<number> => {
    let best = { rate: 0, pool: 10 }
    for (const pool of [1, 5, 10, 20, 32, 64].filter(
      (size) => (size > 1 || callers === 1) && size <= Math.max(10, callers),
    )) {
      const { subject, dismiss } = await emmett({ cluster }, pool)
      const append = { callers, events: 1, streams: 'own' } as const
      await subject.ask('append', { ...append, extent: { ms: plan.poolTrialMs / 2 } })
      const { rate } = await subject.ask('append', { ...append, extent: { ms: plan.poolTrialMs } })
      await dismiss()
      if (rate > best.rate) best = { rate, pool }
    }
    say(`  emmett serves ${callers} callers best with ${best.pool} connections`)
    return best.pool
  }
  return (callers) => {
    const found = known.get(callers) ?? tryOut(callers)
    known.set(callers, found)
    return found
  }
}

interface Outcome {
  readonly findings: readonly Finding[]
  readonly latencies: readonly KeptLatency[]
  readonly broken: readonly string[]
  readonly where: Circumstances
}

const measure = async ({ plan, only }: Wish): Promise<Outcome> => {
  const cluster = await startCluster()
  let stopping: Promise<void> | null = null
  const stop = () => (stopping ??= endSubjects().then(cluster.stop))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(1)))
  const bestPool = bestPoolOf(cluster, plan)
  const findings: Finding[] = []
  const latencies: KeptLatency[] = []
  const broken: string[] = []
  try {
    const where = await circumstances(cluster, plan.runMs / 2)
    for (const [what, value] of where) say(`${what}: ${value}`)
    for (const trial of trials.filter(({ goals }) => goals.some((goal) => only.includes(goal)))) {
      say(trial.goals.join(', '))
      const keep: Bench['keep'] = (leg, latency) => latencies.push({ goals: trial.goals.join(', '), leg, latency })
      const told = await trial.run({ cluster, plan, say, bestPool, keep }).catch((error: unknown) => {
        broken.push(`${trial.goals.join(', ')}: ${String(error)}`)
        say(`  broken: ${String(error)}`)
        return []
      })
      await endSubjects()
      findings.push(...told.filter(({ goal }) => only.includes(goal)))
    }
    return { findings, latencies, broken, where }
  } finally {
    await stop()
  }
}

const writeDown = async ({ findings, latencies, where }: Outcome, plan: Plan) => {
  const file = new URL('../../docs/benchmarks.md', import.meta.url)
  const style = await resolveConfig(file)
  writeFileSync(file, await format(document(findings, latencies, where, plan), { ...style, parser: 'markdown' }))
  say('written: docs/benchmarks.md')
}

const main = async (): Promise<number> => {
  const wish = wishOf()
  await installPeers(say)
  const outcome = await measure(wish)
  const judged = wish.plan.name === 'full'
  say(`\n${table(outcome.findings.map((finding) => rowOf(finding, judged)))}\n`)
  for (const line of outcome.broken) say(`broken: ${line}`)
  if (!judged) say('A quick run: nothing is judged.')
  if (wish.write && outcome.broken.length === 0) await writeDown(outcome, wish.plan)
  const { missed, forgone } = underPass(judged ? outcome.findings : [])
  if (forgone.length > 0) say(`under pass, and forgone: ${forgone.join(', ')}`)
  if (missed.length > 0) say(`under pass: ${missed.join(', ')}`)
  return outcome.broken.length + missed.length > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  process.exitCode = 1
}
