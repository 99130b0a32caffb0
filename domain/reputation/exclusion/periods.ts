import { Day, type Instant } from '../../kernel/primitives.ts'
import { dayOf, nightsBetween, plusDays } from '../../kernel/time.ts'

/** From one day to another, both included. */
export interface Period {
  readonly from: Day
  readonly to: Day
}

export type PeriodRejection =
  | { readonly type: 'PeriodInvalid' }
  | { readonly type: 'PeriodInTheFuture'; readonly latest: Day }
  | { readonly type: 'PeriodTooLong'; readonly most: number }
  | { readonly type: 'PeriodOverlaps'; readonly from: Day; readonly to: Day }
  | { readonly type: 'TooManyExclusions'; readonly most: number }

export const exclusionRules = {
  version: 1,
  /** Days in a row out of a score. */
  longestDays: 90,
  /** Periods out of one score at a time. */
  mostPeriods: 12,
} as const

export const within = ({ from, to }: Period, day: Day): boolean => from <= day && day <= to

export const lengthOf = ({ from, to }: Period): number => nightsBetween(from, to) + 1

/** Every day of a period; of at most `longestDays`, so that a log that breaks the rule breaks nothing else. */
export const daysOf = (period: Period): readonly Day[] =>
  Array.from({ length: Math.min(Math.max(lengthOf(period), 0), exclusionRules.longestDays) }, (_, i) =>
    shifted(period.from, i),
  )

const shifted = (day: Day, days: number): Day => dayOf(plusDays(`${day}T12:00:00.000Z` as Instant, days))

/**
 * Periods never overlap. Those that touch are one to the reader: together they may not be longer than one may be, or ninety
 * days would be got round by twice eighty.
 */
export const flawOfPeriod = (period: Period, standing: readonly Period[], today: Day): PeriodRejection | null => {
  const { longestDays, mostPeriods } = exclusionRules
  if (!Day.is(period.from) || !Day.is(period.to) || period.to < period.from) return { type: 'PeriodInvalid' }
  if (period.to > today) return { type: 'PeriodInTheFuture', latest: today }
  const met = standing.find(({ from, to }) => from <= period.to && period.from <= to)
  if (met !== undefined) return { type: 'PeriodOverlaps', from: met.from, to: met.to }
  if (joinedLength(period, standing) > longestDays) return { type: 'PeriodTooLong', most: longestDays }
  return standing.length < mostPeriods ? null : { type: 'TooManyExclusions', most: mostPeriods }
}

const joinedLength = (period: Period, standing: readonly Period[]): number => {
  const before = standing.find(({ to }) => shifted(to, 1) === period.from)
  const after = standing.find(({ from }) => shifted(period.to, 1) === from)
  const rest = standing.filter((one) => one !== before && one !== after)
  if (before === undefined && after === undefined) return lengthOf(period)
  return joinedLength({ from: before?.from ?? period.from, to: after?.to ?? period.to }, rest)
}
