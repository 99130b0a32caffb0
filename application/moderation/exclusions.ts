import { account } from '../../domain/access/account/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { exclusion, type ExclusionCommand } from '../../domain/reputation/exclusion/decider.ts'
import type { ExclusionReason } from '../../domain/reputation/exclusion/events.ts'
import { opinion } from '../../domain/reputation/opinion/decider.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'

interface OfVenue {
  readonly businessId: string
}
export interface ExcludePeriod extends OfVenue {
  /** One an intent: the same period asked for again keeps it. */
  readonly exclusionId: string
  readonly from: Day
  readonly to: Day
  readonly reason: ExclusionReason
  readonly facts: string
}
export interface LiftExclusion extends OfVenue {
  readonly exclusionId: string
  readonly facts: string
}
export interface DismissAnomaly extends OfVenue {
  readonly day: Day
  readonly notes: string
}
type Outcome = { readonly position: Position | null }

/** Leaves a period of a venue's reviews out of its score; they stay where they are. */
export const excludePeriod: UseCase<ExcludePeriod, Outcome> = (context) => (input) =>
  judging(context, input.businessId, (judge) => ({ type: 'ExcludePeriod', ...input, ...judge }))

/** Puts it back, as if it had never been left out. */
export const liftExclusion: UseCase<LiftExclusion, Outcome> =
  (context) =>
  ({ businessId, exclusionId, facts }) =>
    judging(context, businessId, (judge) => ({ type: 'LiftExclusion', exclusionId, facts, ...judge }))

/** A day that stood out is in order. */
export const dismissAnomaly: UseCase<DismissAnomaly, Outcome> =
  (context) =>
  ({ businessId, day, notes }) =>
    judging(context, businessId, (judge) => ({ type: 'DismissAnomaly', day, notes, ...judge }))

type Judge = Pick<Extract<ExclusionCommand, { readonly type: 'ExcludePeriod' }>, 'by' | 'wroteAbout' | 'at'>

/** Who has written about the venue has a part in its score. */
const judging = (
  context: Context,
  businessId: string,
  command: (judge: Judge) => ExclusionCommand,
): Answer<Outcome> => {
  const { accountId: by } = context.person
  return pipe(
    context.look(account, businessId),
    TE.filterOrElseW(
      ({ state }) => state.kind === 'business',
      () => refuse({ type: 'TargetUnknown' }),
    ),
    TE.flatMap(() => context.look(opinion, `${by}_${businessId}`)),
    TE.flatMap(({ state }) =>
      context.run(exclusion, businessId, command({ by, wroteAbout: state.turns.length > 0, at: context.at })),
    ),
    TE.map(({ position }) => ({ position })),
  )
}
