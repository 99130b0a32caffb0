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
import type { Database } from '../postgres.ts'
import { ratioResult } from '../result.ts'
import { startSubject, type Subject } from '../subject.ts'
import type { ConventionalTasks } from '../subjects/conventional.ts'
import type { GarboTasks } from '../subjects/garbo.ts'
import type { HttpClientTasks, SubmitOrder } from '../subjects/http-clients.ts'

const callers = 64
const maxProcesses = 4

/** Processes that serve reviews from one database. */
interface Application {
  readonly database: Database
  readonly apis: readonly Subject<Pick<GarboTasks, 'measure'>>[]
  readonly others: readonly Subject<Pick<GarboTasks, 'measure'>>[]
  readonly accounts: Pick<SubmitOrder, 'cookies' | 'targets'>
  /** Resolves when all consequences of the requests are stored. */
  readonly settled: () => Promise<unknown>
  readonly storedReviews: string
}

const startGarbo = async ({ cluster, plan: { people } }: BenchContext, count: number): Promise<Application> => {
  const database = await cluster.database('empty')
  const shared = { url: database.url, masterKey: randomBytes(32).toString('base64') }
  const worker = startSubject<GarboTasks>('garbo', { ...shared, role: 'worker' })
  const apis = Array.from({ length: count }, () => startSubject<GarboTasks>('garbo', { ...shared, role: 'api' }))
  return {
    database,
    apis,
    others: [worker],
    accounts: await worker.ask('registerAccounts', people),
    settled: () => worker.ask('settle', undefined),
    storedReviews: `select count(*) from log.events e join log.types t using (type_no) where t.name = 'ReviewSubmitted'`,
  }
}

const startConventional = async ({ cluster, plan: { people } }: BenchContext, count: number): Promise<Application> => {
  const database = await cluster.database('empty')
  const start = () => startSubject<ConventionalTasks>('conventional', { url: database.url })
  const first = start()
  return {
    database,
    apis: [first, ...Array.from({ length: count - 1 }, start)],
    others: [],
    accounts: await first.ask('registerAccounts', people),
    settled: () => Promise.resolve(),
    storedReviews: 'select count(*) from reviews',
  }
}

/**
 * An application and a client that uses its processes in turn. All sites start with the same number of reviews, enough
 * for each process of the largest to have compiled its code.
 */
const openSite = async ({ cluster, plan }: BenchContext, starting: Promise<Application>) => {
  const { database, apis, others, accounts, settled, storedReviews } = await starting
  const clients = startSubject<HttpClientTasks>('http-clients', {})
  const processorMs = async () => {
    const measured = await Promise.all([...others, ...apis].map((process) => process.ask('measure', undefined)))
    return measured.reduce((sum, each) => sum + each.processorMs, 0) + cluster.processorMs()
  }
  const addresses = await Promise.all(apis.map(async (api) => (await api.ask('measure', undefined)).address))
  const submit = async (extent: Extent) =>
    assertNoFailures(await clients.ask('submit', { ...accounts, addresses, callers, extent }))
  const counted = await submit({ operations: plan.warmUpReviews * maxProcesses })
  await settled()
  let acknowledged = counted.operations
  return {
    /** Rate while all callers submit; processor time of a review, Postgres included, until all consequences are stored. */
    measure: async () => {
      const before = await processorMs()
      const submitted = await submit({ ms: plan.runMs })
      await settled()
      acknowledged += submitted.operations
      return { ...submitted, cost: ((await processorMs()) - before) / submitted.operations }
    },
    dismiss: async () => {
      const stored = await database.number(storedReviews)
      for (const subject of [clients, ...apis, ...others]) await subject.end()
      await database.drop()
      assertEqual('stored reviews', stored, acknowledged)
    },
  }
}

/** H10: what a review costs when the requests are spread over more processes, here and in a conventional application. */
const apiProcesses: Benchmark = {
  goals: ['H10'],
  run: async (bench) => {
    const one = await openSite(bench, startGarbo(bench, 1))
    const two = await openSite(bench, startGarbo(bench, 2))
    const four = await openSite(bench, startGarbo(bench, maxProcesses))
    const peerOne = await openSite(bench, startConventional(bench, 1))
    const peerTwo = await openSite(bench, startConventional(bench, 2))
    const peerFour = await openSite(bench, startConventional(bench, maxProcesses))
    const run = await runInterleaved(bench, {
      one: one.measure,
      two: two.measure,
      four: four.measure,
      peerOne: peerOne.measure,
      peerTwo: peerTwo.measure,
      peerFour: peerFour.measure,
    })
    for (const site of [one, two, four, peerOne, peerTwo, peerFour]) await site.dismiss()
    const costs = (of: keyof typeof run) => run[of].map(({ cost }) => cost)
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
