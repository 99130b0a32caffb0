import { z } from 'zod'
import { historyOf } from '../../../../application/history.ts'
import { startReading, type Reading } from '../../../../infrastructure/projections/reading.ts'
import { rebuildProjection, type RunOptions } from '../../../../infrastructure/projections/rebuild.ts'
import type { Projection } from '../../../../projections/projection.ts'
import { added, workload, type Doc, type ReviewGiven } from '../../workload.ts'
import { glass } from './commanding.ts'
import { right, type Surroundings } from './surroundings.ts'

export const docs: Projection<Doc, ReviewGiven> = {
  name: 'docs',
  version: 1,
  row: z.object({ docId: z.string(), reviews: z.number(), stars: z.number(), lastAt: z.string() }),
  columns: { docId: { type: 'text' }, reviews: { type: 'int' }, stars: { type: 'int' }, lastAt: { type: 'instant' } },
  indexes: [],
  events: workload,
  keys: ({ event }) => [event.data.docId],
  evolve: (doc, { event }) => added(doc, event),
}

export const readingOf = ({ store, pool }: Surroundings): Reading =>
  startReading({
    store,
    pool,
    history: historyOf(store, glass, workload),
    report: ({ reader, reason }) => {
      throw new Error(`${reader} is in trouble: ${reason}`)
    },
  })

/** `pages`: every page's rows and its checkpoint in one transaction, from the first page on; `gently`: as beside users. */
const modes: Readonly<Record<'pages' | 'fold' | 'gently', RunOptions>> = {
  pages: { gatherRows: 0 },
  fold: {},
  gently: { gently: true },
}

export const projecting = (ours: Surroundings) => ({
  rebuild: async ({ mode }: { readonly mode: keyof typeof modes }) => {
    const reading = readingOf(ours)
    const from = performance.now()
    const rebuilt = await rebuildProjection(reading, docs, new AbortController().signal, modes[mode])
    const seconds = (performance.now() - from) / 1_000
    await reading.close()
    if (rebuilt.type !== 'Serving') throw new Error(`the rebuild ended ${rebuilt.type}`)
    const events = Number(right(await ours.store.head()()))
    return { events, rate: events / seconds, peakMb: process.resourceUsage().maxRSS / 1_024 }
  },
})
