import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { refuse, type UseCase } from '../use-case.ts'
import { flagCaseId } from './case-ids.ts'
import { notHeldByAnother } from './claims.ts'
import { judgeable } from './moderate-review.ts'

export interface DecideFlag {
  readonly flagId: string
  readonly outcome: 'REVIEWED' | 'DISMISSED' | 'UPHELD'
  readonly notes: string | null
}

/** Q-53, S-14. */
export const decideFlag: UseCase<DecideFlag, { readonly reviewId: string; readonly position: Position | null }> =
  (context) =>
  ({ flagId, outcome, notes }) =>
    pipe(
      context.lookups.reviewOfFlag(flagId),
      TE.flatMap((reviewId) => (reviewId === null ? TE.left(refuse({ type: 'FlagUnknown' })) : TE.right(reviewId))),
      TE.flatMap((reviewId) =>
        pipe(
          judgeable(context, reviewId),
          TE.flatMap(({ flags, caseNumber, targetAccountId }) => {
            const flag = flags.find((one) => one.flagId === flagId)
            const { person, at } = context
            const command = {
              type: 'DecideFlag',
              flagId,
              outcome,
              by: person.accountId,
              targetAccountId,
              notes,
              at,
            } as const
            return pipe(
              notHeldByAnother(context, flagCaseId(reviewId, flag?.caseNumber ?? caseNumber)),
              TE.flatMap(() => context.run(review, reviewId, command)),
            )
          }),
          TE.map(({ position }) => ({ reviewId, position })),
        ),
      ),
    )
