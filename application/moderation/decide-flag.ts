import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'
import { flagCaseId } from './case-ids.ts'
import { notHeldByAnother } from './claims.ts'
import { reasonsFor, type GivenReasons } from './compose-reasons.ts'
import { unchangedSince } from './seen-version.ts'
import { caseOf, judgeable, knownFor, onWhatWasSeen, type Judgeable } from './judgeable.ts'

export interface DecideFlag {
  readonly flagId: string
  readonly outcome: 'REVIEWED' | 'DISMISSED' | 'UPHELD'
  readonly notes: string | null
  readonly given?: GivenReasons
  /** The version the moderator saw. */
  readonly seenVersion?: Position | null
}

/** Q-53, S-14. */
export const decideFlag: UseCase<DecideFlag, { readonly reviewId: string; readonly position: Position | null }> =
  (context) => (input) =>
    pipe(
      context.lookups.reviewOfFlag(input.flagId),
      TE.flatMap((reviewId) => (reviewId === null ? TE.left(refuse({ type: 'FlagUnknown' })) : TE.right(reviewId))),
      TE.flatMap((reviewId) =>
        onWhatWasSeen(() =>
          pipe(
            judgeable(context, reviewId),
            TE.flatMap((matter) => decideOn(context, reviewId, input, matter)),
            TE.map((position) => ({ reviewId, position })),
          ),
        ),
      ),
    )

const decideOn = (
  context: Context,
  reviewId: string,
  input: DecideFlag,
  matter: Judgeable,
): Answer<Position | null> => {
  const { flagId, outcome, notes, given, seenVersion = null } = input
  const { person, at } = context
  const decision = `FLAG_${outcome}` as const
  const reasons = reasonsFor(decision, knownFor(decision, matter, flagId), given)
  const { targetAccountId, version } = matter
  const ruling = { flagId, outcome, by: person.accountId, targetAccountId, notes, reasons, at }
  return pipe(
    notHeldByAnother(context, flagCaseId(reviewId, caseOf(matter, flagId))),
    TE.flatMap(() => unchangedSince(context, reviewId, seenVersion)),
    TE.flatMap(() => context.run(review, reviewId, { type: 'DecideFlag', ...ruling }, { onVersion: version })),
    TE.map(({ position }) => position),
  )
}
