import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { review, type ReviewState } from '../../domain/reputation/review/decider.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'
import { disputeCaseId, flagCaseId } from './case-ids.ts'
import { notHeldByAnother } from './claims.ts'

export interface ModerateReview {
  readonly reviewId: string
  readonly to: 'ACTIVE' | 'HIDDEN' | 'REMOVED'
  readonly notes: string | null
}

/** S-11: hide, remove, restore. */
export const moderateReview: UseCase<ModerateReview, { readonly position: Position | null }> =
  (context) =>
  ({ reviewId, to, notes }) =>
    pipe(
      judgeable(context, reviewId),
      TE.flatMap(({ targetAccountId, caseNumber }) =>
        pipe(
          notHeldByAnother(context, flagCaseId(reviewId, caseNumber)),
          TE.flatMap(() => notHeldByAnother(context, disputeCaseId(reviewId))),
          TE.flatMap(() => {
            const { person, at } = context
            const command = { type: 'ModerateReview', to, by: person.accountId, targetAccountId, notes, at } as const
            return context.run(review, reviewId, command)
          }),
        ),
      ),
      TE.map(({ position }) => ({ position })),
    )

type Written = Exclude<ReviewState, { readonly status: 'NONE' }>

/** A review with the account behind its target: nobody judges a remark about himself. */
export const judgeable = (
  context: Context,
  reviewId: string,
): Answer<Written & { readonly targetAccountId: string | null }> =>
  pipe(
    context.look(review, reviewId),
    TE.flatMap(({ state }) => {
      if (state.status === 'NONE') return TE.left(refuse({ type: 'ReviewNotFound' }))
      const { targetType, targetId } = state.whose
      return pipe(
        targetType === 'USER' ? context.lookups.accountOfClient(targetId) : TE.right(null),
        TE.map((targetAccountId) => ({ ...state, targetAccountId })),
      )
    }),
  )
