import { createHistogram } from 'node:perf_hooks'

/** Latencies in milliseconds. */
export interface Latency {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export interface LatencyRecorder {
  readonly record: (ms: number) => void
  readonly read: () => Latency
}

const nanoseconds = 1_000_000

/** HDR histogram with three significant digits: accurate to 0.1 % for up to an hour. */
export const latencyRecorder = (): LatencyRecorder => {
  const histogram = createHistogram({ lowest: 1, highest: 3_600_000 * nanoseconds, figures: 3 })
  const at = (percentile: number) => histogram.percentile(percentile) / nanoseconds
  return {
    record: (ms) => histogram.record(Math.max(1, Math.round(ms * nanoseconds))),
    read: () =>
      histogram.count === 0
        ? { count: 0, p50: 0, p95: 0, p99: 0, p999: 0, max: 0 }
        : {
            count: histogram.count,
            p50: at(50),
            p95: at(95),
            p99: at(99),
            p999: at(99.9),
            max: histogram.max / nanoseconds,
          },
  }
}

/** The run with the median p99. */
export const medianRun = (all: readonly Latency[]): Latency => {
  const medianOfP99 = all.toSorted((a, b) => a.p99 - b.p99)[(all.length - 1) >> 1]
  if (medianOfP99 === undefined) throw new Error('no median run of nothing')
  return medianOfP99
}

/** Median; for an even count, the mean of the two middle values. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (below === undefined || above === undefined) throw new Error('no median of nothing')
  return (below + above) / 2
}

export interface Spread {
  readonly value: number
  readonly low: number
  readonly high: number
}

export const spreadOf = (values: readonly number[]): Spread => ({
  value: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
})

/** Ratios of paired runs, so that a slowdown during a run affects both sides. */
export const ratios = (ours: readonly number[], base: readonly number[]): Spread => {
  if (ours.length !== base.length) throw new Error(`${ours.length} runs against ${base.length}`)
  return spreadOf(ours.map((value, run) => value / (base[run] ?? Number.NaN)))
}

/** Rise of y between the lowest and highest x, along the least-squares line. */
export const linearRise = (points: readonly (readonly [x: number, y: number])[]): number => {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [meanOf(points.map(([x]) => x)), meanOf(points.map(([, y]) => y))]
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const xs = points.map(([x]) => x)
  return variance === 0 ? 0 : (covariance / variance) * (Math.max(...xs) - Math.min(...xs))
}
