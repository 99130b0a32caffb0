import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Latency, latencyRecorder } from './statistics.ts'

export interface LoadResult {
  readonly operations: number
  readonly failed: number
  /** Operations a second. */
  readonly rate: number
  readonly latency: Latency
  /** Of the callers' process, microseconds of processor an operation. */
  readonly cpu: number
  /** What went wrong first, if anything did. */
  readonly complaint: string | null
}

/** Either a time or a number of operations. */
export type Extent = { readonly ms: number } | { readonly operations: number }

/** So many callers, each asking again as soon as it has its answer. */
export const closedLoop = (
  callers: number,
  extent: Extent,
  work: (nth: number) => Promise<unknown>,
): Promise<LoadResult> => preparedLoop(callers, extent, (nth) => () => work(nth))

/** The same; to make up what is asked counts for the rate, not for the latency. */
export const preparedLoop = async (
  callers: number,
  extent: Extent,
  make: (nth: number) => () => Promise<unknown>,
): Promise<LoadResult> => {
  const watch = latencyRecorder()
  const told = { operations: 0, failed: 0, complaint: null as string | null }
  let asked = 0
  const start = performance.now()
  const busy = process.cpuUsage()
  const isOver = () => ('ms' in extent ? performance.now() - start >= extent.ms : asked >= extent.operations)
  const caller = async () => {
    while (!isOver()) {
      const work = make(asked++)
      const from = performance.now()
      await work().then(
        () => told.operations++,
        (error: unknown) => {
          told.failed++
          told.complaint ??= String(error)
        },
      )
      watch.record(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(busy)
  return { ...told, rate: told.operations / seconds, latency: watch.read(), cpu: (user + system) / told.operations }
}

/** At even distances, whether or not the last one is done; resolves when all are. */
const openLoop = async (perSecond: number, count: number, work: (nth: number) => Promise<unknown>) => {
  const start = performance.now()
  const running: Promise<unknown>[] = []
  for (let n = 0; n < count; n++) {
    const early = start + (n * 1_000) / perSecond - performance.now()
    if (early > 0) await pause(early)
    running.push(work(n))
  }
  await Promise.all(running)
}

/** How long handlers wait for what was appended; several may have to see the same event. */
export interface DeliveryTimer {
  /** An append of this event begins; resolves when every handler has seen it. */
  readonly start: (id: string) => Promise<void>
  readonly delivered: (id: string) => void
  /** So many appends a second, once all handlers are known to listen; `give` appends and resolves when all have seen it. */
  readonly measure: (perSecond: number, events: number, give: () => Promise<void>) => Promise<Latency>
}

export const deliveryTimer = (handlers: number): DeliveryTimer => {
  const begun = new Map<string, { readonly from: number; left: number; readonly all: () => void }>()
  let stopped = latencyRecorder()

  return {
    start: (id) =>
      new Promise((all) => {
        begun.set(id, { from: performance.now(), left: handlers, all })
      }),
    delivered: (id) => {
      const one = begun.get(id)
      if (one === undefined) return
      stopped.record(performance.now() - one.from)
      if (--one.left > 0) return
      begun.delete(id)
      one.all()
    },
    measure: async (perSecond, events, give) => {
      for (let listening = false; !listening;)
        listening = await Promise.race([give().then(() => true), pause(2_000, false)])
      stopped = latencyRecorder()
      await openLoop(perSecond, events, async () => {
        // In step with nobody's polling.
        await pause(randomInt(Math.ceil(500 / perSecond) + 1))
        await give()
      })
      return stopped.read()
    },
  }
}
