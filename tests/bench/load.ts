import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Latency, latencyRecorder } from './statistics.ts'

export interface LoadResult {
  readonly operations: number
  readonly failed: number
  /** Operations per second. */
  readonly rate: number
  readonly latency: Latency
  /** Processor time per operation of the callers' process, in microseconds. */
  readonly cpu: number
  /** Null if no operation failed. */
  readonly firstError: string | null
}

/** Either a time or a number of operations. */
export type Extent = { readonly ms: number } | { readonly operations: number }

/** Runs a number of callers, each starting the next operation as soon as the previous one completes. */
export const closedLoop = (
  callers: number,
  extent: Extent,
  work: (nth: number) => Promise<unknown>,
): Promise<LoadResult> => preparedLoop(callers, extent, (nth) => () => work(nth))

/** Like `closedLoop`; the time to prepare an operation counts towards the rate but not the latency. */
export const preparedLoop = async (
  callers: number,
  extent: Extent,
  make: (nth: number) => () => Promise<unknown>,
): Promise<LoadResult> => {
  const watch = latencyRecorder()
  const totals = { operations: 0, failed: 0, firstError: null as string | null }
  let started = 0
  const start = performance.now()
  const busy = process.cpuUsage()
  const isOver = () => ('ms' in extent ? performance.now() - start >= extent.ms : started >= extent.operations)
  const caller = async () => {
    while (!isOver()) {
      const work = make(started++)
      const from = performance.now()
      await work().then(
        () => totals.operations++,
        (error: unknown) => {
          totals.failed++
          totals.firstError ??= String(error)
        },
      )
      watch.record(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(busy)
  return {
    ...totals,
    rate: totals.operations / seconds,
    latency: watch.read(),
    cpu: (user + system) / totals.operations,
  }
}

/** Starts operations at a fixed rate, independently of when earlier ones complete; resolves when all have. */
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

/** Measures the time from an append until every handler has received the event. */
export interface DeliveryTimer {
  /** Starts the timer of an event; resolves when every handler has received it. */
  readonly start: (id: string) => Promise<void>
  readonly delivered: (id: string) => void
  /**
   * Measures a number of appends at a fixed rate, once all handlers listen. `appendOne` resolves when every handler has
   * received its event.
   */
  readonly measure: (perSecond: number, events: number, appendOne: () => Promise<void>) => Promise<Latency>
}

export const deliveryTimer = (handlers: number): DeliveryTimer => {
  const pending = new Map<string, { readonly from: number; left: number; readonly all: () => void }>()
  let latencies = latencyRecorder()

  return {
    start: (id) =>
      new Promise((all) => {
        pending.set(id, { from: performance.now(), left: handlers, all })
      }),
    delivered: (id) => {
      const delivery = pending.get(id)
      if (delivery === undefined) return
      latencies.record(performance.now() - delivery.from)
      if (--delivery.left > 0) return
      pending.delete(id)
      delivery.all()
    },
    measure: async (perSecond, events, appendOne) => {
      for (let listening = false; !listening;)
        listening = await Promise.race([appendOne().then(() => true), pause(2_000, false)])
      latencies = latencyRecorder()
      await openLoop(perSecond, events, async () => {
        // Jitter, so that appends do not fall into step with a polling interval.
        await pause(randomInt(Math.ceil(500 / perSecond) + 1))
        await appendOne()
      })
      return latencies.read()
    },
  }
}
