import type { CommonQueryMethods } from 'slonik'
import { daysAfter } from '../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { nightsBetween } from '../../domain/kernel/time.ts'
import type { Criterion } from '../../domain/ratings/vocabulary.ts'
import {
  avaDays,
  criteriaAverages,
  criteriaOfPeriod,
  type CriteriaUnit,
  type Period,
  reasonsOfPeriod,
  scoreDays,
  scoreMarks,
  type Segment,
  starsOfPeriod,
  type Totals,
  totalsOfPeriod,
} from './figures.queries.ts'

/** A period of whole days, as asked for or by default. */
export interface Days extends Period {
  readonly from: Day
  readonly to: Day
}

const defaultDays = 30

/** The last thirty days without a request. */
export const periodOf = (
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: Day,
): Days =>
  from === undefined || to === undefined
    ? { from: daysAfter(today, 1 - defaultDays), to: today }
    : { from: from as Day, to: to as Day }

const lengthOf = ({ from, to }: Days) => nightsBetween(from, to) + 1

/** The period of the same length just before. */
const periodBefore = (period: Days): Days => ({
  from: daysAfter(period.from, -lengthOf(period)),
  to: daysAfter(period.from, -1),
})

type ScoreDay = Awaited<ReturnType<typeof scoreDays>>[number]

/** Score after each day; `day` is null for all days before the period. */
const runningScore = (days: readonly ScoreDay[]) => {
  let counted = 0
  let starSum = 0
  return days.map((day) => {
    counted += day.counted
    starSum += day.starSum
    return { day: day.day, average: roundTo(2, starSum / counted), count: counted }
  })
}

const roundTo = (digits: number, value: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** Points for the first and last day of the period and for each day of change. */
const withEnds = <P extends { readonly day: string | null }>(points: readonly P[], { from, to }: Period) => {
  const dated = points.map((point) => ({ ...point, day: point.day ?? from }))
  const isRepeated = dated[0]?.day === from && dated[1]?.day === from
  const inPeriod = isRepeated ? dated.slice(1) : dated
  const last = inPeriod.at(-1)
  return last === undefined || last.day === to ? inPeriod : [...inPeriod, { ...last, day: to }]
}

/** Score after the days before the period; null before the first counted review. */
const scoreBefore = (points: readonly { readonly day: string | null; readonly average: number }[]) =>
  points.find(({ day }) => day === null)?.average ?? null

/** @rule D-58 of days in hours, as the hours themselves would tell when a review was written */
const responsesOf = ({ reviews, replies, replyDays }: Totals) => ({
  received: reviews,
  answered: replies,
  rate: reviews === 0 ? null : roundTo(3, replies / reviews),
  medianHours: hoursOf(medianOf(replyDays)),
})

const hoursOf = (days: number | null) => (days === null ? null : days * 24)

/** The middle value, or the mean of the two in the middle; null without values. */
const medianOf = (counts: Readonly<Record<string, number>>): number | null => {
  const sorted = Object.entries(counts)
    .map(([value, count]) => ({ value: Number(value), count }))
    .toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const valueAt = (index: number) => {
    let seen = 0
    return sorted.find(({ count }) => (seen += count) > index)?.value ?? 0
  }
  return (valueAt(Math.floor((total - 1) / 2)) + valueAt(Math.floor(total / 2))) / 2
}

/**
 * The weeks from Monday to Sunday of the period that are over. Codes issued are counted in them only: a code of a single day
 * would tell which kind of author wrote the review of that day.
 * @rule Q-60 D-55
 */
export const wholeWeeks = ({ from, to }: Days, today: Day): Days | null => {
  const last = to < today ? to : daysAfter(today, -1)
  const [monday, sunday] = [daysAfter(from, (8 - weekdayOf(from)) % 7), daysAfter(last, -(weekdayOf(last) % 7))]
  return monday < sunday ? { from: monday, to: sunday } : null
}

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: Day) => new Date(day).getUTCDay() || 7

const rewardsOf = (
  { rewardsIssued, rewardsRedeemed, billedRedemptions, discountCents }: Totals,
  weeks: Period | null,
) => ({
  issued: weeks === null ? null : rewardsIssued,
  redeemed: rewardsRedeemed,
  costEuro: billedRedemptions === 0 ? null : discountCents / 100,
  priced: billedRedemptions,
})

/** Few enough points for one line: days of a month, weeks of half a year, otherwise months. */
const criteriaUnit = (period: Days): CriteriaUnit => {
  const days = lengthOf(period)
  if (days <= 31) return 'day'
  return days <= 183 ? 'week' : 'month'
}

/** Fewer businesses would reveal their scores. */
const minComparedBusinesses = 5

const comparisonOf = (segment: Segment | null) => ({
  province: segment?.province ?? null,
  businessType: segment?.businessType ?? null,
  businesses: segment?.businesses ?? 0,
  own: segment?.own ?? null,
  others: segment !== null && segment.businesses >= minComparedBusinesses ? segment.others : null,
})

export type Figures = Awaited<ReturnType<typeof loadAnalytics>>

export interface AnalyticsRequest {
  readonly businessId: string
  readonly period: Days
  readonly today: Day
  readonly premium: boolean
  readonly compare: boolean
  readonly segment: () => Promise<Segment | null>
}

/**
 * Figures of a business for a period: the score for every business, the rest with Premium.
 * @rule Q-112 advanced analytics are part of Premium
 */
export const loadAnalytics = async (db: CommonQueryMethods, request: AnalyticsRequest) => {
  const { businessId, period, premium } = request
  const [days, marks] = await Promise.all([scoreDays(db, businessId, period), scoreMarks(db, businessId, period)])
  const running = runningScore(days)
  const free = {
    ...period,
    premium,
    score: withEnds(running, period),
    marks: marks.map(({ kind, day, until, reviews }) =>
      kind === 'excluded' ? ({ kind, day, until } as const) : ({ kind, day, reviews } as const),
    ),
  }
  return premium
    ? { ...free, ...(await premiumParts(db, request, running)) }
    : { ...free, ...noPremiumParts, preview: await previewOf(db, businessId, period) }
}

const noPremiumParts = {
  stars: null,
  reasons: null,
  responses: null,
  ratings: null,
  returningGuests: null,
  criteria: null,
  comparison: null,
  rewards: null,
  ava: null,
  previous: null,
}

type RunningScore = ReturnType<typeof runningScore>

const premiumParts = async (
  db: CommonQueryMethods,
  { businessId, period, today, compare, segment }: AnalyticsRequest,
  running: RunningScore,
) => {
  const unit = criteriaUnit(period)
  const before = periodBefore(period)
  const [weeks, weeksBefore] = [wholeWeeks(period, today), wholeWeeks(before, today)]
  const [now, earlier, points, ava, segmentNow] = await Promise.all([
    figuresOf(db, businessId, period, weeks),
    compare ? figuresOf(db, businessId, before, weeksBefore) : null,
    criteriaOfPeriod(db, businessId, period, unit),
    avaDays(db, businessId, period),
    segment(),
  ])
  const balances = runningBalance(ava)
  return {
    ...now,
    criteria: {
      averages: now.criteria,
      unit,
      points: points.map((point) => ({ ...point, start: laterOf(point.start, period.from) })),
    },
    comparison: comparisonOf(segmentNow),
    ava: withEnds(balances, period),
    previous: earlier && {
      ...before,
      ...earlier,
      score: scoreBefore(running),
      avaBalance: balances[0]?.balance ?? 0,
    },
    preview: null,
  }
}

/** Figures of any period: those of the previous one are what its own request would answer, no finer. */
const figuresOf = async (db: CommonQueryMethods, businessId: string, period: Period, weeks: Period | null) => {
  const [stars, reasons, criteria, totals] = await Promise.all([
    starsOfPeriod(db, businessId, period),
    reasonsOfPeriod(db, businessId, period),
    criteriaAverages(db, businessId, period),
    totalsOfPeriod(db, businessId, period, weeks),
  ])
  return {
    stars,
    reasons: [...reasons],
    criteria,
    responses: responsesOf(totals),
    ratings: totals.ratings,
    returningGuests: totals.returningGuests,
    rewards: rewardsOf(totals, weeks),
  }
}

/** Balance before the period, which may be 0, and after each day of change. */
const runningBalance = (days: Awaited<ReturnType<typeof avaDays>>) => {
  const first = days[0]?.day === null ? [] : [{ day: null, change: 0 }]
  let balance = 0
  return [...first, ...days].map(({ day, change }) => ({ day, balance: (balance += change) }))
}

/** Balance at the end of the first and last day of the period, and of each day in between on which it changes. */
export const balanceHistory = async (db: CommonQueryMethods, accountId: string, period: Period) =>
  withEnds(runningBalance(await avaDays(db, accountId, period)), period)

/** A week or month may begin before the period. */
const laterOf = (a: string, b: string) => (a > b ? a : b)

/**
 * Shapes for the blurred preview, so coarse that they give away no figure, even of a single review or rating.
 * @rule Q-112 figures need Premium
 */
const previewOf = async (db: CommonQueryMethods, businessId: string, period: Days) => {
  const [stars, points] = await Promise.all([
    starsOfPeriod(db, businessId, period),
    criteriaOfPeriod(db, businessId, period, criteriaUnit(period)),
  ])
  const [first, last] = [points[0], points.at(-1)]
  const curve = (criterion: Criterion) => ({
    start: scoreLevel(first?.[criterion]),
    end: scoreLevel(last?.[criterion]),
  })
  const starLevel = starLevels(stars)
  return {
    stars: { '1': starLevel(1), '2': starLevel(2), '3': starLevel(3), '4': starLevel(4), '5': starLevel(5) },
    criteria: {
      punctuality: curve('punctuality'),
      kindness: curve('kindness'),
      payment: curve('payment'),
      roomCondition: curve('roomCondition'),
    },
  }
}

type Level = 1 | 2 | 3

const levelOf = (value: number, middle: number, high: number): Level => (value >= high ? 3 : value >= middle ? 2 : 1)
const scoreLevel = (average = 0) => levelOf(average, 5, 8)

/** Of a share in which each number of stars has half of its reviews and a quarter of those of its neighbours. */
const starLevels = (stars: Awaited<ReturnType<typeof starsOfPeriod>>) => {
  const counts = new Map(Object.entries(stars).map(([value, count]) => [Number(value), count]))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const countOf = (value: number) => counts.get(value) ?? 0
  return (value: number) => {
    const mixed = countOf(value) / 2 + (countOf(value - 1) + countOf(value + 1)) / 4
    return levelOf(total === 0 ? 0 : mixed / total, 0.1, 0.3)
  }
}
