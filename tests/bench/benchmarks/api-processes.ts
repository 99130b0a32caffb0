import { randomBytes } from 'node:crypto'
import {
  assertEqual,
  assertNoFailures,
  type BenchContext,
  type Benchmark,
  ratesOf,
  runInterleaved,
} from '../harness.ts'
import type { Extent } from '../load.ts'
import { ratioResult } from '../result.ts'
import { startSubject } from '../subject.ts'
import type { GarboTasks } from '../subjects/garbo.ts'
import type { HttpClientTasks } from '../subjects/http-clients.ts'

const callers = 64
const maxProcesses = 4

/**
 * A database with a worker and `count` processes of the API, and a client that uses them in turn. All sites start with
 * the same number of reviews, enough for each process of the largest to have compiled its code.
 */
const startSite = async ({ cluster, plan: { people, warmUpReviews } }: BenchContext, count: number) => {
  const database = await cluster.database('empty')
  const shared = { url: database.url, masterKey: randomBytes(32).toString('base64') }
  const worker = startSubject<GarboTasks>('garbo', { ...shared, role: 'worker' })
  const apis = Array.from({ length: count }, () => startSubject<GarboTasks>('garbo', { ...shared, role: 'api' }))
  const clients = startSubject<HttpClientTasks>('http-clients', {})
  const accounts = await worker.ask('registerAccounts', people)
  const processorMs = async () => {
    const measured = await Promise.all([worker, ...apis].map((process) => process.ask('measure', undefined)))
    return measured.reduce((sum, each) => sum + each.processorMs, 0)
  }
  const addresses = await Promise.all(apis.map(async (api) => (await api.ask('measure', undefined)).address))
  const submit = async (extent: Extent) =>
    assertNoFailures(await clients.ask('submit', { ...accounts, addresses, callers, extent }))
  const counted = await submit({ operations: warmUpReviews * maxProcesses })
  await worker.ask('settle', undefined)
  let acknowledged = counted.operations
  return {
    /** Rate while all callers submit; processor time until all consequences are stored as well. */
    measure: async (ms: number) => {
      const before = { node: await processorMs(), postgres: cluster.processorMs() }
      const submitted = await submit({ ms })
      await worker.ask('settle', undefined)
      acknowledged += submitted.operations
      const node = ((await processorMs()) - before.node) / submitted.operations
      const postgres = (cluster.processorMs() - before.postgres) / submitted.operations
      return { ...submitted, node, postgres, processorMs: node + postgres }
    },
    dismiss: async () => {
      const stored = await database.number(
        `select count(*) from log.events e join log.types t using (type_no) where t.name = 'ReviewSubmitted'`,
      )
      for (const subject of [clients, ...apis, worker]) await subject.end()
      await database.drop()
      assertEqual('reviews in the log', stored, acknowledged)
    },
  }
}

/** H10: what a review costs when the requests are spread over more processes. */
const apiProcesses: Benchmark = {
  goals: ['H10'],
  run: async (bench) => {
    const { runMs, runs } = bench.plan
    const one = await startSite(bench, 1)
    const two = await startSite(bench, 2)
    const four = await startSite(bench, maxProcesses)
    const run = await runInterleaved(
      bench,
      { one: () => one.measure(runMs), two: () => two.measure(runMs), four: () => four.measure(runMs) },
      runs,
    )
    for (const site of [one, two, four]) await site.dismiss()
    const costs = (all: readonly { readonly processorMs: number }[]) => all.map(({ processorMs }) => processorMs)
    return [
      ratioResult('H10', 'cpu2', costs(run.two), costs(run.one), ' ms'),
      ratioResult('H10', 'cpu4', costs(run.four), costs(run.one), ' ms'),
      ratioResult('H10', 'rate2', ratesOf(run.two), ratesOf(run.one), '/s'),
      ratioResult('H10', 'rate4', ratesOf(run.four), ratesOf(run.one), '/s'),
    ]
  },
}

export const apiProcessBenchmarks: readonly Benchmark[] = [apiProcesses]
