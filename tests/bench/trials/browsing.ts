import { byTurns, flawless, same, type Bench, type Trial } from '../bench.ts'
import { compared } from '../finding.ts'
import { stopwatch, typical, type Latency } from '../statistics.ts'
import { startSubject } from '../subject.ts'
import type { GarboTasks } from '../subjects/garbo.ts'
import type { PageAsked, Visitors } from '../subjects/visitors.ts'

/** What the screen of a venue asks for, with the question why its score is what it is. */
const venuePage = (id: string) => [
  `/api/businesses/${id}`,
  `/api/reviews/target/BUSINESS/${id}`,
  `/api/businesses/${id}/score/why`,
]
const queuePage = ['/api/admin/queue']

/** A whole Garbo over read tables filled as the projections would have filled them. */
const stocked = async ({ cluster, plan: { stock } }: Bench, openCases: number) => {
  const database = await cluster.database('empty')
  const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
  const { busyId, quietId, sizes, ...where } = await garbo.ask('stock', { ...stock, openCases })
  same('reviews of the quiet venue', sizes[0] ?? 0, stock.quiet)
  same('reviews of the busy venue', sizes[1] ?? 0, stock.busy)
  const dismiss = async () => {
    await garbo.end()
    await database.drop()
  }
  return { ...where, busyId, quietId, dismiss }
}

/**
 * L1 and L2: one visitor goes from one page to the other and back, so that what is measured is what a page costs and not
 * how long it queues. The two venues lie in the same tables; the two queues in databases that differ in nothing else.
 */
const pages: Trial = {
  goals: ['L1', 'L2'],
  run: async (bench) => {
    const { warmUpMs, runMs, stock } = bench.plan
    const full = await stocked(bench, stock.openCases.many)
    const short = await stocked(bench, stock.openCases.few)
    const visitors = startSubject<Visitors>('visitors', {})
    const of = ({ address, moderator: cookie }: typeof full, paths: readonly string[]) => ({ address, cookie, paths })
    const compare = async (pages: readonly PageAsked[], ms = runMs) => {
      const { each, ...measured } = await visitors.ask('browse', { pages, extent: { ms } })
      flawless(measured)
      return { large: each[0] ?? none, small: each[1] ?? none }
    }
    const venues = [of(full, venuePage(full.busyId)), of(full, venuePage(full.quietId))]
    const queues = [of(full, queuePage), of(short, queuePage)]
    for (const pages of [venues, queues]) await compare(pages, warmUpMs)
    const run = await byTurns(bench, { venues: () => compare(venues), queues: () => compare(queues) })
    await visitors.end()
    for (const { dismiss } of [full, short]) await dismiss()
    for (const [leg, of] of [
      ['a busy venue', run.venues.map(({ large }) => large)],
      ['a quiet venue', run.venues.map(({ small }) => small)],
      ['a long queue', run.queues.map(({ large }) => large)],
      ['a short queue', run.queues.map(({ small }) => small)],
    ] as const)
      bench.keep(leg, typical(of))
    return [against('L1', run.venues), against('L2', run.queues)]
  },
}

interface Compared {
  readonly large: Latency
  readonly small: Latency
}

const none = stopwatch().read()

const against = (goal: 'L1' | 'L2', all: readonly Compared[]) =>
  compared(
    goal,
    'cost',
    all.map(({ large }) => large.p50),
    all.map(({ small }) => small.p50),
    ' ms',
  )

export const browsingTrials: readonly Trial[] = [pages]
