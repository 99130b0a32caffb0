import { z } from 'zod'
import { businessTypes } from '../../../domain/accounts/vocabulary.ts'
import { criteria } from '../../../domain/ratings/vocabulary.ts'
import { reasonCodes } from '../../../domain/reviews/vocabulary.ts'
import { rewardRuleNames } from '../../../domain/rewards/vocabulary.ts'
import { isPremium } from '../accounts/businesses.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, day, enteredDay, id, pageLimit, stars } from '../fields.ts'

/** Longest period of one request: two years. */
const maxPeriodDays = 731

const daysOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** Whole Italian days, both included; without `from` and `to` the last thirty days. */
const periodFields = { from: enteredDay.optional(), to: enteredDay.optional() }
interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}
const checkPeriod = z.check<Period>(({ value: { from, to }, issues }) => {
  const reject = (path: keyof Period, message: string): void => {
    issues.push({ code: 'custom', path: [path], message, input: from })
  }
  if (from === undefined && to === undefined) return
  if (from === undefined) return reject('from', 'Indica anche l’inizio del periodo.')
  if (to === undefined) return reject('to', 'Indica anche la fine del periodo.')
  const days = daysOf(from, to)
  if (days < 1) return reject('to', 'La data finale precede quella iniziale.')
  if (days > maxPeriodDays) return reject('to', `Scegli un periodo di al massimo ${maxPeriodDays} giorni.`)
})

/** Stars from one to five, by number of reviews. */
const starCounts = z.record(z.enum(['1', '2', '3', '4', '5']), z.int())

/** Numbers of reviews by their reason, most frequent first. */
const reasonCounts = z.array(z.object({ code: z.enum(reasonCodes), count: z.int() }))

/** From 0 to 10. */
const criterionAverages = z.object(
  Object.fromEntries(criteria.map((criterion) => [criterion, z.number()])) as Record<
    (typeof criteria)[number],
    z.ZodNumber
  >,
)

const responses = z.object({
  received: z.int(),
  answered: z.int(),
  /** Share of the reviews received that were answered, 0 to 1; null without reviews. */
  rate: z.number().nullable(),
  /** Median time from review to reply, of whole days (0 for the same day, then 24, 48, …); null without replies. @rule D-58 */
  medianHours: z.number().nullable(),
})

const rewardFigures = z.object({
  /** Codes issued in the whole weeks (from Monday) of the period that are over; null if it has none. @rule D-55 */
  issued: z.int().nullable(),
  redeemed: z.int(),
  /** Discounts granted, over the redemptions with an amount; null if none has one. */
  costEuro: z.number().nullable(),
  /** Redemptions for which the business entered the amount of the bill. */
  priced: z.int(),
})

/** Figures of a period that add up, comparable with those of another period. */
const periodFigures = z.object({
  /** Score at the end of the period; null before the first counted review. */
  score: z.number().nullable(),
  stars: starCounts,
  reasons: reasonCounts,
  /** Averages of the ratings given in the period; null without ratings. */
  criteria: criterionAverages.nullable(),
  responses,
  ratings: z.int(),
  returningGuests: z.int(),
  rewards: rewardFigures,
  /** AVA balance at the end of the period. */
  avaBalance: z.int(),
})

/** What happened to the score, to mark on its line. */
const scoreMark = z.discriminatedUnion('kind', [
  /** A period excluded from the score (`day` to `until`). */
  z.object({ kind: z.literal('excluded'), day, until: day }),
  /** Reviews hidden, removed or restored on this day. */
  z.object({ kind: z.enum(['removed', 'restored']), day, reviews: z.int() }),
])

/** Low, middle or high. */
const previewLevel = z.union([z.literal(1), z.literal(2), z.literal(3)])
const previewCurve = z.object({ start: previewLevel, end: previewLevel })

export const analytics = z
  .object({
    from: day,
    to: day,
    premium: z.boolean(),
    /**
     * Average of the reviews written up to each day that count at present, without excluded periods; the first and last day
     * of the period, and the days on which it changes. Empty before the first counted review.
     */
    score: z.array(z.object({ day, average: z.number(), count: z.int() })),
    marks: z.array(scoreMark),
    /** Counted reviews written in the period, by stars. Like the other parts up to `previous`, null without Premium. */
    stars: starCounts.nullable(),
    /** Reviews received in the period. */
    reasons: reasonCounts.nullable(),
    responses: responses.nullable(),
    /** Ratings given in the period to guests whom the business had rated before. */
    returningGuests: z.int().nullable(),
    /** Ratings given in the period. */
    ratings: z.int().nullable(),
    /** Averages of the ratings given: over the period, and by day, week (of its Monday) or month (of its first day). */
    criteria: z
      .object({
        averages: criterionAverages.nullable(),
        unit: z.enum(['day', 'week', 'month']),
        points: z.array(criterionAverages.extend({ start: day, overall: z.number(), count: z.int() })),
      })
      .nullable(),
    /**
     * Present scores of the business and of others of the same type in the same province, whatever the period; `others` is
     * null if fewer than five have a score.
     */
    comparison: z
      .object({
        /** Two-letter code; null if the business has no province. */
        province: z.string().nullable(),
        businessType: z.enum(businessTypes).nullable(),
        businesses: z.int(),
        own: z.number().nullable(),
        others: z.number().nullable(),
      })
      .nullable(),
    rewards: rewardFigures.nullable(),
    /** AVA balance at the end of each day on which it changes, and of the first and last day. */
    ava: z.array(z.object({ day, balance: z.int() })).nullable(),
    /** The same figures for the period of the same length just before; null without `compare=previous`. */
    previous: periodFigures.extend({ from: day, to: day }).nullable(),
    /** Shapes for a blurred preview, in levels from which no figure can be read; null with Premium. */
    preview: z
      .object({
        /** Level of each number of stars, mixed with its neighbours. */
        stars: z.record(z.enum(['1', '2', '3', '4', '5']), previewLevel),
        /** Levels at the beginning and end of the period. */
        criteria: z.object(
          Object.fromEntries(criteria.map((criterion) => [criterion, previewCurve])) as Record<
            (typeof criteria)[number],
            typeof previewCurve
          >,
        ),
      })
      .nullable(),
  })
  .meta({ id: 'Analytics' })
export type Analytics = z.infer<typeof analytics>

export const rowKinds = ['reviews', 'ratings', 'rewards', 'issued', 'ava'] as const

/** A row behind a figure. Days only, because times would reveal the author. @rule Q-60 */
const analyticsRow = z
  .discriminatedUnion('of', [
    z.object({
      of: z.literal('reviews'),
      id,
      day,
      stars,
      reasonCode: z.enum(reasonCodes),
      comment: z.string().nullable(),
      /** Counts in the score. */
      counted: z.boolean(),
      repliedOn: day.nullable(),
    }),
    criterionAverages.extend({
      of: z.literal('ratings'),
      /** Of the row only; no other call knows it. */
      id,
      day,
      clientName: z.string(),
      clientIsPremium: isPremium,
      stayDate: day,
      stars,
      /** The business had rated this guest before. */
      returning: z.boolean(),
    }),
    /** Of a redeemed code. `day` is that of its redemption. */
    z.object({
      of: z.literal('rewards'),
      day,
      rule: z.enum(rewardRuleNames),
      discountPercent: z.int(),
      /** Discount granted in euro; null without the amount of the bill. */
      discountEuro: z.number().nullable(),
    }),
    /** Codes issued in a whole week, from `day` (its Monday) to `until`. Weeks without codes are left out. @rule D-57 */
    z.object({ of: z.literal('issued'), day, until: day, count: z.int() }),
    z.object({ of: z.literal('ava'), day, description: z.string(), amount: z.int() }),
  ])
  .meta({ id: 'AnalyticsRow' })
export type AnalyticsRow = z.infer<typeof analyticsRow>

/** Each applies to one kind of rows. */
const rowFilters = {
  ...periodFields,
  stars: z.coerce.number().int().min(1).max(5).optional(),
  reason: z.enum(reasonCodes).optional(),
  answered: z.stringbool().optional(),
  counted: z.stringbool().optional(),
  returning: z.stringbool().optional(),
}

export const analyticsEndpoints = {
  analytics: endpoint({
    method: 'GET',
    path: '/api/analytics',
    summary: 'Returns the figures of the caller’s business for a period; all but the score need Premium',
    access: 'business',
    query: z.object({ ...periodFields, compare: z.literal('previous').optional() }).check(checkPeriod),
    response: analytics,
  }),
  analyticsRows: endpoint({
    method: 'GET',
    path: '/api/analytics/rows',
    summary: 'Lists the rows behind a figure, newest first; all but reviews need Premium',
    access: 'business',
    query: z.object({ of: z.enum(rowKinds), ...rowFilters, limit: pageLimit(100), cursor }).check(checkPeriod),
    response: z.array(analyticsRow),
    paginated: true,
  }),
  analyticsExport: endpoint({
    method: 'GET',
    path: '/api/analytics/export',
    summary: 'Downloads rows of a period as a workbook (xlsx), or its figures as a report (pdf); needs Premium',
    access: 'business',
    query: z
      .object({ format: z.enum(['xlsx', 'pdf']), of: z.enum(rowKinds).default('reviews'), ...rowFilters })
      .check(checkPeriod),
    response: z.string(),
    respondsWithFile: true,
    rateLimit: 'replay',
    recorded: { what: 'export', why: 'analytics' },
  }),
}
