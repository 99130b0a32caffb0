import type { Day } from '../kernel/primitives.ts'
import type { AnomalyEvidence } from './excluded-periods.ts'

/** The counted reviews that a venue received on one day, and the sum of their stars. */
export interface DailyReviewCount {
  readonly day: Day
  readonly reviews: number
  readonly stars: number
}

/** Parameters of the formula (docs/anomalies.md). Their version is stored with every anomaly and changes with them. */
export const anomalyRules = {
  version: 1,
  /** Days before the examined one that form the baseline; a day without reviews counts as zero. */
  baselineDays: 28,
  /** Days with fewer reviews are never anomalies. */
  minDailyReviews: 10,
  /** Minimum deviation of an anomaly: its distance from the median, in multiples of the spread. */
  threshold: 5,
  /** The same where `newAccountShare` of the reviews comes from new accounts. */
  thresholdForNewAccounts: 3,
  newAccountShare: 0.5,
  /** Days for which an account is new. */
  newAccountDays: 7,
} as const

/**
 * Compares a day with the four weeks before it. Deviation: (reviews − median) ÷ spread, where the spread is
 * max(1.4826 × MAD, √median, 1). Unlike a mean, the median and the MAD are stable against a few extreme days.
 */
export const detectAnomaly = (
  examined: DailyReviewCount & { readonly newAccounts: number },
  before: readonly Pick<DailyReviewCount, 'reviews'>[],
): AnomalyEvidence | null => {
  const { day, reviews, stars, newAccounts } = examined
  const counts = zeroPadded(before.map((day) => day.reviews))
  const baseline = median(counts)
  const medianDeviation = median(counts.map((count) => Math.abs(count - baseline)))
  const spread = Math.max(1.4826 * medianDeviation, Math.sqrt(baseline), 1)
  const deviation = (reviews - baseline) / spread
  const mostlyNewAccounts = newAccounts >= anomalyRules.newAccountShare * reviews
  const threshold = mostlyNewAccounts ? anomalyRules.thresholdForNewAccounts : anomalyRules.threshold
  if (reviews < anomalyRules.minDailyReviews || deviation < threshold) return null
  const { version: detectorVersion } = anomalyRules
  const [usualTenths, scoreTenths] = [toTenths(baseline), toTenths(deviation)]
  return { day, opinions: reviews, stars, newAccounts, usualTenths, scoreTenths, detectorVersion }
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
