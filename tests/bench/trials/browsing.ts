import { byTurns, flawless, same, type Bench, type Trial } from '../bench.ts'
import { compared } from '../finding.ts'
import type { Measured } from '../load.ts'
import { startSubject } from '../subject.ts'
import type { GarboTasks } from '../subjects/garbo.ts'
import type { Visitors } from '../subjects/visitors.ts'

/** Few enough that what is measured is what a page costs, not how long it queues. */
const callers = 4

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

/** L1 and L2: the two venues lie in the same tables; the two queues in databases that differ in nothing else. */
const pages: Trial = {
  goals: ['L1', 'L2'],
  run: async (bench) => {
    const { warmUpMs, runMs, stock } = bench.plan
    const full = await stocked(bench, stock.openCases.many)
    const short = await stocked(bench, stock.openCases.few)
    const visitors = startSubject<Visitors>('visitors', {})
    const browse = async ({ address, moderator }: typeof full, paths: readonly string[], ms = runMs) =>
      flawless(await visitors.ask('browse', { address, cookie: moderator, paths, callers, extent: { ms } }))
    const legs = {
      busy: () => browse(full, venuePage(full.busyId)),
      quiet: () => browse(full, venuePage(full.quietId)),
      many: () => browse(full, queuePage),
      few: () => browse(short, queuePage),
    }
    for (const id of [full.busyId, full.quietId]) await browse(full, venuePage(id), warmUpMs / 2)
    for (const one of [full, short]) await browse(one, queuePage, warmUpMs / 2)
    const run = await byTurns(bench, legs)
    await visitors.end()
    for (const { dismiss } of [full, short]) await dismiss()
    return [
      compared('L1', 'cost', p50(run.busy), p50(run.quiet), ' ms'),
      compared('L2', 'cost', p50(run.many), p50(run.few), ' ms'),
    ]
  },
}

const p50 = (all: readonly Measured[]) => all.map(({ latency }) => latency.p50)

export const browsingTrials: readonly Trial[] = [pages]
