import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { dispute } from '../../domain/reputation/dispute/decider.ts'
import { review, type ReviewCommand } from '../../domain/reputation/review/decider.ts'
import type { UseCase } from '../use-case.ts'

type Edit = Extract<ReviewCommand, { readonly type: 'EditReview' }>
export interface EditReview {
  readonly reviewId: string
  readonly changes: Edit['changes']
}

/** the author alone, while nobody judges the review. */
export const editReview: UseCase<EditReview, { readonly position: Position | null }> =
  (context) =>
  ({ reviewId, changes }) =>
    pipe(
      context.look(dispute, reviewId),
      TE.flatMap(({ state }) => {
        const disputeOpen = state.status === 'OPEN' || state.status === 'UNDER_REVIEW'
        const command = {
          type: 'EditReview',
          by: context.person.accountId,
          changes,
          disputeOpen,
          at: context.at,
        } as const
        return context.run(review, reviewId, command, { privacy: 'open' })
      }),
      TE.map(({ position }) => ({ position })),
    )
