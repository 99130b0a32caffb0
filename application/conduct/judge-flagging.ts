import { account } from '../../domain/access/account/decider.ts'
import { conduct } from '../../domain/conduct/conduct/decider.ts'
import type { FlaggingOutcome } from '../../domain/conduct/conduct/flagging-record.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { flaggingOfCase } from '../moderation/case-ids.ts'
import { notHeldByAnother } from '../moderation/claims.ts'
import { refuse, type UseCase } from '../use-case.ts'

export interface JudgeFlagging {
  readonly caseId: string
  readonly outcome: FlaggingOutcome
  /** What was found, in words for whoever flagged. */
  readonly facts: string
}

/** A moderator on many dismissed flags of one reporter: in order, or abuse, which is answered with a warning. */
export const judgeFlagging: UseCase<JudgeFlagging, { readonly position: Position | null }> =
  (context) =>
  ({ caseId, outcome, facts }) => {
    const asked = flaggingOfCase(caseId)
    if (asked === null) return TE.left(refuse({ type: 'FlaggingNotQuestioned' }))
    const { accountId, number } = asked
    return pipe(
      notHeldByAnother(context, caseId),
      TE.flatMap(() => context.look(account, accountId)),
      TE.flatMap(({ state }) => {
        if (state.kind === null) return TE.left(refuse({ type: 'AccountUnknown' }))
        const userType = state.kind === 'business' ? 'user' : 'client'
        const { person, at, newId } = context
        const judging = { type: 'JudgeFlagging', accountId, userType, number, outcome, facts } as const
        return context.run(conduct, accountId, { ...judging, sanctionId: newId(), by: person.accountId, at })
      }),
      TE.map(({ position }) => ({ position })),
    )
  }
