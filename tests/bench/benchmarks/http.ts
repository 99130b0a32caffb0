import {
  append,
  assertEqual,
  assertNoFailures,
  type BenchContext,
  type Benchmark,
  ratesOf,
  runInterleaved,
  startEventStore,
} from '../harness.ts'
import { absoluteResult, formatFigure, ratioResult, type Result } from '../result.ts'
import { type Latency, latencyRecorder, median, medianRun } from '../statistics.ts'
import { startSubject } from '../subject.ts'
import type { EventStoreTasks } from '../subjects/event-store.ts'
import type { GarboTasks } from '../subjects/garbo.ts'
import type { HttpClientTasks, PageRequest } from '../subjects/http-clients.ts'

const callers = 64

/**
 * SubmitReview over HTTP: session, idempotency key, decisions, sealing, policies, read-back. A separate process subscribes to the
 * log and waits for each review to appear in the read models.
 */
const submitReview: Benchmark = {
  goals: ['HTTP', 'L3'],
  run: async (bench) => {
    const { warmUpMs, runMs, people } = bench.plan
    const database = await bench.cluster.database('empty')
    const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
    const visitors = startSubject<HttpClientTasks>('http-clients', {})
    const observer = startSubject<EventStoreTasks>('event-store', { url: database.url })
    const bare = await startEventStore(bench)
    const appends = { callers, events: 1, streams: 'own' } as const
    const { address, ...accounts } = await garbo.ask('registerAccounts', people)
    const load = { ...accounts, addresses: [address], callers }
    const first = assertNoFailures(await visitors.ask('submit', { ...load, extent: { ms: warmUpMs } }))
    await append(bare, appends, { ms: warmUpMs / 2 })
    const run = await runInterleaved(bench, {
      bare: () => append(bare, appends, { ms: runMs }),
      http: async () => {
        await observer.ask('startLagMeasurement', { type: 'ReviewSubmitted', row: 'reviews' })
        const submitted = assertNoFailures(await visitors.ask('submit', { ...load, extent: { ms: runMs } }))
        const lag = await observer.ask('finishLagMeasurement', { events: submitted.operations })
        assertEqual('reviews seen in the log', lag.events, submitted.operations)
        return { ...submitted, lag }
      },
    })
    await bare.dismiss()
    for (const which of ['row', 'all'] as const)
      bench.recordLatency(`shown: ${which}`, medianRun(run.http.map(({ lag }) => lag[which])))
    await visitors.end()
    await observer.end()
    await garbo.end()
    const stored = await database.number(
      `select count(*) from log.events e join log.types t using (type_no) where t.name = 'ReviewSubmitted'`,
    )
    assertEqual(
      'reviews in the log',
      stored,
      [first, ...run.http].reduce((sum, { operations }) => sum + operations, 0),
    )
    await database.drop()
    const p99 = (all: readonly { readonly latency: { readonly p99: number } }[]) =>
      all.map(({ latency }) => latency.p99)
    return [
      ratioResult('HTTP', 'rate', ratesOf(run.http), ratesOf(run.bare), '/s'),
      ratioResult('HTTP', 'p99', p99(run.http), p99(run.bare), ' ms'),
      ...(['row', 'all'] as const).map((which) =>
        readModelLag(
          which,
          run.http.map(({ lag }) => lag[which]),
        ),
      ),
    ]
  },
}

const readModelLag = (which: 'row' | 'all', lags: readonly Latency[]): Result =>
  absoluteResult(
    'L3',
    which,
    lags.map(({ p99 }) => p99),
    `of ${lags.map(({ count }) => formatFigure(count)).join(', ')} reviews; p50 ${formatFigure(median(lags.map(({ p50 }) => p50)))} ms`,
  )

export const httpBenchmarks: readonly Benchmark[] = [submitReview]

/** Requests of a venue's page with the explanation of its score. */
const venuePage = (id: string) => [
  `/api/businesses/${id}`,
  `/api/reviews/target/BUSINESS/${id}`,
  `/api/businesses/${id}/score/why`,
]
const queuePage = ['/api/admin/queue']
const analyticsPage = ['/api/analytics?from=2026-01-01&to=2026-12-31&compare=previous']

/** A complete Garbo whose read tables hold what the projections would have written. */
const startPopulatedGarbo = async ({ cluster, plan: { readTables } }: BenchContext, openCases: number) => {
  const database = await cluster.database('empty')
  const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
  const { busyId, quietId, sizes, ...where } = await garbo.ask('fillReadTables', { ...readTables, openCases })
  assertEqual('reviews of the quiet venue', sizes[0] ?? 0, readTables.quiet)
  assertEqual('reviews of the busy venue', sizes[1] ?? 0, readTables.busy)
  const dismiss = async () => {
    await garbo.end()
    await database.drop()
  }
  return { ...where, busyId, quietId, dismiss }
}

/**
 * L1, L2 and L4: a single visitor alternates between two pages, so that the latency is the cost of a page without queueing.
 * Both venues are in the same tables; the two moderation queues are in otherwise equal databases.
 */
const pageCosts: Benchmark = {
  goals: ['L1', 'L2', 'L4'],
  run: async (bench) => {
    const { warmUpMs, runMs, readTables } = bench.plan
    const full = await startPopulatedGarbo(bench, readTables.openCases.many)
    const short = await startPopulatedGarbo(bench, readTables.openCases.few)
    const visitors = startSubject<HttpClientTasks>('http-clients', {})
    const of = ({ address, moderator: cookie }: typeof full, paths: readonly string[]) => ({ address, cookie, paths })
    const compare = async (pages: readonly PageRequest[], ms = runMs) => {
      const { each, ...measured } = await visitors.ask('browse', { pages, extent: { ms } })
      assertNoFailures(measured)
      return { large: each[0] ?? noLatency, small: each[1] ?? noLatency }
    }
    const venues = [of(full, venuePage(full.busyId)), of(full, venuePage(full.quietId))]
    const queues = [of(full, queuePage), of(short, queuePage)]
    const { address, busyCookie, quietCookie } = full
    const figures = [busyCookie, quietCookie].map((cookie) => ({ address, cookie, paths: analyticsPage }))
    for (const pages of [venues, queues, figures]) await compare(pages, warmUpMs)
    const run = await runInterleaved(bench, {
      venues: () => compare(venues),
      queues: () => compare(queues),
      figures: () => compare(figures),
    })
    await visitors.end()
    for (const { dismiss } of [full, short]) await dismiss()
    for (const [leg, of] of [
      ['a busy venue', run.venues.map(({ large }) => large)],
      ['a quiet venue', run.venues.map(({ small }) => small)],
      ['a long queue', run.queues.map(({ large }) => large)],
      ['a short queue', run.queues.map(({ small }) => small)],
      ['analytics of a busy venue', run.figures.map(({ large }) => large)],
      ['analytics of a quiet venue', run.figures.map(({ small }) => small)],
    ] as const)
      bench.recordLatency(leg, medianRun(of))
    return [costRatio('L1', run.venues), costRatio('L2', run.queues), costRatio('L4', run.figures)]
  },
}

interface PageLatencies {
  readonly large: Latency
  readonly small: Latency
}

const noLatency = latencyRecorder().read()

const costRatio = (goal: 'L1' | 'L2' | 'L4', all: readonly PageLatencies[]) =>
  ratioResult(
    goal,
    'cost',
    all.map(({ large }) => large.p50),
    all.map(({ small }) => small.p50),
    ' ms',
  )

/** L5: the busy venue's reviews of a year, after a first workbook as large. */
const workbooks: Benchmark = {
  goals: ['L5'],
  run: async (bench) => {
    const { readTables } = bench.plan
    const database = await bench.cluster.database('empty')
    const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
    const visitors = startSubject<HttpClientTasks>('http-clients', {})
    const filled = await garbo.ask('fillReadTables', { ...readTables, openCases: 1 })
    const path = '/api/analytics/export?format=xlsx&from=2026-01-01&to=2026-12-31'
    const order = { address: filled.address, cookie: filled.busyCookie, path }
    await visitors.ask('download', order)
    const run = await runInterleaved(bench, {
      workbook: async () => {
        await garbo.ask('startMemoryMeasurement', undefined)
        const { bytes, seconds } = await visitors.ask('download', order)
        return { bytes, rate: readTables.busy / seconds, rise: await garbo.ask('finishMemoryMeasurement', undefined) }
      },
    })
    await visitors.end()
    await garbo.end()
    await database.drop()
    const size = `${formatFigure(median(run.workbook.map(({ bytes }) => bytes)) / 1_000)} kB`
    const of = (name: 'rate' | 'rise') => run.workbook.map((one) => one[name])
    return [absoluteResult('L5', 'rate', of('rate'), size), absoluteResult('L5', 'memory', of('rise'), size)]
  },
}

export const pageBenchmarks: readonly Benchmark[] = [pageCosts, workbooks]
