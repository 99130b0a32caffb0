import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { historyOf } from '../../../../application/history.ts'
import {
  type ProjectionRunOptions,
  projectionWaiter,
  type ReaderRuntime,
  rebuildProjection,
  runProjection,
  startReaderRuntime,
} from '../../../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../../../projections/all.ts'
import type { Projection } from '../../../../projections/projection.ts'
import { closedLoop } from '../../load.ts'
import { latencyRecorder } from '../../statistics.ts'
import { benchEvents, type Doc, docOf, evolveDoc, newStream, type ReviewGiven } from '../../workload.ts'
import { plainSealing } from './log-tasks.ts'
import { appendEvents, newEvent, type StoreSession, unwrap } from './session.ts'

const docs: Projection<Doc, ReviewGiven> = {
  name: 'docs',
  version: 1,
  row: z.object({ docId: z.string(), reviews: z.number(), stars: z.number(), lastAt: z.string() }),
  columns: { docId: { type: 'text' }, reviews: { type: 'int' }, stars: { type: 'int' }, lastAt: { type: 'instant' } },
  indexes: [],
  events: benchEvents,
  keys: ({ event }) => [event.data.docId],
  evolve: (doc, { event }) => evolveDoc(doc, event),
}

const startReaders = ({ store, pool }: StoreSession): ReaderRuntime =>
  startReaderRuntime({
    store,
    pool,
    history: historyOf(store, plainSealing, benchEvents),
    report: ({ reader, reason }) => {
      throw new Error(`${reader} is in trouble: ${reason}`)
    },
  })

/** `pages`: every page's rows and its checkpoint in one transaction, from the first page on; `gently`: as beside users. */
const rebuildModes: Readonly<Record<'pages' | 'fold' | 'gently', ProjectionRunOptions>> = {
  pages: { maxGatheredRows: 0 },
  fold: {},
  gently: { gently: true },
}

export const rebuildTasks = (ours: StoreSession) => ({
  rebuild: async ({ mode }: { readonly mode: keyof typeof rebuildModes }) => {
    const reading = startReaders(ours)
    const from = performance.now()
    const rebuilt = await rebuildProjection(reading, docs, new AbortController().signal, rebuildModes[mode])
    const seconds = (performance.now() - from) / 1_000
    await reading.close()
    if (rebuilt.type !== 'Serving') throw new Error(`the rebuild ended ${rebuilt.type}`)
    const events = Number(unwrap(await ours.store.head()()))
    return { events, rate: events / seconds, peakMb: process.resourceUsage().maxRSS / 1_024 }
  },
})

export const liveLoadTasks = (ours: StoreSession) => ({
  /** From now on so many projections are kept up to date; resolves when they are. */
  serve: async ({ projections }: { readonly projections: number }) => {
    const reading = startReaders(ours)
    const leaving = new AbortController()
    const all = Array.from({ length: projections }, (_, n) => (n === 0 ? docs : { ...docs, name: `docs_${n}` }))
    const running = all.map((projection) => runProjection(reading, projection, leaving.signal))
    ours.closers.push(async () => {
      leaving.abort()
      await Promise.all(running)
      await reading.close()
    })
    const head = unwrap(await ours.store.head()())
    if (head === null) return
    const names = all.map(({ name }) => name)
    const reached = await projectionWaiter(reading).waitFor(names, head, 120_000)
    if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
  },

  /** Writers at full speed, somebody who reads rows, somebody who measures how late rows are. */
  live: async ({ callers, forMs }: { readonly callers: number; readonly forMs: number }) => {
    const over = AbortSignal.timeout(forMs)
    const [written, lag, reads] = await Promise.all([
      closedLoop(callers, { ms: forMs }, (nth) =>
        appendEvents(ours, newStream(), 'none', [newEvent(docOf(nth, 1_000))]),
      ),
      measureLagUntil(ours, over),
      readUntil(ours, over),
    ])
    return { written, lag, reads }
  },
})

/** Append → the row shows it. */
const measureLagUntil = async (ours: StoreSession, over: AbortSignal) => {
  const reading = startReaders(ours)
  const projections = projectionWaiter(reading)
  const watch = latencyRecorder()
  while (!over.aborted) {
    const from = performance.now()
    const { position } = await appendEvents(ours, newStream(), 'none', [newEvent('doc-lag')])
    const reached = await projections.waitFor([docs.name], position, 60_000)
    if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
    watch.record(performance.now() - from)
    await pause(10)
  }
  await reading.close()
  return watch.read()
}

export interface ReadStatistics {
  readonly asked: number
  /** Milliseconds in which no read, or an older row, came back. */
  readonly downtime: number
  /** Of one read, in milliseconds. */
  readonly longest: number
}

const readUntil = async ({ pool }: StoreSession, over: AbortSignal): Promise<ReadStatistics> => {
  let [asked, downtime, longest, reviews] = [0, 0, 0, 0]
  while (!over.aborted) {
    const from = performance.now()
    const now = await pool.query<{ reviews: number }>(`select reviews from read.docs where key = 'doc-lag'`).then(
      ({ rows }) => rows[0]?.reviews ?? 0,
      () => -1,
    )
    const took = performance.now() - from
    asked++
    longest = Math.max(longest, took)
    if (now < reviews) downtime += took
    else reviews = now
    await pause(2)
  }
  return { asked, downtime, longest }
}

export interface ReadModelLagOrder {
  /** Events of this type are waited for, in this read model and in all. */
  readonly type: string
  readonly row: string
}

const projectionNames = Object.values(projections).map(({ name }) => name)

/** From when an event came out of the log until the read models, kept by somebody else, have it. */
export const readModelLagTasks = (ours: StoreSession) => {
  const looking = {
    seen: 0,
    row: latencyRecorder(),
    all: latencyRecorder(),
    leave: new AbortController(),
    done: Promise.resolve(),
  }

  const look = async ({ type, row }: ReadModelLagOrder, from: string | null, until: AbortSignal) => {
    const reading = startReaders(ours)
    const { waitFor } = projectionWaiter(reading)
    const shown = async (position: string, which: readonly string[], watch: ReturnType<typeof latencyRecorder>) => {
      const began = performance.now()
      const reached = await waitFor(which, position, 60_000)
      if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
      watch.record(performance.now() - began)
    }
    const waiting: Promise<void>[] = []
    for await (const page of ours.store.subscribe(from, until))
      for (const { position } of page.filter((event) => event.type === type)) {
        looking.seen++
        waiting.push(shown(position, [row], looking.row), shown(position, projectionNames, looking.all))
      }
    await Promise.all(waiting)
    await reading.close()
  }

  return {
    onlook: async (order: ReadModelLagOrder) => {
      const head = unwrap(await ours.store.head()())
      Object.assign(looking, { seen: 0, row: latencyRecorder(), all: latencyRecorder(), leave: new AbortController() })
      looking.done = look(order, head, looking.leave.signal)
      looking.done.catch(() => undefined)
    },
    /** When so many events have come. */
    onlooked: async ({ events }: { readonly events: number }) => {
      for (const until = performance.now() + 60_000; looking.seen < events && performance.now() < until;)
        await pause(20)
      looking.leave.abort()
      await looking.done
      return { events: looking.seen, row: looking.row.read(), all: looking.all.read() }
    },
  }
}
