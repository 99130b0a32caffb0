/** A place where requests wait for one of several servers; a server takes a batch of them at a time. */
export interface Station {
  readonly servers: number
  readonly maxBatch: number
  /** Duration of serving a batch of this size. */
  readonly serviceMs: (batch: number, random: () => number) => number
}

export interface Simulation {
  /** In the order in which a request visits them. */
  readonly stations: readonly Station[]
  /** Callers that each send the next request when the previous one is answered, or Poisson arrivals. */
  readonly load: { readonly callers: number } | { readonly perSecond: number }
  /** Requests to answer; the first tenth is not counted. */
  readonly requests: number
  readonly seed: number
}

export interface Simulated {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

interface Request {
  readonly sentAt: number
  station: number
}

/** Simulates a node as a line of stations, event by event, in simulated milliseconds. */
export const simulateNode = ({ stations, load, requests, seed }: Simulation): Simulated => {
  const random = randomNumbers(seed)
  const calendar = eventCalendar()
  const queues = stations.map((): Request[] => [])
  const busy = stations.map(() => 0)
  const answered: { readonly at: number; readonly tookMs: number }[] = []

  const arrive = (now: number, request: Request): void => {
    const { station } = request
    queues[station]?.push(request)
    // a batch contains everything that arrives at the same moment
    calendar.schedule(now, (then) => serve(then, station))
  }
  const serve = (now: number, n: number): void => {
    const [station, queue] = [stations[n], queues[n]]
    if (station === undefined || queue === undefined || busy[n] === station.servers || queue.length === 0) return
    const batch = queue.splice(0, station.maxBatch)
    busy[n] = (busy[n] ?? 0) + 1
    calendar.schedule(now + station.serviceMs(batch.length, random), (then) => {
      busy[n] = (busy[n] ?? 0) - 1
      for (const request of batch) leave(then, request)
      calendar.schedule(then, (later) => serve(later, n))
    })
  }
  const leave = (now: number, request: Request): void => {
    request.station++
    if (request.station < stations.length) return arrive(now, request)
    answered.push({ at: now, tookMs: now - request.sentAt })
    if ('callers' in load) calendar.schedule(now, send)
  }
  const send = (now: number): void => {
    if ('perSecond' in load) calendar.schedule(now + exponential(1_000 / load.perSecond, random), send)
    arrive(now, { sentAt: now, station: 0 })
  }

  const senders = 'callers' in load ? load.callers : 1
  for (let n = 0; n < senders; n++) calendar.schedule(0, send)
  while (answered.length < requests) calendar.next()
  return summarise(answered.slice(requests / 10))
}

/** Exponentially distributed with this mean, as if every request were different. */
export const exponential = (meanMs: number, random: () => number): number => -meanMs * Math.log(1 - random())

const summarise = (answered: readonly { readonly at: number; readonly tookMs: number }[]): Simulated => {
  const times = answered.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  const seconds = ((answered.at(-1)?.at ?? 0) - (answered[0]?.at ?? 0)) / 1_000
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: answered.length / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) }
}

type Action = (now: number) => void

/** Actions in the order of their time; those of the same moment in the order in which they were scheduled. */
const eventCalendar = () => {
  const heap: { readonly at: number; readonly nth: number; readonly action: Action }[] = []
  let scheduled = 0
  const isBefore = (a: number, b: number): boolean => {
    const [first, second] = [heap[a], heap[b]]
    if (first === undefined || second === undefined) return first !== undefined
    return first.at === second.at ? first.nth < second.nth : first.at < second.at
  }
  const swap = (a: number, b: number): void => {
    const [first, second] = [heap[a], heap[b]]
    if (first !== undefined && second !== undefined) [heap[a], heap[b]] = [second, first]
  }
  return {
    schedule: (at: number, action: Action): void => {
      heap.push({ at, nth: scheduled++, action })
      for (let n = heap.length - 1; n > 0 && isBefore(n, (n - 1) >> 1); n = (n - 1) >> 1) swap(n, (n - 1) >> 1)
    },
    /** Runs the earliest action. */
    next: (): void => {
      const first = heap[0]
      swap(0, heap.length - 1)
      heap.pop()
      for (let n = 0; ;) {
        const smaller = isBefore(2 * n + 2, 2 * n + 1) ? 2 * n + 2 : 2 * n + 1
        if (!isBefore(smaller, n)) break
        swap(n, smaller)
        n = smaller
      }
      first?.action(first.at)
    },
  }
}

/** Repeatable pseudo-random numbers from 0 to 1 (mulberry32). */
const randomNumbers = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
