import { pipe, TE } from '../../domain/kernel/fp.ts'
import { liveClaim, moderationCase } from '../../domain/moderation/case/decider.ts'
import { disputeCaseId, flagCaseId } from '../moderation/case-ids.ts'
import { judgeable } from '../moderation/judgeable.ts'
import { refuse, type Answer, type Context } from '../use-case.ts'

/** A third moderator at work on the matter stands in the way; whoever drafted the plan has handed it over by drafting it. */
export const undisturbed = (
  context: Context,
  plan: { readonly reviewId: string; readonly by: string },
): Answer<unknown> =>
  pipe(
    judgeable(context, plan.reviewId),
    TE.flatMap(({ written: { caseNumber } }) =>
      TE.traverseSeqArray((caseId: string) => notHeldByAThird(context, caseId, plan.by))([
        flagCaseId(plan.reviewId, caseNumber),
        disputeCaseId(plan.reviewId),
      ]),
    ),
  )

const notHeldByAThird = ({ look, person, at }: Context, caseId: string, draftedBy: string): Answer<void> =>
  pipe(
    look(moderationCase, caseId),
    TE.flatMap(({ state }) => {
      const claim = liveClaim(state, at)
      return claim === null || claim.by === person.accountId || claim.by === draftedBy
        ? TE.right(undefined)
        : TE.left(refuse({ type: 'ClaimedByAnother', ...claim }))
    }),
  )
