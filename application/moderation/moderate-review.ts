import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import type { UseCase } from '../use-case.ts'
import { disputeCaseId, flagCaseId } from './case-ids.ts'
import { notHeldByAnother } from './claims.ts'
import { reasonsFor, type GivenReasons } from './compose-reasons.ts'
import { unchangedSince } from './seen-version.ts'
import { judgeable, knownFor, onWhatWasSeen } from './judgeable.ts'

export interface ModerateReview {
  readonly reviewId: string
  readonly to: 'ACTIVE' | 'HIDDEN' | 'REMOVED'
  readonly notes: string | null
  readonly given?: GivenReasons
  /** The version the moderator saw. */
  readonly seenVersion?: Position | null
}

const decisionOf = { ACTIVE: 'RESTORED', HIDDEN: 'HIDDEN', REMOVED: 'REMOVED' } as const

/** S-11: hide, remove, restore. */
export const moderateReview: UseCase<ModerateReview, { readonly position: Position | null }> =
  (context) =>
  ({ reviewId, to, notes, given, seenVersion = null }) =>
    onWhatWasSeen(() =>
      pipe(
        judgeable(context, reviewId),
        TE.flatMap((matter) => {
          const { written, targetAccountId, version } = matter
          return pipe(
            notHeldByAnother(context, flagCaseId(reviewId, written.caseNumber)),
            TE.flatMap(() => unchangedSince(context, reviewId, seenVersion)),
            TE.flatMap(() => notHeldByAnother(context, disputeCaseId(reviewId))),
            TE.flatMap(() => {
              const { person, at } = context
              const reasons = reasonsFor(decisionOf[to], knownFor(decisionOf[to], matter), given)
              const by = person.accountId
              const command = { type: 'ModerateReview', to, by, targetAccountId, notes, reasons, at } as const
              return context.run(review, reviewId, command, { onVersion: version })
            }),
          )
        }),
        TE.map(({ position }) => ({ position })),
      ),
    )
