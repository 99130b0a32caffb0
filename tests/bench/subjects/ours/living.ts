import { setTimeout as pause } from 'node:timers/promises'
import { runProjection } from '../../../../infrastructure/projections/run-projection.ts'
import { awaitedProjections } from '../../../../infrastructure/projections/wait-for.ts'
import { closedLoop } from '../../load.ts'
import { stopwatch } from '../../statistics.ts'
import { docOf, newStream } from '../../workload.ts'
import { docs, readingOf } from './projecting.ts'
import { newEvent, right, store, type Surroundings } from './surroundings.ts'

export const living = (ours: Surroundings) => ({
  /** From now on so many projections are kept up to date; resolves when they are. */
  serve: async ({ projections }: { readonly projections: number }) => {
    const reading = readingOf(ours)
    const leaving = new AbortController()
    const all = Array.from({ length: projections }, (_, n) => (n === 0 ? docs : { ...docs, name: `docs_${n}` }))
    const running = all.map((projection) => runProjection(reading, projection, leaving.signal))
    ours.closers.push(async () => {
      leaving.abort()
      await Promise.all(running)
      await reading.close()
    })
    const head = right(await ours.store.head()())
    if (head === null) return
    const names = all.map(({ name }) => name)
    const reached = await awaitedProjections(reading).waitFor(names, head, 120_000)
    if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
  },

  /** Writers at full speed, somebody who reads rows, somebody who measures how late rows are. */
  live: async ({ callers, forMs }: { readonly callers: number; readonly forMs: number }) => {
    const over = AbortSignal.timeout(forMs)
    const [written, lag, reads] = await Promise.all([
      closedLoop(callers, { ms: forMs }, (nth) => store(ours, newStream(), 'none', [newEvent(docOf(nth, 1_000))])),
      lagUntil(ours, over),
      readsUntil(ours, over),
    ])
    return { written, lag, reads }
  },
})

/** Append → the row shows it. */
const lagUntil = async (ours: Surroundings, over: AbortSignal) => {
  const reading = readingOf(ours)
  const projections = awaitedProjections(reading)
  const watch = stopwatch()
  while (!over.aborted) {
    const from = performance.now()
    const { position } = await store(ours, newStream(), 'none', [newEvent('doc-lag')])
    const reached = await projections.waitFor([docs.name], position, 60_000)
    if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
    watch.record(performance.now() - from)
    await pause(10)
  }
  await reading.close()
  return watch.read()
}

export interface Reads {
  readonly asked: number
  /** Milliseconds in which no read, or an older row, came back. */
  readonly downtime: number
  /** Of one read, in milliseconds. */
  readonly longest: number
}

const readsUntil = async ({ pool }: Surroundings, over: AbortSignal): Promise<Reads> => {
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
