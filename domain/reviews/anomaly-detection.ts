import type { Day } from '../kernel/primitives.ts'
import type { AnomalyEvidence } from './excluded-periods.ts'

/** What one day brought a venue: opinions by stars, as they count now. */
export interface DailyReviewCount {
  readonly day: Day
  readonly opinions: number
  readonly stars: number
}

/** The formula's numbers, written on every alert; other numbers take another version (docs/anomalies.md). */
export const anomalyRules = {
  version: 1,
  /** The days before the one looked at that say what is usual; a day without opinions counts as zero. */
  baselineDays: 28,
  /** Fewer opinions than this in a day never alarm anybody. */
  minDailyReviews: 10,
  /** So many robust deviations above the median are an anomaly by themselves … */
  alarmingScore: 5,
  /** … and so many are where at least half of the opinions come from new accounts. */
  suspiciousScore: 3,
  newAccountShare: 0.5,
  /** An account is new for so many days. */
  newAccountDays: 7,
} as const

/**
 * Whether a day stands out against the four weeks before it: (opinions − median) ÷ max(1.4826 × MAD, √median, 1).
 * The median and the MAD do not move with a few wild days, as a mean would.
 */
export const detectAnomaly = (
  judged: DailyReviewCount & { readonly newAccounts: number },
  before: readonly Pick<DailyReviewCount, 'opinions'>[],
): AnomalyEvidence | null => {
  const { day, opinions, stars, newAccounts } = judged
  const counts = zeroPadded(before.map((one) => one.opinions))
  const usual = median(counts)
  const spread = 1.4826 * median(counts.map((count) => Math.abs(count - usual)))
  const score = (opinions - usual) / Math.max(spread, Math.sqrt(usual), 1)
  const fresh = newAccounts >= anomalyRules.newAccountShare * opinions
  const threshold = fresh ? anomalyRules.suspiciousScore : anomalyRules.alarmingScore
  if (opinions < anomalyRules.minDailyReviews || score < threshold) return null
  const { version: detectorVersion } = anomalyRules
  const [usualTenths, scoreTenths] = [toTenths(usual), toTenths(score)]
  return { day, opinions, stars, newAccounts, usualTenths, scoreTenths, detectorVersion }
}

const zeroPadded = (counts: readonly number[]): readonly number[] => {
  const latest = counts.slice(-anomalyRules.baselineDays)
  return [...latest, ...Array<number>(anomalyRules.baselineDays - latest.length).fill(0)]
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

const toTenths = (value: number) => Math.round(value * 10)
