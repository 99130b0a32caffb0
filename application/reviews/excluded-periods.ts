import { account } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { anomalyRules, type DailyReviewCount, detectAnomaly } from '../../domain/reviews/anomaly-detection.ts'
import { countedReview } from '../../domain/reviews/counted-review.ts'
import {
  type AnomalyEvidence,
  excludedPeriods,
  type ExclusionCommand,
  type ExclusionReason,
} from '../../domain/reviews/excluded-periods.ts'
import { executeAsTimer, forEachId } from '../scheduled-commands.ts'
import { type CommandContext, refuse, type Result, type Services, type UseCase } from '../use-case.ts'

interface VenueRef {
  readonly businessId: string
}
export interface ExcludePeriod extends VenueRef {
  /** One an intent: the same period asked for again keeps it. */
  readonly exclusionId: string
  readonly from: Day
  readonly to: Day
  readonly reason: ExclusionReason
  readonly facts: string
}
export interface LiftExclusion extends VenueRef {
  readonly exclusionId: string
  readonly facts: string
}
export interface DismissAnomaly extends VenueRef {
  readonly day: Day
  readonly notes: string
}
type ExclusionResult = { readonly position: Position | null }

/** Leaves a period of a venue's reviews out of its score; they stay where they are. */
export const excludePeriod: UseCase<ExcludePeriod, ExclusionResult> = (context) => (input) =>
  executeAsModerator(context, input.businessId, (judge) => ({ type: 'ExcludePeriod', ...input, ...judge }))

/** Puts it back, as if it had never been left out. */
export const liftExclusion: UseCase<LiftExclusion, ExclusionResult> =
  (context) =>
  ({ businessId, exclusionId, facts }) =>
    executeAsModerator(context, businessId, (judge) => ({ type: 'LiftExclusion', exclusionId, facts, ...judge }))

/** A day that stood out is in order. */
export const dismissAnomaly: UseCase<DismissAnomaly, ExclusionResult> =
  (context) =>
  ({ businessId, day, notes }) =>
    executeAsModerator(context, businessId, (judge) => ({ type: 'DismissAnomaly', day, notes, ...judge }))

type ModeratorInput = Pick<
  Extract<ExclusionCommand, { readonly type: 'ExcludePeriod' }>,
  'by' | 'hasReviewedVenue' | 'at'
>

/** Who has written about the venue has a part in its score. */
const executeAsModerator = (
  context: CommandContext,
  businessId: string,
  command: (judge: ModeratorInput) => ExclusionCommand,
): Result<ExclusionResult> => {
  const { accountId: by } = context.person
  return pipe(
    context.load(account, businessId),
    TE.filterOrElseW(
      ({ state }) => state.kind === 'business',
      () => refuse({ type: 'TargetUnknown' }),
    ),
    TE.flatMap(() => context.load(countedReview, `${by}_${businessId}`)),
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

/** Yesterday, and the two days before it in case nobody was there to look. */
const daysBack = [1, 2, 3]
const pageSize = 500

/** Looks at what the days just over brought each venue, and tells people what stands out. How many days it looked at. */
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
    services.lookups.venuesWithReviewsOn(day, anomalyRules.minDailyReviews, after, pageSize),
    TE.flatMap((ids) =>
      pipe(
        forEachId(ids, (businessId) => checkVenue(services, businessId, day)),
        TE.flatMap((looked) => {
          const last = ids.at(-1)
          if (last === undefined || ids.length < pageSize) return TE.right(looked)
          return pipe(
            reportAnomaliesOfDay(services, day, last),
            TE.map((more) => looked + more),
          )
        }),
      ),
    ),
  )

const checkVenue = (services: Services, businessId: string, day: Day): Result<unknown> => {
  const { lookups, clock } = services
  const noon = `${day}T12:00:00.000Z` as Instant
  return pipe(
    lookups.reviewDaysOfVenue(businessId, romeDay(plusDays(noon, -anomalyRules.baselineDays)), day),
    TE.flatMap((days) =>
      pipe(
        lookups.reviewsByNewAccounts(businessId, day, anomalyRules.newAccountDays),
        TE.map((newAccounts) => anomalyEvidence(days, day, newAccounts)),
      ),
    ),
    TE.flatMap((evidence): Result<unknown> => {
      if (evidence === null) return TE.right(null)
      const command = { type: 'ReportAnomaly', businessId, evidence, at: clock() } as const
      return executeAsTimer(services, excludedPeriods, businessId, command, [])
    }),
  )
}

const anomalyEvidence = (days: readonly DailyReviewCount[], day: Day, newAccounts: number): AnomalyEvidence | null => {
  const it = days.find((one) => one.day === day)
  const before = days.filter((one) => one.day < day)
  return it === undefined ? null : detectAnomaly({ ...it, newAccounts }, before)
}
