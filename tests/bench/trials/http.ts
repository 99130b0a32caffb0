import { append, byTurns, flawless, ours, ratesOf, same, type Trial } from '../bench.ts'
import { compared } from '../finding.ts'
import { startSubject } from '../subject.ts'
import type { GarboTasks } from '../subjects/garbo.ts'
import type { Visitors } from '../subjects/visitors.ts'

const callers = 64

/** From the POST of a review to the durable answer: session, intent, decisions, sealing, policies, read-back. */
const submitReview: Trial = {
  goals: ['HTTP'],
  run: async (bench) => {
    const { warmUpMs, runMs, people } = bench.plan
    const database = await bench.cluster.database('empty')
    const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
    const visitors = startSubject<Visitors>('visitors', {})
    const bare = await ours(bench)
    const load = { callers, events: 1, streams: 'own' } as const
    const crowd = { ...(await garbo.ask('people', people)), callers }
    const first = flawless(await visitors.ask('submit', { ...crowd, extent: { ms: warmUpMs } }))
    await append(bare, load, { ms: warmUpMs / 2 })
    const run = await byTurns(bench, {
      bare: () => append(bare, load, { ms: runMs }),
      http: async () => flawless(await visitors.ask('submit', { ...crowd, extent: { ms: runMs } })),
    })
    await bare.dismiss()
    await visitors.end()
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
    ]
  },
}

export const httpTrials: readonly Trial[] = [submitReview]
