import { account } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { anomalyRules, type DailyReviewCount, detectAnomaly } from '../../domain/reviews/anomaly-detection.ts'
import { type AnomalyEvidence, excludedPeriods, type ExclusionCommand } from '../../domain/reviews/excluded-periods.ts'
import { reviewer, reviewerId } from '../../domain/reviews/reviewer.ts'
import type { ExclusionReason } from '../../domain/reviews/vocabulary.ts'
import { executeAsTimer, forEachId } from '../jobs.ts'
import { type CommandContext, refuse, type Result, type Services, type UseCase } from '../use-case.ts'

interface VenueRef {
  readonly businessId: string
}
export interface ExcludePeriodInput extends VenueRef {
  /** Chosen by the caller; repeating the request with the same id has no further effect. */
  readonly exclusionId: string
  readonly from: Day
  readonly to: Day
  readonly reason: ExclusionReason
  readonly facts: string
}
export interface LiftExclusionInput extends VenueRef {
  readonly exclusionId: string
  readonly facts: string
}
export interface DismissAnomalyInput extends VenueRef {
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

/** Marks an anomalous day as in order. */
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
  context: CommandContext,
  businessId: string,
  command: (moderator: ModeratorInput) => ExclusionCommand,
): Result<ExclusionResult> => {
  const { accountId: by } = context.person
  return pipe(
    context.load(account, businessId),
    TE.filterOrElseW(
      ({ state }) => state.kind === 'business',
      () => refuse({ type: 'TargetUnknown' }),
    ),
    TE.flatMap(() => context.load(reviewer, reviewerId(by, businessId))),
    TE.flatMap(({ state }) =>
      context.execute(
        excludedPeriods,
        businessId,
        command({ by, hasReviewedVenue: state.slots.length > 0, at: context.at }),
      ),
    ),
    TE.map(({ position }) => ({ position })),
  )
}

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

const reportAnomaliesOfDay = (services: Services, day: Day, after: string): Result<number> =>
  pipe(
    services.lookups.reviews.venuesWithReviewsOn(day, anomalyRules.minDailyReviews, after, pageSize),
    TE.flatMap((ids) =>
      pipe(
        forEachId(ids, (businessId) => checkVenue(services, businessId, day)),
        TE.flatMap((examined) => {
          const last = ids.at(-1)
          if (last === undefined || ids.length < pageSize) return TE.right(examined)
          return pipe(
            reportAnomaliesOfDay(services, day, last),
            TE.map((more) => examined + more),
          )
        }),
      ),
    ),
  )

const checkVenue = (services: Services, businessId: string, day: Day): Result<unknown> => {
  const { lookups, clock } = services
  const noon = `${day}T12:00:00.000Z` as Instant
  return pipe(
    lookups.reviews.reviewDaysOfVenue(businessId, romeDay(plusDays(noon, -anomalyRules.baselineDays)), day),
    TE.flatMap((days) =>
      pipe(
        lookups.reviews.reviewsByNewAccounts(businessId, day, anomalyRules.newAccountDays),
        TE.map((newAccounts) => anomalyEvidence(days, day, newAccounts)),
      ),
    ),
    TE.flatMap((evidence): Result<unknown> => {
      if (evidence === null) return TE.right(null)
      const command = { type: 'ReportAnomaly', businessId, evidence, at: clock() } as const
      return executeAsTimer(services, excludedPeriods, businessId, command)
    }),
  )
}

const anomalyEvidence = (days: readonly DailyReviewCount[], day: Day, newAccounts: number): AnomalyEvidence | null => {
  const examined = days.find((count) => count.day === day)
  const before = days.filter((count) => count.day < day)
  return examined === undefined ? null : detectAnomaly({ ...examined, newAccounts }, before)
}
