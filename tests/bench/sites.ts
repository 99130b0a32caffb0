import { randomBytes } from 'node:crypto'
import { assertEqual, assertNoFailures, type BenchContext } from './harness.ts'
import type { Extent, LoadResult } from './load.ts'
import type { Database } from './postgres.ts'
import { startSubject, type Subject } from './subject.ts'
import type { ConventionalTasks } from './subjects/conventional.ts'
import type { GarboTasks } from './subjects/garbo.ts'
import type { HttpClientTasks, SubmitOrder } from './subjects/http-clients.ts'
import type { MinimalTasks } from './subjects/minimal.ts'

type Measured = Subject<Pick<GarboTasks, 'measure'>>

/** Processes that accept reviews into one database. */
export interface Application {
  readonly database: Database
  readonly apis: readonly Measured[]
  readonly others: readonly Measured[]
  readonly accounts: Pick<SubmitOrder, 'cookies' | 'targets'>
  /** Resolves when all consequences of the requests are stored. */
  readonly settled: () => Promise<unknown>
  readonly storedReviews: string
}

const reviewsInLog = `select count(*) from log.events e join log.types t using (type_no) where t.name = 'ReviewSubmitted'`

/** Garbo as a worker and `count` processes of the API. */
export const startDistributedGarbo = async (
  { cluster, plan: { people } }: BenchContext,
  count: number,
): Promise<Application> => {
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
    storedReviews: reviewsInLog,
  }
}

/** Garbo in one process; with `counted`, its statements are counted. */
export const startGarbo = async (
  { cluster, plan: { people } }: BenchContext,
  kind: 'empty' | 'counted' = 'empty',
): Promise<Application> => {
  const database = await cluster.database(kind)
  const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
  return {
    database,
    apis: [garbo],
    others: [],
    accounts: await garbo.ask('registerAccounts', people),
    settled: () => garbo.ask('settle', undefined),
    storedReviews: reviewsInLog,
  }
}

export const startPeer = async (
  { cluster, plan: { people } }: BenchContext,
  program: 'conventional' | 'minimal',
  count = 1,
): Promise<Application> => {
  const database = await cluster.database('empty')
  const start = () => startSubject<ConventionalTasks & MinimalTasks>(program, { url: database.url })
  const first = start()
  // the minimal application stores many more reviews, each of a new pair
  const businesses = people.businesses * (program === 'minimal' ? 10 : 1)
  return {
    database,
    apis: [first, ...Array.from({ length: count - 1 }, start)],
    others: [],
    accounts: await first.ask('registerAccounts', { ...people, businesses }),
    settled: () => Promise.resolve(),
    storedReviews: 'select count(*) from reviews',
  }
}

export interface SiteLoad extends LoadResult {
  /** Processor time of a review in milliseconds, until all its consequences are stored. */
  readonly node: number
  readonly postgres: number
  /** Of the write-ahead log, a review. */
  readonly walBytes: number
}

/** An application and a client that uses its processes in turn. It starts with `warmUp` reviews and with statistics about its tables. */
export const openSite = async (
  { cluster }: BenchContext,
  starting: Promise<Application>,
  warmUp: Extent,
  callers = 64,
) => {
  const { database, apis, others, accounts, settled, storedReviews } = await starting
  const clients = startSubject<HttpClientTasks>('http-clients', {})
  const addresses = await Promise.all(apis.map(async (api) => (await api.ask('measure', undefined)).address))
  const submit = async (by: number, extent: Extent) =>
    assertNoFailures(await clients.ask('submit', { ...accounts, addresses, callers: by, extent }))
  const used = async () => {
    const processes = await Promise.all([...others, ...apis].map((process) => process.ask('measure', undefined)))
    return {
      node: processes.reduce((sum, { processorMs }) => sum + processorMs, 0),
      postgres: cluster.processorMs(),
      walBytes: await database.number(`select pg_current_wal_insert_lsn() - '0/0'`),
    }
  }
  let acknowledged = (await submit(callers, warmUp)).operations
  await settled()
  await database.rows('vacuum analyze')
  return {
    database,
    /** Lets `by` callers submit reviews, each the next one as soon as the last is answered. */
    measure: async (extent: Extent, by = callers): Promise<SiteLoad> => {
      const before = await used()
      const submitted = await submit(by, extent)
      await settled()
      const after = await used()
      acknowledged += submitted.operations
      const each = (what: keyof typeof before) => (after[what] - before[what]) / submitted.operations
      return { ...submitted, node: each('node'), postgres: each('postgres'), walBytes: each('walBytes') }
    },
    dismiss: async () => {
      const stored = await database.number(storedReviews)
      for (const subject of [clients, ...apis, ...others]) await subject.end()
      await database.drop()
      assertEqual('stored reviews', stored, acknowledged)
    },
  }
}
