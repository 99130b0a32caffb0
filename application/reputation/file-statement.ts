import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { dispute } from '../../domain/reputation/dispute/decider.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { refuse, type UseCase } from '../use-case.ts'

export interface FileStatement {
  readonly disputeId: string
  /** One an intent: the same statement sent again keeps it. */
  readonly statementId: string
  readonly message: string
}

/** The business and the author, in turn; for anybody else there is no dispute. */
export const fileStatement: UseCase<FileStatement, { readonly position: Position | null }> =
  (context) =>
  ({ disputeId, statementId, message }) =>
    pipe(
      context.look(review, disputeId),
      TE.flatMap(({ state }) => {
        if (state.status === 'NONE') return TE.left(refuse({ type: 'DisputeNotFound' }))
        const { person, at } = context
        const { authorId: reviewAuthorId } = state.whose
        const words = { statementId, by: person.accountId, reviewAuthorId, message, at }
        return context.run(dispute, disputeId, { type: 'FileStatement', ...words }, { privacy: 'open' })
      }),
      TE.map(({ position }) => ({ position })),
    )
