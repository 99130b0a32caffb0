import { append, byTurns, flawless, ours, ratesOf, same, type Trial } from '../bench.ts'
import { absolute, compared, figure, type Finding } from '../finding.ts'
import { median, typical, type Latency } from '../statistics.ts'
import { startSubject } from '../subject.ts'
import type { GarboTasks } from '../subjects/garbo.ts'
import type { Ours } from '../subjects/ours.ts'
import type { Visitors } from '../subjects/visitors.ts'

const callers = 64

/**
 * From the POST of a review to the durable answer: session, intent, decisions, sealing, policies, read-back. Beside it
 * somebody in a process of his own sees each review in the log and waits until the read models show it.
 */
const submitReview: Trial = {
  goals: ['HTTP', 'L3'],
  run: async (bench) => {
    const { warmUpMs, runMs, people } = bench.plan
    const database = await bench.cluster.database('empty')
    const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
    const visitors = startSubject<Visitors>('visitors', {})
    const onlooker = startSubject<Ours>('ours', { url: database.url })
    const bare = await ours(bench)
    const load = { callers, events: 1, streams: 'own' } as const
    const crowd = { ...(await garbo.ask('people', people)), callers }
    const first = flawless(await visitors.ask('submit', { ...crowd, extent: { ms: warmUpMs } }))
    await append(bare, load, { ms: warmUpMs / 2 })
    const run = await byTurns(bench, {
      bare: () => append(bare, load, { ms: runMs }),
      http: async () => {
        await onlooker.ask('onlook', { type: 'ReviewSubmitted', row: 'reviews' })
        const submitted = flawless(await visitors.ask('submit', { ...crowd, extent: { ms: runMs } }))
        const lag = await onlooker.ask('onlooked', { events: submitted.operations })
        same('reviews seen in the log', lag.events, submitted.operations)
        return { ...submitted, lag }
      },
    })
    await bare.dismiss()
    for (const which of ['row', 'all'] as const)
      bench.keep(`shown: ${which}`, typical(run.http.map(({ lag }) => lag[which])))
    await visitors.end()
    await onlooker.end()
    await garbo.end()
    const stored = await database.number(
      `select count(*) from log.events e join log.types t using (type_no) where t.name = 'ReviewSubmitted'`,
    )
    same(
      'reviews in the log',
      stored,
      [first, ...run.http].reduce((sum, { operations }) => sum + operations, 0),
    )
    await database.drop()
    const p99 = (all: readonly { readonly latency: { readonly p99: number } }[]) =>
      all.map(({ latency }) => latency.p99)
    return [
      compared('HTTP', 'rate', ratesOf(run.http), ratesOf(run.bare), '/s'),
      compared('HTTP', 'p99', p99(run.http), p99(run.bare), ' ms'),
      ...(['row', 'all'] as const).map((which) =>
        shown(
          which,
          run.http.map(({ lag }) => lag[which]),
        ),
      ),
    ]
  },
}

const shown = (which: 'row' | 'all', lags: readonly Latency[]): Finding =>
  absolute(
    'L3',
    which,
    lags.map(({ p99 }) => p99),
    `of ${lags.map(({ count }) => figure(count)).join(', ')} reviews; p50 ${figure(median(lags.map(({ p50 }) => p50)))} ms`,
  )

export const httpTrials: readonly Trial[] = [submitReview]
