import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { dispute, type DisputeCommand } from '../../domain/reputation/dispute/decider.ts'
import { voicesIn } from '../../domain/reputation/review/state.ts'
import type { Context, UseCase } from '../use-case.ts'
import { disputeCaseId } from './case-ids.ts'
import { notHeldByAnother } from './claims.ts'
import { reasonsFor, type GivenReasons } from './compose-reasons.ts'
import { unchangedSince } from './seen-version.ts'
import { judgeable, knownFor, onWhatWasSeen, type Judgeable } from './judgeable.ts'

export interface DecideDispute {
  readonly disputeId: string
  readonly status: 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED' | 'CLOSED'
  readonly moderatorNotes: string | null
  readonly resolution: string | null
  readonly given?: GivenReasons
  /** The version the moderator saw. */
  readonly seenVersion?: Position | null
}

/** Q-52, S-13. */
export const decideDispute: UseCase<DecideDispute, { readonly position: Position | null }> = (context) => (input) =>
  onWhatWasSeen(() =>
    pipe(
      judgeable(context, input.disputeId),
      TE.flatMap((matter) =>
        pipe(
          notHeldByAnother(context, disputeCaseId(input.disputeId)),
          TE.flatMap(() => unchangedSince(context, input.disputeId, input.seenVersion ?? null)),
          TE.flatMap(() =>
            context.run(dispute, input.disputeId, commandOf(context, input, matter), {
              onVersion: matter.disputeVersion,
            }),
          ),
        ),
      ),
      TE.map(({ position }) => ({ position })),
    ),
  )

const commandOf = (
  { person, at }: Context,
  { status, moderatorNotes, resolution, given }: DecideDispute,
  matter: Judgeable,
): DisputeCommand => {
  const judgement = { by: person.accountId, reviewParties: voicesIn(matter.written), moderatorNotes, resolution, at }
  const reasoned = (decision: 'DISPUTE_UPHELD' | 'DISPUTE_REJECTED') => ({
    ...judgement,
    type: 'ResolveDispute' as const,
    reasons: reasonsFor(decision, knownFor(decision, matter), given),
  })
  switch (status) {
    case 'UNDER_REVIEW':
      return { type: 'TakeUnderReview', ...judgement }
    case 'RESOLVED_UPHELD':
      return { ...reasoned('DISPUTE_UPHELD'), outcome: 'upheld' }
    case 'RESOLVED_REJECTED':
      return { ...reasoned('DISPUTE_REJECTED'), outcome: 'rejected' }
    case 'CLOSED':
      return { type: 'CloseDispute', ...judgement }
  }
}
