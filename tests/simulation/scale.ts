import { exponential, simulateNode, type Station } from './node-model.ts'

/** What `docs/scale.md` assumes of a region. */
export interface Region {
  readonly name: string
  /** Nights spent in tourist accommodation a year. */
  readonly nightsPerYear: number
}

const regions: readonly Region[] = [
  { name: 'Italy', nightsPerYear: 447e6 },
  { name: 'European Union', nightsPerYear: 2_920e6 },
]

const nightsPerStay = 3.3
/** Restaurants and bars are assumed to be visited as often by people who would use Garbo. */
const visitsPerStay = 2
const shareReviewed = 0.1
/** The guest reviews the venue, the venue rates the guest. */
const writesPerVisit = 2
const secondsPerYear = 365 * 86_400
/** The busiest second of a year against its mean. */
const peak = 10

/** Of the load of the crash test: two thirds reviews, one third ratings. Bytes with indexes, after a full vacuum. */
const perWrite = { events: 5.8, logBytes: 3_800, readBytes: 1_450 }

export interface Volume {
  readonly writesPerDay: number
  readonly writesPerSecond: number
  readonly peakPerSecond: number
  readonly eventsPerDay: number
  readonly eventsPerYear: number
  readonly logBytesPerYear: number
  readonly readBytesPerYear: number
}

const volumeOf = ({ nightsPerYear }: Region): Volume => {
  const writesPerYear = (nightsPerYear / nightsPerStay) * visitsPerStay * shareReviewed * writesPerVisit
  const writesPerSecond = writesPerYear / secondsPerYear
  return {
    writesPerDay: writesPerYear / 365,
    writesPerSecond,
    peakPerSecond: writesPerSecond * peak,
    eventsPerDay: (writesPerYear / 365) * perWrite.events,
    eventsPerYear: writesPerYear * perWrite.events,
    logBytesPerYear: writesPerYear * perWrite.logBytes,
    readBytesPerYear: writesPerYear * perWrite.readBytes,
  }
}

/** Results of `docs/benchmarks.md`, of the machine that it names. */
export interface Measured {
  readonly appendsPerSecond: Readonly<Record<1 | 16 | 64 | 256, number>>
  /** Of appends by 16 and 256 callers, in milliseconds. */
  readonly appendP50Ms: Readonly<Record<16 | 256, number>>
  /** SubmitReview by 64 callers. */
  readonly reviews: { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number }
  /** Processor time of a review with one API process, one worker and Postgres. */
  readonly reviewProcessorMs: number
  /** Reviews a second with four API processes, divided by those with one. */
  readonly rateOfFour: number
}

export const readMeasured = (benchmarks: string): Measured => {
  const lines = benchmarks.split('\n')
  const numbersIn = (start: RegExp, pattern: RegExp): readonly number[] => {
    const line = lines.find((text) => start.test(text)) ?? ''
    return [...line.matchAll(pattern)].map(([, number = '']) => Number(number.replaceAll(',', '')))
  }
  const rate = (start: RegExp) => numbersIn(start, /([\d,]+)\/s/g)[0] ?? Number.NaN
  const quantiles = (start: RegExp) => numbersIn(start, /\| +([\d.,]+) +(?=\|)/g)
  const [, p50Of16 = Number.NaN] = quantiles(/^\| P2 +\| ours /)
  const [, p50Of256 = Number.NaN] = quantiles(/^\| P1, P4 +\| ours /)
  const [reviewProcessorMs = Number.NaN] = numbersIn(
    /^\| H10 .*processor time of a review with two/,
    /against ([\d.]+) ms/g,
  )
  const [rateOfFour = Number.NaN] = numbersIn(/^\| H10 .*rate with four against one/, /([\d.]+)×/g)
  const [, p50Ms = Number.NaN, , p99Ms = Number.NaN] = quantiles(/^\| HTTP, L3 +\| http /)
  return {
    appendsPerSecond: {
      1: rate(/appends, one at a time: rate against emmett/),
      16: rate(/appends, 16 in flight, one stream each/),
      64: rate(/appends, 64 in flight, gap-free/),
      256: rate(/appends, 256 in flight, one stream each/),
    },
    appendP50Ms: { 16: p50Of16, 256: p50Of256 },
    reviews: { perSecond: rate(/SubmitReview .* rate against the bare append/), p50Ms, p99Ms },
    reviewProcessorMs,
    rateOfFour,
  }
}

/** Everything that waits is committed together, in a time that one and 256 callers determine. */
const appendQueue = ({ appendsPerSecond }: Measured): Station => {
  const eventMs = (256_000 / appendsPerSecond[256] - 1_000 / appendsPerSecond[1]) / 255
  const commitMs = 1_000 / appendsPerSecond[1] - eventMs
  return { servers: 1, maxBatch: 1_000, serviceMs: (batch) => commitMs + batch * eventMs }
}

/** One process that answers one review after the other. */
const reviewing = ({ reviews }: Measured): Station => ({
  servers: 1,
  maxBatch: 1,
  serviceMs: (_, random) => exponential(1_000 / reviews.perSecond, random),
})

interface Prediction {
  readonly what: string
  readonly measured: number
  readonly predicted: number
  readonly unit: '/s' | ' ms'
}

/** Only results that did not calibrate the model. */
export const predictions = (measured: Measured): readonly Prediction[] => {
  const appends = (callers: number) =>
    simulateNode({ stations: [appendQueue(measured)], load: { callers }, requests: 50_000, seed: 1 })
  const reviews = simulateNode({ stations: [reviewing(measured)], load: { callers: 64 }, requests: 50_000, seed: 1 })
  const { appendsPerSecond, appendP50Ms } = measured
  return [
    { what: 'appends, 16 in flight', measured: appendsPerSecond[16], predicted: appends(16).perSecond, unit: '/s' },
    { what: 'appends, 64 in flight', measured: appendsPerSecond[64], predicted: appends(64).perSecond, unit: '/s' },
    { what: 'appends, 16 in flight, p50', measured: appendP50Ms[16], predicted: appends(16).p50Ms, unit: ' ms' },
    { what: 'appends, 256 in flight, p50', measured: appendP50Ms[256], predicted: appends(256).p50Ms, unit: ' ms' },
    { what: 'SubmitReview, 64 callers, p50', measured: measured.reviews.p50Ms, predicted: reviews.p50Ms, unit: ' ms' },
    { what: 'SubmitReview, 64 callers, p99', measured: measured.reviews.p99Ms, predicted: reviews.p99Ms, unit: ' ms' },
  ]
}

/** 99 % of the reviews that arrive at this share of the node's rate are answered within `p99Ms`. */
const responseUnderLoad = (measured: Measured, share: number): { perSecond: number; p99Ms: number } => {
  const perSecond = measured.reviews.perSecond * share
  const { p99Ms } = simulateNode({
    stations: [reviewing(measured)],
    load: { perSecond },
    requests: 100_000,
    seed: 1,
  })
  return { perSecond, p99Ms }
}

const shares = [0.3, 0.5, 0.7, 0.9]

/** The tables of `docs/scale.md`, without padding. */
export const renderTables = (measured: Measured): readonly string[] => [
  table(
    ['', ...regions.map(({ name }) => name)],
    [
      ['reviews and ratings a day', ...regions.map((region) => thousands(volumeOf(region).writesPerDay))],
      ['a second, mean', ...regions.map((region) => volumeOf(region).writesPerSecond.toFixed(1))],
      ['a second, peak', ...regions.map((region) => thousands(volumeOf(region).peakPerSecond))],
      ['events a day', ...regions.map((region) => thousands(volumeOf(region).eventsPerDay))],
      ['events a year', ...regions.map((region) => `${thousands(volumeOf(region).eventsPerYear / 1e6)} million`)],
      ['log a year', ...regions.map((region) => `${thousands(volumeOf(region).logBytesPerYear / 1e9)} GB`)],
      ['read models a year', ...regions.map((region) => `${thousands(volumeOf(region).readBytesPerYear / 1e9)} GB`)],
      [
        'processor time a day',
        ...regions.map((region) => `${hours(volumeOf(region).writesPerDay * measured.reviewProcessorMs)} h`),
      ],
      [
        'processors in use, peak',
        ...regions.map((region) => ((volumeOf(region).peakPerSecond * measured.reviewProcessorMs) / 1_000).toFixed(1)),
      ],
    ],
  ),
  table(
    ['', 'measured', 'predicted', ''],
    predictions(measured).map(({ what, measured: value, predicted, unit }) => [
      what,
      `${formatted(value)}${unit}`,
      `${formatted(predicted)}${unit}`,
      `${predicted >= value ? '+' : '−'}${Math.round(Math.abs(predicted / value - 1) * 100)} %`,
    ]),
  ),
  table(
    ['load', 'reviews a second', 'p99'],
    shares.map((share) => {
      const { perSecond, p99Ms } = responseUnderLoad(measured, share)
      return [`${share * 100} %`, thousands(perSecond), `${thousands(p99Ms)} ms`]
    }),
  ),
]

const thousands = (value: number): string => Math.round(value).toLocaleString('en-GB')
const hours = (ms: number): string => (ms / 3_600_000).toFixed(1)
const formatted = (value: number): string => (value < 10 ? value.toFixed(2) : thousands(value))

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
