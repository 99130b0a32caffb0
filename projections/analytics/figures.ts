import type { CommonQueryMethods } from 'slonik'
import { daysAfter } from '../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { nightsBetween } from '../../domain/kernel/time.ts'
import {
  avaDays,
  criteriaOfPeriod,
  type CriteriaPoint,
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

const responsesOf = ({ reviews, replies, replyDays }: Totals) => ({
  received: reviews,
  answered: replies,
  rate: reviews === 0 ? null : roundTo(3, replies / reviews),
  medianDays: medianOf(replyDays),
})

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

const rewardsOf = ({ rewardsIssued, rewardsRedeemed, billedRedemptions, discountCents }: Totals) => ({
  issued: rewardsIssued,
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

const comparisonOf = (segment: Segment | null, own: number | null) => ({
  province: segment?.province ?? null,
  businessType: segment?.businessType ?? null,
  businesses: segment?.businesses ?? 0,
  own,
  others: segment !== null && segment.businesses >= minComparedBusinesses ? segment.others : null,
})

export type Figures = Awaited<ReturnType<typeof loadAnalytics>>

export interface AnalyticsRequest {
  readonly businessId: string
  readonly period: Days
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
  { businessId, period, compare, segment }: AnalyticsRequest,
  running: RunningScore,
) => {
  const unit = criteriaUnit(period)
  const before = periodBefore(period)
  const [stars, reasons, totals, points, ava, others, totalsBefore] = await Promise.all([
    starsOfPeriod(db, businessId, period),
    reasonsOfPeriod(db, businessId, period),
    totalsOfPeriod(db, businessId, period),
    criteriaOfPeriod(db, businessId, period, unit),
    avaDays(db, businessId, period),
    segment(),
    compare ? totalsOfPeriod(db, businessId, before) : null,
  ])
  const balances = runningBalance(ava)
  return {
    stars,
    reasons: [...reasons],
    responses: responsesOf(totals),
    ratings: totals.ratings,
    returningGuests: totals.returningGuests,
    criteria: { unit, points: points.map((point) => ({ ...point, start: laterOf(point.start, period.from) })) },
    comparison: comparisonOf(others, running.at(-1)?.average ?? null),
    rewards: rewardsOf(totals),
    ava: withEnds(balances, period),
    previous: totalsBefore && {
      ...before,
      score: scoreBefore(running),
      responses: responsesOf(totalsBefore),
      ratings: totalsBefore.ratings,
      returningGuests: totalsBefore.returningGuests,
      rewards: rewardsOf(totalsBefore),
      avaBalance: balances[0]?.balance ?? 0,
    },
    preview: null,
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

/** Rounded so that the blurred preview gives away no figure. */
const previewOf = async (db: CommonQueryMethods, businessId: string, period: Days) => {
  const [stars, points] = await Promise.all([
    starsOfPeriod(db, businessId, period),
    criteriaOfPeriod(db, businessId, period, criteriaUnit(period)),
  ])
  const total = Object.values(stars).reduce((sum, count) => sum + count, 0)
  const tenths = (count: number) => (total === 0 ? 0 : Math.round((count / total) * 10))
  return {
    stars: {
      '1': tenths(stars['1']),
      '2': tenths(stars['2']),
      '3': tenths(stars['3']),
      '4': tenths(stars['4']),
      '5': tenths(stars['5']),
    },
    criteria: points.map(previewPoint),
  }
}

const previewPoint = ({ start, punctuality, kindness, payment, roomCondition }: CriteriaPoint) => ({
  start,
  punctuality: Math.round(punctuality),
  kindness: Math.round(kindness),
  payment: Math.round(payment),
  roomCondition: Math.round(roomCondition),
})
