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
import { plainSealing } from '../../../support/plain-sealing.ts'
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
      throw new Error(`${reader} failed: ${reason}`)
    },
  })

/** `pages` commits each page with its checkpoint; `fold` folds in memory first; `gently` yields to live traffic. */
const rebuildModes: Readonly<Record<'pages' | 'fold' | 'gently', ProjectionRunOptions>> = {
  pages: { maxGatheredRows: 0 },
  fold: {},
  gently: { gently: true },
}

export const rebuildTasks = (session: StoreSession) => ({
  rebuild: async ({ mode }: { readonly mode: keyof typeof rebuildModes }) => {
    const reading = startReaders(session)
    const from = performance.now()
    const rebuilt = await rebuildProjection(reading, docs, new AbortController().signal, rebuildModes[mode])
    const seconds = (performance.now() - from) / 1_000
    await reading.close()
    if (rebuilt.type !== 'Serving') throw new Error(`the rebuild ended ${rebuilt.type}`)
    const events = Number(unwrap(await session.store.head()()))
    return { events, rate: events / seconds, peakMb: process.resourceUsage().maxRSS / 1_024 }
  },
})

export const liveLoadTasks = (session: StoreSession) => ({
  /** Keeps a number of projections up to date from now on; resolves when they have caught up. */
  keepProjections: async ({ projections }: { readonly projections: number }) => {
    const reading = startReaders(session)
    const stopping = new AbortController()
    const all = Array.from({ length: projections }, (_, n) => (n === 0 ? docs : { ...docs, name: `docs_${n}` }))
    const running = all.map((projection) => runProjection(reading, projection, stopping.signal))
    session.closers.push(async () => {
      stopping.abort()
      await Promise.all(running)
      await reading.close()
    })
    const head = unwrap(await session.store.head()())
    if (head === null) return
    const names = all.map(({ name }) => name)
    const reached = await projectionWaiter(reading).waitFor(names, head, 120_000)
    if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
  },

  /** Measures append rate, read availability and projection lag while writers run at full speed. */
  measureLiveLoad: async ({ callers, forMs }: { readonly callers: number; readonly forMs: number }) => {
    const until = AbortSignal.timeout(forMs)
    const [written, lag, reads] = await Promise.all([
      closedLoop(callers, { ms: forMs }, (nth) =>
        appendEvents(session, newStream(), 'none', [newEvent(docOf(nth, 1_000))]),
      ),
      measureLagUntil(session, until),
      readUntil(session, until),
    ])
    return { written, lag, reads }
  },
})

/** Measures the time from an append until the row shows it. */
const measureLagUntil = async (session: StoreSession, until: AbortSignal) => {
  const reading = startReaders(session)
  const projections = projectionWaiter(reading)
  const watch = latencyRecorder()
  while (!until.aborted) {
    const from = performance.now()
    const { position } = await appendEvents(session, newStream(), 'none', [newEvent('doc-lag')])
    const reached = await projections.waitFor([docs.name], position, 60_000)
    if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
    watch.record(performance.now() - from)
    await pause(10)
  }
  await reading.close()
  return watch.read()
}

export interface ReadStatistics {
  readonly reads: number
  /** Milliseconds during which reads failed or returned an older row. */
  readonly downtime: number
  /** Longest read, in milliseconds. */
  readonly longest: number
}

const readUntil = async ({ pool }: StoreSession, until: AbortSignal): Promise<ReadStatistics> => {
  let [reads, downtime, longest, reviews] = [0, 0, 0, 0]
  while (!until.aborted) {
    const from = performance.now()
    const now = await pool.query<{ reviews: number }>(`select reviews from read.docs where key = 'doc-lag'`).then(
      ({ rows }) => rows[0]?.reviews ?? 0,
      () => -1,
    )
    const took = performance.now() - from
    reads++
    longest = Math.max(longest, took)
    if (now < reviews) downtime += took
    else reviews = now
    await pause(2)
  }
  return { reads, downtime, longest }
}

export interface ReadModelLagOrder {
  /** Type of the measured events, and the read model measured by itself. */
  readonly type: string
  readonly row: string
}

const projectionNames = Object.values(projections).map(({ name }) => name)

/** Measures the time from an event's delivery by the log until the read models of another process contain it. */
export const readModelLagTasks = (session: StoreSession) => {
  const measurement = {
    seen: 0,
    row: latencyRecorder(),
    all: latencyRecorder(),
    stopping: new AbortController(),
    done: Promise.resolve(),
  }

  const measureLag = async ({ type, row }: ReadModelLagOrder, from: string | null, until: AbortSignal) => {
    const reading = startReaders(session)
    const { waitFor } = projectionWaiter(reading)
    const recordWait = async (
      position: string,
      which: readonly string[],
      watch: ReturnType<typeof latencyRecorder>,
    ) => {
      const began = performance.now()
      const reached = await waitFor(which, position, 60_000)
      if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
      watch.record(performance.now() - began)
    }
    const waiting: Promise<void>[] = []
    for await (const page of session.store.subscribe(from, until))
      for (const { position } of page.filter((event) => event.type === type)) {
        measurement.seen++
        waiting.push(
          recordWait(position, [row], measurement.row),
          recordWait(position, projectionNames, measurement.all),
        )
      }
    await Promise.all(waiting)
    await reading.close()
  }

  return {
    startLagMeasurement: async (order: ReadModelLagOrder) => {
      const head = unwrap(await session.store.head()())
      Object.assign(measurement, {
        seen: 0,
        row: latencyRecorder(),
        all: latencyRecorder(),
        stopping: new AbortController(),
      })
      measurement.done = measureLag(order, head, measurement.stopping.signal)
      measurement.done.catch(() => undefined)
    },
    /** Ends the measurement once `events` events have been seen. */
    finishLagMeasurement: async ({ events }: { readonly events: number }) => {
      for (const until = performance.now() + 60_000; measurement.seen < events && performance.now() < until;)
        await pause(20)
      measurement.stopping.abort()
      await measurement.done
      return { events: measurement.seen, row: measurement.row.read(), all: measurement.all.read() }
    },
  }
}
