import { account } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { anomalyRules, detectAnomaly } from '../../domain/reviews/anomaly-detection.ts'
import { type AnomalyEvidence, excludedPeriods, type ExclusionCommand } from '../../domain/reviews/excluded-periods.ts'
import { reviewSeries, reviewSeriesId } from '../../domain/reviews/review-series.ts'
import type { ExclusionReason } from '../../domain/reviews/vocabulary.ts'
import { executeAsTimer, forEachId } from '../jobs.ts'
import { matterOfAccount, requireMayDecide } from '../moderation/own-matter.ts'
import { type UseCaseContext, rejectedWith, type Result, type Services, type UseCase } from '../use-case.ts'

interface BusinessRef {
  readonly businessId: string
}
export interface ExcludePeriodInput extends BusinessRef {
  /** Chosen by the caller; repeating the request with the same id has no further effect. */
  readonly exclusionId: string
  readonly from: Day
  readonly to: Day
  readonly reason: ExclusionReason
  readonly facts: string
}
export interface LiftExclusionInput extends BusinessRef {
  readonly exclusionId: string
  readonly facts: string
}
export interface DismissAnomalyInput extends BusinessRef {
  readonly day: Day
  readonly notes: string
}
type ExclusionResult = { readonly position: Position | null }

/** Excludes a period from a venue's score; its reviews remain visible. */
export const excludePeriod: UseCase<ExcludePeriodInput, ExclusionResult> = (context) => (input) =>
  executeAsModerator(context, input.businessId, (moderator) => ({ type: 'ExcludePeriod', ...input, ...moderator }))

/** Includes the period in the score again. */
export const liftExclusion: UseCase<LiftExclusionInput, ExclusionResult> =
  (context) =>
  ({ businessId, exclusionId, facts }) =>
    executeAsModerator(context, businessId, (moderator) => ({
      type: 'LiftExclusion',
      exclusionId,
      facts,
      ...moderator,
    }))

/** Dismisses an anomaly: the moderator found nothing wrong with the day. */
export const dismissAnomaly: UseCase<DismissAnomalyInput, ExclusionResult> =
  (context) =>
  ({ businessId, day, notes }) =>
    executeAsModerator(context, businessId, (moderator) => ({ type: 'DismissAnomaly', day, notes, ...moderator }))

type ModeratorInput = Pick<
  Extract<ExclusionCommand, { readonly type: 'ExcludePeriod' }>,
  'by' | 'hasReviewedVenue' | 'at'
>

/** Runs a moderator's command on a venue. Moderators who have reviewed the venue are not impartial. */
const executeAsModerator = (
  context: UseCaseContext,
  businessId: string,
  toCommand: (moderator: ModeratorInput) => ExclusionCommand,
): Result<ExclusionResult> => {
  const { accountId: by } = context.person
  return pipe(
    TE.Do,
    TE.tap(() => requireVenue(context, businessId)),
    TE.tap(() => requireMayDecide(context, matterOfAccount(businessId))),
    TE.bindW('reviewSeries', () => context.load(reviewSeries, reviewSeriesId(by, businessId))),
    TE.let('hasReviewedVenue', ({ reviewSeries }) => reviewSeries.state.slots.length > 0),
    TE.flatMap(({ hasReviewedVenue }) =>
      context.execute(excludedPeriods, businessId, toCommand({ by, hasReviewedVenue, at: context.at })),
    ),
    TE.map(({ position }) => ({ position })),
  )
}

const requireVenue = (context: UseCaseContext, businessId: string): Result<unknown> =>
  pipe(
    context.load(account, businessId),
    TE.filterOrElseW(
      ({ state }) => state.kind === 'business',
      () => rejectedWith({ type: 'TargetUnknown' }),
    ),
  )

/** Yesterday, and two more days in case the job did not run. */
const daysBack = [1, 2, 3]
const pageSize = 500

/** Reports anomalies of the past days to moderators. Returns the number of venue days examined. */
export const reportAnomalies = (services: Services): Result<number> => {
  const at = services.clock()
  return pipe(
    daysBack.map((days) => romeDay(plusDays(at, -days))),
    TE.traverseSeqArray((day) => reportAnomaliesOfDay(services, day, '')),
    TE.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
  )
}

/** Examines the venues after `after`, one page at a time. */
const reportAnomaliesOfDay = (services: Services, day: Day, after: string): Result<number> =>
  pipe(
    TE.Do,
    TE.bind('venues', () =>
      services.lookups.reviews.venuesWithReviewsOn(day, anomalyRules.minDailyReviews, after, pageSize),
    ),
    TE.bindW('examined', ({ venues }) => forEachId(venues, (businessId) => examineVenue(services, businessId, day))),
    TE.bind('examinedLater', ({ venues }) => {
      const last = venues.at(-1)
      const isLastPage = last === undefined || venues.length < pageSize
      return isLastPage ? TE.right(0) : reportAnomaliesOfDay(services, day, last)
    }),
    TE.map(({ examined, examinedLater }) => examined + examinedLater),
  )

/** Reports the day to moderators if its reviews deviate from the venue's baseline. */
const examineVenue = (services: Services, businessId: string, day: Day): Result<unknown> =>
  pipe(
    loadAnomalyEvidence(services, businessId, day),
    TE.flatMap((evidence): Result<unknown> => {
      if (evidence === null) return TE.right(null)
      const command = { type: 'ReportAnomaly', businessId, evidence, at: services.clock() } as const
      return executeAsTimer(services, excludedPeriods, businessId, command)
    }),
  )

/** Evidence of an anomaly on that day; null if there is none. */
const loadAnomalyEvidence = ({ lookups }: Services, businessId: string, day: Day): Result<AnomalyEvidence | null> => {
  const noon = `${day}T12:00:00.000Z` as Instant
  const baselineStart = romeDay(plusDays(noon, -anomalyRules.baselineDays))
  return pipe(
    TE.Do,
    TE.bind('days', () => lookups.reviews.reviewDaysOfVenue(businessId, baselineStart, day)),
    TE.bind('newAccounts', () => lookups.reviews.reviewsByNewAccounts(businessId, day, anomalyRules.newAccountDays)),
    TE.map(({ days, newAccounts }) => {
      const examined = days.find((count) => count.day === day)
      const baseline = days.filter((count) => count.day < day)
      return examined === undefined ? null : detectAnomaly({ ...examined, newAccounts }, baseline)
    }),
  )
}
