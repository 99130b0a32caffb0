import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { dispute, type DisputeCommand } from '../../domain/reputation/dispute/decider.ts'
import type { UseCase } from '../use-case.ts'
import { disputeCaseId } from './case-ids.ts'
import { notHeldByAnother } from './claims.ts'
import { judgeable } from './moderate-review.ts'

export interface DecideDispute {
  readonly disputeId: string
  readonly status: 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED' | 'CLOSED'
  readonly moderatorNotes: string | null
  readonly resolution: string | null
}

/** Q-52, S-13. */
export const decideDispute: UseCase<DecideDispute, { readonly position: Position | null }> =
  (context) =>
  ({ disputeId, status, moderatorNotes, resolution }) =>
    pipe(
      judgeable(context, disputeId),
      TE.flatMap(({ whose }) => {
        const { person, at } = context
        const judgement = { by: person.accountId, reviewAuthorId: whose.authorId, moderatorNotes, resolution, at }
        return pipe(
          notHeldByAnother(context, disputeCaseId(disputeId)),
          TE.flatMap(() => context.run(dispute, disputeId, { ...verdicts[status], ...judgement })),
        )
      }),
      TE.map(({ position }) => ({ position })),
    )

type Verdict =
  | { readonly type: 'TakeUnderReview' | 'CloseDispute' }
  | { readonly type: 'ResolveDispute'; readonly outcome: 'upheld' | 'rejected' }

const verdicts = {
  UNDER_REVIEW: { type: 'TakeUnderReview' },
  RESOLVED_UPHELD: { type: 'ResolveDispute', outcome: 'upheld' },
  RESOLVED_REJECTED: { type: 'ResolveDispute', outcome: 'rejected' },
  CLOSED: { type: 'CloseDispute' },
} as const satisfies Readonly<Record<DecideDispute['status'], Verdict & { readonly type: DisputeCommand['type'] }>>
